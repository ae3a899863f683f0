import type { Session } from '@arcadia/contract/accounts'
import type { MyBooking } from '@arcadia/contract/bookings'
import { venueInstant } from '@arcadia/contract/trip-date'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { customerSession } from '../../session/session.tsx'
import { answerWith, show } from '../../testing/show.tsx'
import { BookingDetailsChanges } from './booking-details-changes.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { RefundRequestDialog } from './refund-request-dialog.tsx'

const PAID_IN_FULL = {
  id: 7,
  selectedDate: '2099-06-10',
  status: 'CANCELLED',
  numberOfGuests: 4,
  depositAmount: 140_000,
  paidAmount: 1_000_000,
  refundedAmount: 0,
  chargedBackAmount: 0,
  refundableAmount: 1_000_000,
  surplusAmount: 0,
  voucherAmount: 0,
  refundableToVouchers: 0,
  endedVoucherAmount: 0,
  refundAskedAt: null,
  refundDeclined: null,
  cashAmount: 0,
  canCancel: { ok: false, why: 'This booking was canceled.' },
  canMove: { ok: false, why: 'This booking was canceled.' },
} as MyBooking

const noop = () => {}
const ALLOWED = { canCancel: { ok: true, why: null }, canMove: { ok: true, why: null } } as const

const acts = { onReschedule: noop, onRequestRefund: noop, onCancel: noop }

test.each([
  [
    'paid in full',
    {},
    "Your $1,400.00 deposit isn't refundable. You can ask for a refund of the other $8,600.00 you paid.",
  ],
  [
    "with a voucher's trip that is worth more than was paid for the voucher",
    { surplusAmount: 200_000 },
    "Your $1,400.00 deposit isn't refundable. You can ask for a refund of $8,000.00 of what you paid.",
  ],
  [
    'paid whole by a gift',
    { voucherAmount: 1_000_000 },
    "$1,400.00 of your gift isn't refundable. You can ask for a refund of the other $8,600.00.",
  ],
  [
    'with a refund on its way',
    { refundableAmount: 140_000 },
    "Your $1,400.00 deposit isn't refundable. If something unusual happened, tell us and we'll take a look.",
  ],
])('a canceled trip, %s, says what its guest can still ask for', async (_, fields, says) => {
  show(<BookingDetailsChanges booking={{ ...PAID_IN_FULL, ...fields }} {...acts} />)
  expect(await screen.findByText(says)).toBeDefined()
})

test('whoever was on the boat is offered no cancellation on its afternoon', () => {
  const booking = { ...PAID_IN_FULL, status: 'CONFIRMED', selectedDate: '2026-06-18', ...ALLOWED } as const
  const shown = (time: string) => {
    vi.useFakeTimers({ now: venueInstant('2026-06-18', time), toFake: ['Date'] })
    show(<BookingDetailsChanges booking={booking} {...acts} />)
    const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent)
    const isAsked = screen.queryByText(/If something unusual happened, tell us/) !== null
    cleanup()
    return [buttons, isAsked]
  }
  expect(shown('07:00')).toEqual([['Reschedule', 'Request a refund', 'Cancel booking'], false])
  expect(shown('16:30')).toEqual([['Request a refund'], true])
  vi.useRealTimers()
})

test('a trip that is too near to move says so, without a button for it', () => {
  const why = 'Your trip is today, so it can no longer be moved.'
  const booking = { ...PAID_IN_FULL, status: 'CONFIRMED', ...ALLOWED, canMove: { ok: false, why } } as const
  show(<BookingDetailsChanges booking={booking} {...acts} />)
  expect(screen.getByText(new RegExp(why))).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Reschedule' })).toBeNull()
})

