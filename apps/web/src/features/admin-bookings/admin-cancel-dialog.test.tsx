import type { AdminBooking } from '@arcadia/contract/bookings'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
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
  chargedBackAmount: 0,
  refundableAmount: 0,
  keptByHand: 700_00,
  paymentId: null,
}
const show = (booking: object, onCancel = vi.fn()) => {
  showToAdmin(
    <AdminCancelDialog
      booking={{ ...BOOKING, ...booking } as unknown as AdminBooking}
      onCancel={onCancel}
      onClose={() => {}}
    />,
  )
  return onCancel
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('what was paid by hand is given back by hand or kept, and the guest reads why', () => {
  const onCancel = show({})
  expect(screen.getByText(/\$700\.00 was paid by hand, so you give it back by hand/)).toBeDefined()
  fireEvent.change(screen.getByLabelText(/^Why/), { target: { value: ' The engine is down. ' } })
  expect(screen.getByText("Rex reads this in the email and on the trip's page.")).toBeDefined()
  press('Cancel and give back $700.00')
  press('Cancel and keep $700.00')
  expect(onCancel.mock.calls).toEqual([
    [true, 'The engine is down.'],
    [false, 'The engine is down.'],
  ])
})

test('each kind of money is named, and the button has their sum', () => {
  show({ refundableAmount: 350_00 })
  expect(screen.getByText('$350.00 goes to the card or gift voucher it was paid with.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Cancel and give back $1,050.00' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Cancel and keep $1,050.00' })).toBeDefined()
})

test('with nothing paid there is nothing to choose', () => {
  show({ keptByHand: 0 })
  expect(screen.queryByText(/by hand/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Cancel the booking' })).toBeDefined()
})
