import type { Booking } from '@arcadia/contract/bookings'
import { expect, test } from 'vitest'
import { depositBackLabel } from './deposit-back-label.ts'

const label = (paidAmount: number, cashAmount = 0, refundedAmount = 0) =>
  depositBackLabel({ paidAmount, cashAmount, refundedAmount } as Booking)

test('shows everything that goes back to the card, even above the deposit', () => {
  expect(label(35_000)).toBe('Refund $350.00')
  expect(label(500_000)).toBe('Refund $5,000.00')
  expect(label(500_000, 100_000, 35_000)).toBe('Refund $3,650.00')
  expect(label(100_000, 100_000)).toBe('Cancel my booking')
})
