import { expect, test } from 'vitest'
import { depositBackLabel } from './deposit-back-label.ts'

const label = (
  refundableAmount: number,
  cashAmount = 0,
  vouchers = { refundableToVouchers: 0, endedVoucherAmount: 0 },
) => depositBackLabel({ refundableAmount, cashAmount, ...vouchers })

test('shows everything that goes back to the card, even above the deposit', () => {
  expect(label(35_000)).toBe('Refund $350.00')
  expect(label(500_000)).toBe('Refund $5,000.00')
  expect(label(365_000)).toBe('Refund $3,650.00')
  expect(label(35_000, 70_000)).toBe('Refund $350.00')
  expect(label(0)).toBe('Cancel my booking')
  expect(label(0, 70_000)).toBe('Cancel and get $700.00 back')
})

test('what goes back on a gift voucher is no refund to a card', () => {
  const vouchers = { refundableToVouchers: 50_000, endedVoucherAmount: 0 }
  expect(label(500_000, 0, vouchers)).toBe('Get $5,000.00 back')
  expect(label(500_000, 0, { refundableToVouchers: 0, endedVoucherAmount: 50_000 })).toBe('Refund $4,500.00')
})
