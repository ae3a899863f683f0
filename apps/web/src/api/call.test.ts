import { getMe, login, logout, type Session } from '@arcadia/contract/accounts'
import { getAvailability, getAvailabilityRange } from '@arcadia/contract/availability'
import { getBooking } from '@arcadia/contract/bookings'
import { getBookingConfig } from '@arcadia/contract/configuration'
import { releaseHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import { beforeEach, expect, test, vi } from 'vitest'
import { adminSession, customerSession } from '../session/session.tsx'
import { call, urlOf } from './call.ts'

const business = vi.hoisted(() => ({ phone: '' }))
vi.mock('../prerender/site-data.ts', () => ({ readSiteData: () => ({ business }) }))

const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  const values = new Map<string, string>()
  vi.stubGlobal('window', {
    location: { hostname: 'localhost' },
    localStorage: {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
    },
  })
})

const answers = (body: unknown, init?: ResponseInit) => fetched.mockResolvedValue(Response.json(body, init))
const sent = () => {
  const [url, init] = fetched.mock.lastCall!
  return {
    url,
    method: init?.method,
    headers: new Headers(init?.headers),
    body: JSON.parse(String(init?.body ?? 'null')),
  }
}

test('ids and dates go into the path, the rest into the query', () => {
  expect(urlOf(getBooking, { params: { id: 7 } })).toBe('/api/bookings/7')
  expect(urlOf(getAvailability, { params: { date: '2026-06-18' } })).toBe('/api/bookings/availability/2026-06-18')
  expect(urlOf(getAvailabilityRange, { query: { startDate: '2026-06-01', endDate: '2026-06-30' } })).toBe(
    '/api/bookings/availability/range?startDate=2026-06-01&endDate=2026-06-30',
  )
})

test('money is cents here and dollars on the wire, both ways', async () => {
  const config = { maxCapacity: 4, depositPerGuest: 350.5, standardPackagePrice: 1500, trophyPackagePrice: 2500 }
  const rest = {
    seasonStart: '2026-05-16',
    seasonEnd: '2026-09-05',
    closedDays: [0, 3],
    holdDurationMinutes: 5,
    sharing: 'OPEN' as const,
  }
  answers({ ...config, ...rest, blackoutDates: [] })
  expect((await call(getBookingConfig, {})).depositPerGuest).toBe(350_50)

  answers({ message: 'The card was declined.', error: 'card-declined', requestId: 'r1' }, { status: 402 })
  const guest = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', phone: '863-555-0142' }
  const payment = call(payForBooking, {
    query: {},
    body: {
      bookingData: { selectedDate: '2026-06-18', numberOfGuests: 2, packageType: 'TROPHY', ...guest },
      paymentData: { amount: 700_50, currency: 'USD', paymentToken: 'tok', paymentMethod: 'QUICKBOOKS' },
      holdId: 'h1',
    },
  })
  await expect(payment).rejects.toMatchObject({ message: 'The card was declined.', code: 'card-declined', status: 402 })
  expect(sent().body.paymentData.amount).toBe(700.5)
})

test('an authenticated call carries the bearer token; a call without an answer resolves', async () => {
  fetched.mockResolvedValue(new Response(null, { status: 204 }))
  await call(
    releaseHold,
    { params: { id: 'b1f6a6f0-7c53-4c1f-9f0a-2f6f0d6c2f11' } },
    { as: { token: 't1' } as Session },
  )
  expect(sent().headers.get('authorization')).toBe('Bearer t1')
  expect(sent().headers.has('content-type')).toBe(false)
})

test('a failure shows the message, else the error, else the default', async () => {
  const credentials = { body: { usernameOrEmail: 'ann', password: 'secret' } }
  answers({ message: 'Invalid username or password', error: 'invalid-login' }, { status: 401 })
  await expect(call(login, credentials)).rejects.toThrow('Invalid username or password')
  answers({ error: 'invalid-login' }, { status: 401 })
  await expect(call(login, credentials)).rejects.toThrow('invalid-login')
  fetched.mockResolvedValue(new Response('<h1>Bad Gateway</h1>', { status: 502 }))
  await expect(call(login, credentials)).rejects.toThrow('Login failed')
  fetched.mockRejectedValue(new TypeError('fetch failed'))
  await expect(call(login, credentials)).rejects.toMatchObject({
    message: 'Login failed. Check your connection and try again.',
    status: 0,
    code: 'no-answer',
  })
  await expect(call(logout, {}, { fallback: 'Could not sign out' })).rejects.toThrow('Could not sign out')
})

test('an answer that breaks the contract is a failure', async () => {
  answers({ maxCapacity: 'four' })
  await expect(call(getBookingConfig, {})).rejects.toMatchObject({
    message: 'Failed to retrieve booking configuration. Please try again in a moment.',
    code: 'unreadable-answer',
  })
})

test('passes on the delay the server asks for', async () => {
  answers(
    { message: 'Too many requests.', error: 'too-many-requests' },
    { status: 429, headers: { 'retry-after': '30' } },
  )
  await expect(call(getBookingConfig, {})).rejects.toMatchObject({ retryAfter: 30 })
})

test('a guest who came too often reads the phone number, the owner does not, nor anyone where none is set', async () => {
  const tooOften = () => answers({ message: 'Too often.', error: 'too-many-requests' }, { status: 429 })
  tooOften()
  await expect(call(getBookingConfig, {})).rejects.toThrow(/^Too often\.$/)
  business.phone = '(863) 555-0100'
  tooOften()
  await expect(call(getBookingConfig, {})).rejects.toThrow('Too often. Or call (863) 555-0100.')
  tooOften()
  await expect(call(getBookingConfig, {}, { as: 'admin' })).rejects.toThrow(/^Too often\.$/)
})

test('a 401 ends only the session whose token was refused', async () => {
  const user = {
    id: 1,
    username: 'ann',
    email: 'ann@example.com',
    emailConfirmed: true,
    hasPassword: true,
    pendingEmail: null,
  }
  const names = { firstName: null, lastName: null, phoneNumber: null }
  customerSession.signIn({ token: 'mine', user: { ...user, ...names, role: 'USER', position: null } })
  adminSession.signIn({ token: 'office', user: { ...user, ...names, role: 'ADMIN', position: 'OWNER' } })
  answers({ message: 'Authentication required. Please log in to continue.', error: 'unauthorized' }, { status: 401 })
  await expect(call(getMe, {})).rejects.toMatchObject({ status: 401 })
  expect(customerSession.getState().session).toBeNull()
  expect(adminSession.getState().session?.token).toBe('office')
})

test('an aborted call rejects with the abort reason', async () => {
  fetched.mockRejectedValue(new TypeError('aborted'))
  const reason = new Error('left the page')
  await expect(call(getBookingConfig, {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
})
