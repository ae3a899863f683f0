import { expect, test } from 'vitest'
import { refundable } from './refund-request.rules.ts'

test('cash and money already refunded cannot go back to the card', () => {
  expect(refundable({ paidAmount: 250_000, cashAmount: 180_000, refundedAmount: 35_000 })).toBe(35_000)
  expect(refundable({ paidAmount: 70_000, cashAmount: 0, refundedAmount: 70_000 })).toBe(0)
})
