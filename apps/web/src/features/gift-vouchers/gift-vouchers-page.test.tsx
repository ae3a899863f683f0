import type { Session } from '@arcadia/contract/accounts'
import { FALLBACK_CONFIG } from '@arcadia/contract/configuration'
import { WORTH_ASKED } from '@arcadia/contract/gift-vouchers'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSiteData } from '../../prerender/site-data.ts'
import { customerSession } from '../../session/session.tsx'
import { answerWith, show } from '../../testing/show.tsx'
import { GiftVouchersPage } from './gift-vouchers-page.tsx'

const sessionOf = (id: number) =>
  ({ token: `t${id}`, user: { id, username: `u${id}`, email: `u${id}@example.com`, role: 'USER' } }) as Session
const signIn = (id: number) => act(() => customerSession.signIn(sessionOf(id)))
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

document.head.innerHTML = '<script type="application/json" id="site-data">{"testMode":true}</script>'

beforeEach(() => {
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      close() {}
    },
  )
  answerWith({
    'GET /api/gift-vouchers': () => Response.json([]),
    'GET /api/quickbooks/oauth/status': () =>
      Response.json({ isConnected: true, realmId: '1', needsRefresh: false, message: '' }),
  })
})
afterEach(() => {
  cleanup()
  customerSession.signOut()
  sessionStorage.clear()
})

const GIFT = { to: 'Grandpa', says: 'See you at the ramp' }
function fillIn() {
  fireEvent.click(screen.getByLabelText(/^An amount/))
  fireEvent.change(field('Amount in dollars'), { target: { value: '200' } })
  fireEvent.change(field("Who it's for"), { target: { value: GIFT.to } })
  fireEvent.change(field('From'), { target: { value: 'Ann' } })
  fireEvent.change(field('Your email'), { target: { value: 'ann@example.com' } })
  fireEvent.change(field('Your message (optional)'), { target: { value: GIFT.says } })
}

test('a gift is ordered with an email and nobody signed in, and leads to the page that pays', async () => {
  let ordered: unknown
  answerWith({
    'POST /api/gift-vouchers': (body) => {
      ordered = body
      return Response.json({ id: 'abcdefghijkl', token: 'secret' }, { status: 201 })
    },
  })
  show(<GiftVouchersPage />)
  fillIn()
  press(/^Continue/)
  await waitFor(() =>
    expect(ordered).toMatchObject({ amount: 200, buyerEmail: 'ann@example.com', recipientName: GIFT.to }),
  )
})

test('what was typed before signing in stays, also after a reload; a signed-in buyer has the email filled in', () => {
  show(<GiftVouchersPage />)
  fillIn()
  signIn(1)
  expect(field('Your message (optional)').value).toBe(GIFT.says)
  cleanup()
  show(<GiftVouchersPage />)
  expect(field('Your message (optional)').value).toBe(GIFT.says)
  cleanup()
  act(() => customerSession.signOut())
  signIn(2)
  show(<GiftVouchersPage />)
  expect(field('Your email').value).toBe('u2@example.com')
})

test('the next person to sign in does not see the gift of another', () => {
  signIn(1)
  show(<GiftVouchersPage />)
  fillIn()
  signIn(2)
  expect(screen.queryByText(GIFT.to)).toBeNull()
  expect(field("Who it's for").value).toBe('')
  expect(field('Your message (optional)').value).toBe('')
})

test('a trip chosen after Continue asks for no amount', async () => {
  show(<GiftVouchersPage />)
  fireEvent.click(screen.getByLabelText(/^An amount/))
  press(/^Continue/)
  await screen.findByText(WORTH_ASKED)
  fireEvent.click(screen.getByLabelText(/^A Trophy trip/))
  await waitFor(() => expect(screen.queryByText(WORTH_ASKED)).toBeNull())
})

test('a trip is ordered once its price is known', async () => {
  const { promise: prices, resolve: answerPrices } = Promise.withResolvers<Response>()
  let ordered: unknown
  answerWith({
    'GET /api/bookings/config': () => prices,
    'POST /api/gift-vouchers': (body) => {
      ordered = body
      return Response.json({ id: 'abcdefghijkl', token: 'secret' }, { status: 201 })
    },
  })
  show(<GiftVouchersPage />)
  fillIn()
  fireEvent.click(screen.getByLabelText(/^A Trophy trip/))
  press(/^Continue/)
  await screen.findByText('Checking...')
  answerPrices(Response.json({ ...FALLBACK_CONFIG, trophyPackagePrice: 2600 }))
  await waitFor(() =>
    expect(ordered).toMatchObject({ amount: 2600, trip: { packageType: 'TROPHY', numberOfGuests: 1 } }),
  )
})

test('while no morning is open, the form says so, and that the gift keeps', async () => {
  const season = { ...FALLBACK_CONFIG, seasonStart: '2027-05-01', seasonEnd: '2027-05-31' }
  const full = {
    existingBookings: 4,
    existingGroups: 1,
    availableSpots: 0,
    isAtCapacity: true,
    bookable: false,
    reason: 'FULL',
  }
  const days = Object.fromEntries(
    Array.from({ length: 31 }, (_, n) => [`2027-05-${String(n + 1).padStart(2, '0')}`, full]),
  )
  answerWith({
    'GET /api/bookings/config': () => Response.json(season),
    'GET /api/bookings/availability/range': () => Response.json(days),
  })
  show(<GiftVouchersPage />)
  await screen.findByText(/No morning is open right now/)
})

test('while the owner sells none, the page says so instead of asking', () => {
  const { business } = readSiteData()
  business.giftsStopped = true
  show(<GiftVouchersPage />)
  business.giftsStopped = false
  screen.getByRole('heading', { name: "We aren't selling gifts right now" })
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
})
