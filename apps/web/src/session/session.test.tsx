import type { Session } from '@arcadia/contract/accounts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AdminAuthProvider, adminSession, customerSession, useAdminAuth, useSession } from './session.tsx'

const SESSION = { token: 't', user: { id: 1, username: 'ann', role: 'ADMIN' } } as Session

function Customer() {
  return (
    <button type="button" onClick={useSession().signOut}>
      Sign Out
    </button>
  )
}

function Admin() {
  return (
    <button type="button" onClick={useAdminAuth().logout}>
      Logout
    </button>
  )
}

beforeEach(() => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  sessionStorage.setItem('arcadia.booking', '{"details":{"email":"ada@example.com"}}')
  sessionStorage.setItem('arcadia.draft.customer.1.guest-notes.7', '{"health":"a bad knee"}')
  sessionStorage.setItem('arcadia.draft.admin.1.booking-note.7', '{"text":"allergic to shrimp"}')
  customerSession.signIn(SESSION)
  adminSession.signIn(SESSION)
  render(
    <AdminAuthProvider>
      <Customer />
      <Admin />
    </AdminAuthProvider>,
  )
})
afterEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('a customer who signs out leaves no typed booking or text behind', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }))
  expect(Object.keys(sessionStorage)).toEqual(['arcadia.draft.admin.1.booking-note.7'])
})

test('an admin who signs out leaves no typed text behind', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
  expect(Object.keys(sessionStorage).sort()).toEqual(['arcadia.booking', 'arcadia.draft.customer.1.guest-notes.7'])
})

test('a session the server ended keeps what was typed for the person who signs in again', () => {
  customerSession.end('t')
  adminSession.end('t')
  expect(sessionStorage).toHaveLength(3)
})

test('a page that the browser froze reads who is signed in when it comes back', () => {
  adminSession.signIn({ ...SESSION, user: { ...SESSION.user, email: 'ann@example.com' } })
  localStorage.removeItem('arcadia.token')
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }))
  expect(customerSession.getState().session).not.toBeNull()
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(customerSession.getState().session).toBeNull()
  expect(adminSession.getState().session).not.toBeNull()
})
