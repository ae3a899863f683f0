import { PORTAL } from '@arcadia/contract/addresses'
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { adminSession, customerSession } from '../session/session.tsx'
import { aSession } from '../testing/a-session.ts'
import { useDraft } from './use-draft.ts'

const ANN = aSession(1)
const BEN = aSession(2)
const open = () => renderHook(() => useDraft('guest-notes.7', { health: '' })).result

function type(health: string) {
  const form = open()
  act(() => form.current.change({ health }))
}

afterEach(() => {
  customerSession.signOut()
  adminSession.signOut()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
})

test('what was typed outlives an ended session, and is there for the same person only', () => {
  customerSession.signIn(ANN)
  type('a bad knee')
  customerSession.end(ANN.token)
  expect(open().current.draft.health).toBe('')
  customerSession.signIn(ANN)
  expect(open().current.draft.health).toBe('a bad knee')
})

test('the next person to sign in, also in another tab, ends what another had typed', () => {
  customerSession.signIn(ANN)
  type('a bad knee')
  localStorage.setItem('arcadia.token', BEN.token)
  localStorage.setItem('arcadia.user', JSON.stringify(BEN.user))
  window.dispatchEvent(new StorageEvent('storage', { key: 'arcadia.user' }))
  expect(open().current.draft.health).toBe('')
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('a customer leaves what the portal’s person typed, who leaves it to no other', () => {
  window.history.replaceState(null, '', PORTAL)
  adminSession.signIn(aSession(3, 'ADMIN'))
  type('ask about the knee')
  customerSession.signIn(BEN)
  expect(open().current.draft.health).toBe('ask about the knee')
  adminSession.signIn(aSession(4, 'ADMIN'))
  expect(open().current.draft.health).toBe('')
})

test('what was typed before signing in is there for who signs in, and for nobody after', () => {
  type('a bad knee')
  customerSession.signIn(ANN)
  expect(open().current.draft.health).toBe('a bad knee')
  customerSession.end(ANN.token)
  expect(open().current.draft.health).toBe('')
})

test('what a field showed when it was first typed into is kept with it, whatever is stored since', () => {
  type('a bad knee')
  const { result } = renderHook(() => useDraft('guest-notes.7', { health: 'asthma' }))
  expect(result.current.was).toEqual({ health: '' })
  act(() => result.current.change({ health: 'two bad knees' }))
  expect(result.current.was).toEqual({ health: '' })
  act(() => result.current.forget())
  act(() => result.current.change({ health: 'none' }))
  expect(result.current.was).toEqual({ health: 'asthma' })
})
