import type { AdminBooking } from '@arcadia/contract/bookings'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showToAdmin } from '../../testing/show.tsx'
import { AdminCancelDialog } from './admin-cancel-dialog.tsx'

const BOOKING = {
  id: 7,
  firstName: 'Rex',
  lastName: 'Hall',
  email: 'rex@example.com',
  selectedDate: '2099-06-10',
  numberOfGuests: 2,
  paidAmount: 700_00,
  refundedAmount: 0,
  refundableAmount: 0,
  cashAmount: 700_00,
  paymentId: null,
}
const show = (booking: object) =>
  showToAdmin(
    <AdminCancelDialog
      booking={{ ...BOOKING, ...booking } as unknown as AdminBooking}
      onCancel={() => {}}
      onClose={() => {}}
    />,
  )

test('what was paid by hand stays, and how it goes back is said', () => {
  show({})
  expect(screen.getByText(/\$700\.00 was paid by hand and stays with you/)).toBeDefined()
})

test('nothing is said of what was given back, or paid by card', () => {
  show({ refundedAmount: 700_00 })
  show({ cashAmount: 0, refundableAmount: 700_00 })
  expect(screen.queryByText(/by hand/)).toBeNull()
})
