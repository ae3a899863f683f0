import type { Session } from '@arcadia/contract/accounts'
import { addressOf } from '@arcadia/contract/addresses'
import { listDayMoves, reachParty } from '@arcadia/contract/day-moves'
import { QueryClient } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adminSession } from '../../session/session.tsx'
import { ADMIN, refused } from '../../testing/show.tsx'
import { WaitingAtSignIn } from './waiting-at-sign-in.tsx'
import { forgetChanges, listChanges, type Party, sendChanges, tap, withChange } from './waiting-changes.ts'

const ADA = { id: 7, firstName: 'Ada', lastName: 'Angler', pendingAmount: 215_000, paidAmount: 35_000 }
const party = { ...ADA, checkIn: null, received: [] } as unknown as Party
const at = new Date('2027-05-17T11:00:00Z')
const arrived = { checkIn: { date: '2027-05-17', state: 'ARRIVED', was: null, at } } as const
const undone = { checkIn: { date: '2027-05-17', state: null, was: 'ARRIVED', at } } as const
const cash = { payment: { amount: 215_000, method: 'CASH', note: null, owed: 215_000 } } as const
const fetched = vi.fn<typeof fetch>()
const client = new QueryClient()
const dead = () => Promise.reject(new TypeError('fetch failed'))
const done = () => Promise.resolve(Response.json({ checkIn: null }))

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  adminSession.signIn(ADMIN)
})
afterEach(() => {
  forgetChanges()
  fetched.mockReset()
})

const sentKeys = () => fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'))

test('taps made offline are kept and sent in order, each under its own key', async () => {
  fetched.mockImplementation(dead)
  localStorage.setItem('arcadia.day.change.1.000000.broken', '{')
  for (const what of [arrived, undone, arrived]) tap(ADA, what)
  const keys = listChanges().map(({ key }) => key)
  expect(new Set(keys).size).toBe(3)
  expect(await sendChanges(client)).toBe(false)
  expect(listChanges()).toHaveLength(3)
  // A captive portal, then a restarting server.
  fetched.mockImplementation(async () => new Response('<h1>Welcome</h1>'))
  expect(await sendChanges(client)).toBe(false)
  fetched.mockImplementation(async () => new Response('x', { status: 503 }))
  expect(await sendChanges(client)).toBe(false)
  fetched.mockClear()
  fetched.mockImplementation(done)
  // Two triggers at once.
  expect(await Promise.all([sendChanges(client), sendChanges(client)])).toEqual([true, true])
  expect(sentKeys()).toEqual(keys)
  expect(listChanges()).toEqual([])
})

test('the sign-in page says what waits, after the session ended as well, but not what was refused', async () => {
  const { unmount } = render(<WaitingAtSignIn />)
  expect(document.body.textContent).toBe('')
  unmount()
  tap(ADA, arrived)
  fetched.mockImplementation(async () => refused(409, 'Called off.', 'day-moved')())
  await sendChanges(client)
  tap(ADA, undone)
  adminSession.end(ADMIN.token)
  const { rerender } = render(<WaitingAtSignIn />)
  expect(document.body.textContent).toBe('1 change from this phone is waiting. Sign in to send it.')
  adminSession.signIn(ADMIN)
  tap(ADA, arrived)
  rerender(<WaitingAtSignIn />)
  expect(document.body.textContent).toBe('2 changes from this phone are waiting. Sign in to send them.')
})

test('a group reached on a called-off day is sent the same way, and stays ticked until refetched', async () => {
  const party = { bookingId: 7, reached: null }
  client.setQueryData(['admin', listDayMoves.path, {}], { content: [{ id: 3, parties: [party] }], totalPages: 1 })
  tap(ADA, { reached: { moveId: 3, isReached: true, at } })
  fetched.mockImplementation(dead)
  expect(await sendChanges(client)).toBe(false)
  expect(withChange({ ...ADA, checkIn: null, received: [] } as unknown as Party, listChanges()[0]!)).toMatchObject(ADA)
  const move = {
    ...{ id: 3, date: '2027-05-17', reason: 'WEATHER', words: null, createdAt: at, closedAt: null },
    parties: [],
  }
  fetched.mockImplementation(async () => Response.json(move))
  expect(await sendChanges(client)).toBe(true)
  const [url, init] = fetched.mock.lastCall!
  expect(url).toBe(addressOf(reachParty, { params: { id: 3, bookingId: 7 } }))
  expect(JSON.parse(String(init?.body))).toEqual({ isReached: true, at: at.toISOString() })
  expect(client.getQueryData(['admin', listDayMoves.path, {}])).toMatchObject({ content: [{ parties: [] }] })
  expect(listChanges()).toEqual([])
})

test('a refusal is kept with its message until read, and later taps are still sent', async () => {
  tap(ADA, arrived)
  tap(ADA, cash)
  fetched.mockImplementationOnce(async () => refused(409, 'This booking was canceled.', 'check-in-elsewhere')())
  fetched.mockImplementationOnce(async () => refused(409, 'Nothing.', 'owed-changed')())
  expect(await sendChanges(client)).toBe(true)
  expect(listChanges().map(({ problem }) => problem)).toEqual(['This booking was canceled.', 'Nothing.'])
  expect(await sendChanges(client)).toBe(true)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('a call in flight at sign-out stores nothing, and another person sends nothing of it', async () => {
  let answer = (_: Response) => {}
  fetched.mockImplementation(() => new Promise((resolve) => (answer = resolve)))
  tap(ADA, arrived)
  tap(ADA, undone)
  const sending = sendChanges(client)
  forgetChanges()
  adminSession.signOut()
  answer(refused(409, 'This booking was canceled.', 'check-in-elsewhere')())
  expect(await sending).toBe(true)
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(Object.keys(localStorage).filter((key) => key.startsWith('arcadia.day.'))).toEqual([])
})

test('after a session ends, its unsent taps wait for the same person and are hidden from others', async () => {
  tap(ADA, arrived)
  fetched.mockImplementation(async () => refused(401, 'Please log in.', 'unauthorized')())
  expect(await sendChanges(client)).toBe(false)
  adminSession.signIn({ token: 'other', user: { ...ADMIN.user, id: 2 } } as Session)
  expect(listChanges()).toEqual([])
  tap(ADA, undone)
  // Signing out asks only about one's own taps.
  forgetChanges()
  expect(listChanges()).toEqual([])
  adminSession.signIn(ADMIN)
  expect(listChanges()).toHaveLength(1)
})

test('a sheet shows unsent changes once, even if it was fetched after they arrived', () => {
  const shown = [arrived, cash].reduce(withChange, party)
  expect(shown).toMatchObject({
    checkIn: { state: 'ARRIVED', by: 'Owner' },
    pendingAmount: 0,
    paidAmount: 250_000,
    received: [{ amount: 215_000, method: 'CASH', recordedBy: 'Owner' }],
  })
  expect([arrived, cash].reduce(withChange, shown)).toBe(shown)
  expect(withChange(shown, undone).checkIn).toBeNull()
})
