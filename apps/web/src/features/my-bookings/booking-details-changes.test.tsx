import type { MyBooking } from '@arcadia/contract/bookings'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerWith, show } from '../../testing/show.tsx'
import { BookingDetailsChanges } from './booking-details-changes.tsx'
import { CancelDialog } from './cancel-dialog.tsx'

const PAID_IN_FULL = {
  id: 7,
  selectedDate: '2099-06-10',
  status: 'CANCELLED',
  numberOfGuests: 4,
  depositAmount: 140_000,
  paidAmount: 1_000_000,
  refundedAmount: 0,
  refundableAmount: 1_000_000,
  cashAmount: 0,
  canCancel: { ok: false, why: 'This booking was canceled.' },
  canMove: { ok: false, why: 'This booking was canceled.' },
} as MyBooking

const noop = () => {}
const acts = { onReschedule: noop, onDepositBack: noop, onRequestRefund: noop, onCancel: noop }

test.each([
  [
    'paid in full',
    {},
    "Your $1,400.00 deposit isn't refundable. You can ask for a refund of the other $8,600.00 you paid.",
  ],
  ['with a refund on its way', { refundableAmount: 140_000 }, "Your $1,400.00 deposit isn't refundable."],
])('a canceled trip, %s, says what its guest can still ask for', async (_, fields, says) => {
  answerWith({ 'GET /api/bookings/7/events': () => Response.json([]) })
  show(<BookingDetailsChanges booking={{ ...PAID_IN_FULL, ...fields }} isDayMoved={false} {...acts} />)
  expect(await screen.findByText(says)).toBeDefined()
})

test('whoever cancels after a refund reads what is left of what they paid', () => {
  const booking = { ...PAID_IN_FULL, status: 'CONFIRMED', refundedAmount: 860_000, refundableAmount: 140_000 } as const
  show(<CancelDialog booking={booking} onReschedule={noop} onCancelled={noop} onClose={noop} />)
  expect(screen.getByText("Your $1,400.00 deposit isn't refundable.")).toBeDefined()
})
