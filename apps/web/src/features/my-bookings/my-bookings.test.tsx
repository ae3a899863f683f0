import type { Session } from '@arcadia/contract/accounts'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { customerSession } from '../../session/session.tsx'
import { answerWith, show, textOf } from '../../testing/show.tsx'
import { MyBookings } from './my-bookings.tsx'

const booking = (id: number, selectedDate: string, fields = {}) => ({
  id,
  selectedDate,
  confirmationNumber: `ARC-${id}`,
  status: 'CONFIRMED',
  outcome: 'ON',
  packageType: 'TROPHY',
  numberOfGuests: 2,
  riders: 0,
  privateMorning: null,
  totalAmount: 5000,
  depositAmount: 700,
  paidAmount: 700,
  cashAmount: 0,
  pendingAmount: 4300,
  forgivenAmount: 0,
  refundedAmount: 0,
  chargedBackAmount: 0,
  canceledAmount: 0,
  canceledByUs: false,
  wasCalledOff: false,
  refundableAmount: 700,
  refundableToVouchers: 0,
  refundAskedAt: null,
  refundDeclined: null,
  depositUntil: null,
  canCancel: { ok: true, why: null },
  canMove: { ok: true, why: null },
  createdAt: '2027-05-01T12:00:00.000Z',
  updatedAt: '2027-05-01T12:00:00.000Z',
  riderPrice: 100,
  tackle: 'DECIDE_LATER',
  firstName: 'Ada',
  lastName: 'Rivera',
  email: null,
  phone: '(863) 555-0142',
  addressLine1: null,
  city: null,
  state: null,
  voucherAmount: 0,
  refundedToVouchers: 0,
  endedVoucherAmount: 0,
  surplusAmount: 0,
  paymentData: { metadata: { realmId: null } },
  waiver: null,
  isGuideTold: false,
  split: { shares: [], rest: 4300 },
  movedByUs: null,
  ...fields,
})

