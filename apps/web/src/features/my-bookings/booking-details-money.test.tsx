import type { MyTrip } from '@arcadia/contract/trips'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/show.tsx'
import { besidePaid } from '../bookings/beside-paid.tsx'
import { BookingDetailsMoney, paymentsOf } from './booking-details-money.tsx'
import { BookingStatusTag } from './booking-details-status.tsx'

const BOOKED = {
  id: 7,
  selectedDate: '2099-06-10',
  status: 'CONFIRMED',
  totalAmount: 500_000,
  depositAmount: 70_000,
  paidAmount: 0,
  refundedAmount: 0,
  chargedBackAmount: 0,
  forgivenAmount: 0,
  pendingAmount: 500_000,
  depositUntil: null,
  split: { shares: [], rest: 500_000 },
} as unknown as MyTrip

test('a phone booking is asked for the deposit first', () => {
  const pay = vi.fn()
  show(<BookingDetailsMoney booking={BOOKED} onPayBalance={pay} />)
  fireEvent.click(screen.getByRole('button', { name: 'Pay the deposit now' }))
  expect(pay).toHaveBeenCalledOnce()
})

test('what is not asked for anymore stands beside what is paid, so that the sums add up', () => {
  const missed = { status: 'COMPLETED', outcome: 'NO_SHOW', packageType: 'TROPHY', numberOfGuests: 2 } as const
  const booking = {
    ...BOOKED,
    ...missed,
    paidAmount: 70_000,
    refundedAmount: 20_000,
    forgivenAmount: 450_000,
    pendingAmount: 0,
  }
  show(
    <>
      <BookingStatusTag booking={booking} />
      <BookingDetailsMoney booking={booking} onPayBalance={() => {}} />
    </>,
  )
  const [summary] = screen.getAllByText('Total').map((label) => label.closest('dl')!.textContent)
  expect(summary).toBe('Total$5,000.00Deposit$700.00Paid$700.00Refunded$200.00Not owed anymore$4,500.00Balance$0.00')
  expect(screen.getByText('Missed trip')).toBeDefined()
})

test('refunds stand among the payments, and what went back on a gift is named', () => {
  const event = (kind: string) => ({ happenedAt: new Date(0), kind, description: kind })
  expect(paymentsOf(['paid', 'rescheduled', 'refunded'].map(event)).map(({ kind }) => kind)).toEqual([
    'paid',
    'refunded',
  ])
  const back = { refundedAmount: 70_000, chargedBackAmount: 0, canceledAmount: 0, forgivenAmount: 0 }
  const named = (refundedToVouchers: number) =>
    besidePaid({ ...back, refundedToVouchers }, 'the Visa ending in 1111').flatMap((row) => (row ? row.label : []))
  expect(named(0)).toEqual(['Refunded to the Visa ending in 1111'])
  expect(named(20_000)).toEqual(['Refunded to the Visa ending in 1111', 'Refunded to the gift'])
  expect(named(70_000)).toEqual(['Refunded to the gift'])
})
