import type { Booking } from '@arcadia/contract/bookings'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { BookingDetailsMoney } from './booking-details-money.tsx'

const BOOKED = {
  id: 7,
  selectedDate: '2099-06-10',
  status: 'CONFIRMED',
  totalAmount: 500_000,
  depositAmount: 70_000,
  paidAmount: 0,
  refundedAmount: 0,
  pendingAmount: 500_000,
  depositUntil: null,
} as Booking

test('a phone booking is asked for the deposit first', () => {
  const pay = vi.fn()
  show(<BookingDetailsMoney booking={BOOKED} onPayBalance={pay} />)
  fireEvent.click(screen.getByRole('button', { name: 'Pay the deposit now' }))
  expect(pay).toHaveBeenCalledOnce()
})
