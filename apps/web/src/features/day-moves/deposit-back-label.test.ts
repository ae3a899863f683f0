import { expect, test } from 'vitest'
import { depositBackLabel } from './deposit-back-label.ts'

const label = (refundableAmount: number) => depositBackLabel({ refundableAmount })

test('shows everything that goes back to the card, even above the deposit', () => {
  expect(label(35_000)).toBe('Refund $350.00')
  expect(label(500_000)).toBe('Refund $5,000.00')
  expect(label(365_000)).toBe('Refund $3,650.00')
  expect(label(0)).toBe('Cancel my booking')
})