test('a request for a refund can be taken back while it is open', async () => {
  customerSession.signIn({ token: 't', user: { id: 1, username: 'ada', role: 'USER' } } as Session)
  const called = answerWith({
    'POST /api/bookings/7/refund/withdraw': () => new Response(null, { status: 204 }),
  })
  const asked = { ...PAID_IN_FULL, refundAskedAt: new Date('2026-06-01T15:00:00.000Z') }
  show(<BookingDetailsChanges booking={asked} {...acts} />)
  fireEvent.click(await screen.findByRole('button', { name: /^Withdraw the request/ }))
  expect(screen.queryByRole('button', { name: 'Request a refund' })).toBeNull()
  await waitFor(() => expect(called).toContain('POST /api/bookings/7/refund/withdraw'))
  customerSession.signOut()
})

test('a request names what can be asked for, and no sum where that is nothing', () => {
  const ask = (more: Partial<MyBooking>) =>
    show(<RefundRequestDialog booking={{ ...PAID_IN_FULL, ...more }} onClose={noop} />)
  ask({ surplusAmount: 200_000 })
  const most = /^Without the deposit of \$1,400\.00, up to \$8,000\.00 can go back the way it was paid\./
  expect(screen.getByText(most)).toBeDefined()
  cleanup()
  ask({ voucherAmount: 1_000_000, refundableToVouchers: 1_000_000 })
  expect(screen.getByText(/^Up to \$8,600\.00 can go back on your gift\./)).toBeDefined()
  cleanup()
  ask({ voucherAmount: 1_000_000, endedVoucherAmount: 1_000_000 })
  expect(screen.getByText(/^Up to \$8,600\.00 can go back\. Leave/)).toBeDefined()
  cleanup()
  ask({ paidAmount: 140_000, refundableAmount: 140_000 })
  expect(screen.getByText("Leave this blank if you're not sure.")).toBeDefined()
})

test('of a called-off day whose refund was refused, details and request say that its money is still with us', () => {
  const booking = { ...PAID_IN_FULL, wasCalledOff: true, paidAmount: 140_000, refundableAmount: 140_000 }
  show(<BookingDetailsChanges booking={booking} {...acts} />)
  expect(screen.getByText('Your $1,400.00 is still with us.')).toBeDefined()
  cleanup()
  show(<RefundRequestDialog booking={booking} onClose={noop} />)
  expect(screen.getByText('Your $1,400.00 is still with us.')).toBeDefined()
  expect(screen.getByText(/^Up to \$1,400\.00 can go back the way it was paid\./)).toBeDefined()
  expect(screen.queryByText(/aren't refundable/)).toBeNull()
})

test('a request that was declined is answered in the details and where it is made again, in the words written for it', () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = noop
      disconnect = noop
    },
  )
  const at = new Date('2026-06-01T15:00:00.000Z')
  const booking = { ...PAID_IN_FULL, refundDeclined: { askedAt: at, declinedAt: at, answer: 'The boat was ready.' } }
  for (const page of [
    <BookingDetailsChanges key="details" booking={booking} {...acts} />,
    <RefundRequestDialog key="dialog" booking={booking} onClose={noop} />,
  ]) {
    show(page)
    expect(screen.getByText("We looked at your request of Mon, Jun 1 and can't refund this.")).toBeDefined()
    expect(screen.getByText('The boat was ready.')).toBeDefined()
    expect(screen.queryByText(/If something unusual|isn't refundable/)).toBeNull()
    cleanup()
  }
  show(<BookingDetailsChanges booking={booking} {...acts} />)
  expect(screen.getByRole('button', { name: 'Ask again' })).toBeDefined()
  vi.unstubAllGlobals()
})

test('whoever cancels after a refund reads what is left of what they paid', () => {
  const booking = { ...PAID_IN_FULL, status: 'CONFIRMED', refundedAmount: 860_000, refundableAmount: 140_000 } as const
  show(<CancelDialog booking={booking} onReschedule={noop} onCancelled={noop} onClose={noop} />)
  expect(screen.getByText("Your $1,400.00 deposit isn't refundable.")).toBeDefined()
})