beforeEach(() => {
  customerSession.signIn({ token: 't', user: { id: 1, username: 'ada', role: 'USER' } } as Session)
  vi.useFakeTimers({ now: new Date('2027-05-19T12:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  customerSession.signOut()
})

const QUESTION = {
  id: 5,
  bookingId: 2,
  queryMessage: 'Can my son use a fly rod?',
  status: 'RESPONDED',
  createdAt: '2027-05-17T12:00:00.000Z',
  adminResponse: 'Gladly.',
  respondedAt: '2027-05-18T12:00:00.000Z',
  responses: [{ text: 'Gladly.', createdAt: '2027-05-18T12:00:00.000Z' }],
}

const under = (name: string) =>
  within(screen.getByRole('heading', { name }).closest('section')!)
    .getAllByText(/^ARC-/)
    .map(({ textContent }) => textContent)

test('what waits for an answer stands first; what is over or canceled goes by its date, latest first, and says what became of the money', async () => {
  const canceled = { status: 'CANCELLED', outcome: null, pendingAmount: 0 }
  const declined = (at: string) => ({ refundDeclined: { askedAt: at, declinedAt: at, answer: 'The boat was ready.' } })
  answerWith({
    'GET /api/bookings/user/me': () =>
      Response.json([
        booking(1, '2027-06-20', { ...canceled, refundAskedAt: '2027-05-12T12:00:00.000Z' }),
        booking(2, '2027-05-18'),
        booking(3, '2027-06-04', { ...canceled, canceledByUs: true }),
        booking(4, '2027-06-19', { ...canceled, ...declined('2027-05-12T12:00:00.000Z') }),
        booking(5, '2027-03-19', { ...canceled, ...declined('2027-03-12T12:00:00.000Z') }),
        booking(6, '2027-06-01', { ...canceled, paidAmount: 5000, refundableAmount: 5000 }),
        booking(7, '2027-05-25', { ...canceled, paidAmount: 5000, refundedAmount: 4300, refundableAmount: 0 }),
      ]),
    'GET /api/day-moves': () => Response.json([]),
    'GET /api/reviews/user': () => Response.json([]),
    'GET /api/booking-queries/user': () => Response.json([]),
    'GET /api/waitlist': () => Response.json([]),
  })
  show(<MyBookings />)
  await screen.findByRole('heading', { name: 'Past and canceled' })
  expect(under('Waiting for your answer')).toEqual(['ARC-3'])
  expect(under('Past and canceled')).toEqual(['ARC-1', 'ARC-4', 'ARC-6', 'ARC-7', 'ARC-2', 'ARC-5'])
  const rowOf = (number: string) => textOf(screen.getByText(number).closest('li'))
  expect(rowOf('ARC-3')).toContain('Your $700.00 is still with us: pick another date, or ask for it back.')
  expect(rowOf('ARC-1')).toContain("$700.00 paidCanceledYou asked for a refund on Wed, May 12. We'll answer")
  expect(rowOf('ARC-5')).toContain('$700.00 paid·$700.00 kept')
  expect(rowOf('ARC-6')).toContain(
    "$5,000.00 paidCanceledYour $700.00 deposit isn't refundable. You can ask for a refund of the other",
  )
  expect(rowOf('ARC-7')).toContain('$4,300.00 refunded·$700.00 on its way back to you')
  const news = screen.getByText("We looked at your request of Wed, May 12 and can't refund this.")
  expect(news.closest('li')!.textContent).toContain('The boat was ready.')
  expect(screen.queryByText(/^We looked at your request of Fri, Mar 12/), 'a month later').toBeNull()
})

test('a called-off day stays on top until it is answered, also once it is over, and a row tells of a new answer', async () => {
  const off = { bookingId: 1, date: '2027-05-18', reason: 'WEATHER', words: null, state: 'OPEN' }
  const dates = [
    booking(2, '2027-05-22'),
    booking(1, '2027-05-18', { outcome: 'CALLED_OFF', pendingAmount: 0 }),
    booking(3, '2027-05-10', { outcome: 'TOOK_PLACE', pendingAmount: 0 }),
  ]
  answerWith({
    'GET /api/bookings/user/me': () => Response.json(dates),
    'GET /api/day-moves': () => Response.json([off]),
    'GET /api/reviews/user': () => Response.json([]),
    'GET /api/booking-queries/user': () => Response.json([QUESTION]),
    'GET /api/waitlist': () => Response.json([]),
  })
  show(<MyBookings />)
  await screen.findByRole('heading', { name: 'Waiting for your answer' })
  expect(under('Waiting for your answer')).toEqual(['ARC-1'])
  expect(under('Upcoming')).toEqual(['ARC-2'])
  expect(textOf(screen.getByText(/^We called off your trip on/))).toContain('Tuesday, May 18 because of the weather.')
  expect((await screen.findByText('We answered your question.')).closest('li')!.textContent).toContain('ARC-2')
})

test('the details of a called-off trip ask for the answer first, and for nothing before a trip', async () => {
  const off = { bookingId: 1, date: '2027-05-30', reason: 'WEATHER', words: null, state: 'OPEN' }
  answerWith({
    'GET /api/bookings/user/me': () =>
      Response.json([booking(1, '2027-05-30', { outcome: 'CALLED_OFF', pendingAmount: 0 })]),
    'GET /api/day-moves': () => Response.json([off]),
    'GET /api/reviews/user': () => Response.json([]),
    'GET /api/booking-queries/user': () => Response.json([]),
    'GET /api/waitlist': () => Response.json([]),
  })
  show(<MyBookings />)
  await screen.findByText('Choose another date or get your money back.')
  fireEvent.click(screen.getByRole('button', { name: /^View Details/ }))
  const details = await screen.findByRole('dialog', { name: 'Booking details' })
  const buttons = within(details)
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  expect(buttons.slice(0, 3)).toEqual(['', 'Choose another date', 'Refund $700.00'])
  const text = details.textContent!
  expect(text.indexOf('Refund $700.00')).toBeLessThan(text.indexOf('Confirmation'))
  expect(text).toContain('Paid$700.00')
  for (const gone of ['in 11 days', 'Balance', 'Before your trip', 'Sunrise', 'Change of plans'])
    expect(text).not.toContain(gone)
})

test('a row stands with all it says and offers at once, by no request of its own', async () => {
  const off = { bookingId: 1, date: '2027-05-30', reason: 'WEATHER', words: null, state: 'OPEN' }
  let answerLast = (_: Response) => {}
  const asked = answerWith({
    'GET /api/bookings/user/me': () =>
      Response.json([
        booking(1, '2027-05-30', { outcome: 'CALLED_OFF', pendingAmount: 0 }),
        booking(2, '2027-06-20', { waiver: { signed: 0, wanted: 2 } }),
        booking(3, '2027-05-18', { outcome: 'TOOK_PLACE', status: 'COMPLETED' }),
        booking(4, '2027-06-21', {
          ...{ status: 'PENDING', depositUntil: '2027-05-25T00:00:00.000Z', canMove: { ok: false, why: null } },
          ...{ paidAmount: 0, pendingAmount: 5000 },
        }),
      ]),
    'GET /api/reviews/user': () => Response.json([]),
    'GET /api/booking-queries/user': () => Response.json([]),
    'GET /api/waitlist': () => Response.json([]),
    'GET /api/day-moves': () => new Promise<Response>((resolve) => (answerLast = resolve)),
  })
  show(<MyBookings />)
  await vi.waitFor(() => expect(asked).toHaveLength(5))
  await new Promise((resolve) => setTimeout(resolve))
  expect(screen.queryByRole('button', { name: /^View Details/ })).toBeNull()
  answerLast(Response.json([off]))
  await screen.findAllByRole('button', { name: /^View Details/ })
  const rowOf = (number: string) => screen.getByText(number).closest('li')!
  const buttons = (number: string) =>
    within(rowOf(number))
      .getAllByRole('button')
      .map(({ textContent }) => textContent!.replace(/ of .*/, ''))
  expect(buttons('ARC-1')).toEqual(['Choose another date', 'Refund $700.00', 'View Details'])
  expect(rowOf('ARC-2').textContent).toContain('To do: sign the waiver, pay $4,300.00')
  expect(rowOf('ARC-3').textContent, 'its button says it').not.toContain('To do')
  expect(buttons('ARC-4')).toEqual(['Pay the $700.00 deposit', 'View Details'])
  expect(buttons('ARC-3')).toEqual(['Pay $4,300.00', 'How was it? Review your trip', 'View Details'])
  expect(new Set(asked).size).toBe(5)
})

/** The row of a booking whose day was called off. */
async function rowOfCalledOff(over: object) {
  const off = { bookingId: 1, date: '2027-05-30', reason: 'WEATHER', words: null, state: 'OPEN' }
  const pending = { status: 'PENDING', outcome: 'CALLED_OFF', paidAmount: 0, pendingAmount: 0 }
  answerWith({
    'GET /api/bookings/user/me': () => Response.json([booking(1, '2027-05-30', { ...pending, ...over })]),
    'GET /api/day-moves': () => Response.json([off]),
    'GET /api/reviews/user': () => Response.json([]),
    'GET /api/booking-queries/user': () => Response.json([]),
    'GET /api/waitlist': () => Response.json([]),
  })
  show(<MyBookings />)
  return (await screen.findByText('ARC-1')).closest('li')!
}

test('a called-off day whose deposit is awaited asks for the answer, and for no deposit', async () => {
  const row = await rowOfCalledOff({ depositUntil: '2027-05-21T12:00:00.000Z' })
  expect(within(row).getByRole('button', { name: /^Choose another date/ })).toBeDefined()
  expect(textOf(row)).not.toMatch(/deposit/i)
})

test('a called-off day of a group that was set to pending and has paid nothing says nothing of a payment', async () => {
  const row = await rowOfCalledOff({ refundableAmount: 0 })
  expect(within(row).getByRole('button', { name: /^Cancel my booking/ })).toBeDefined()
  expect(textOf(row)).not.toMatch(/payment/i)
})
