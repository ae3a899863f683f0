import { expect, test } from 'vitest'
import { describeDepositBack } from './day-moves.rules.ts'

test('a refund message says where it went: card, gift voucher, or both', () => {
  const back = (amount: number, toCards: number) => describeDepositBack({ amount, toCards, status: 'DONE' }).message
  const toCard = 'will be refunded to your card. Your bank usually shows it within 5 to 10 business days.'
  expect(back(700_00, 700_00)).toBe(`Your booking is cancelled, and $700.00 ${toCard}`)
  expect(back(700_00, 0)).toBe('Your booking is cancelled, and $700.00 is back on your gift voucher.')
  expect(back(700_00, 500_00)).toBe(
    `Your booking is cancelled, and $200.00 is back on your gift voucher. $500.00 ${toCard}`,
  )
})
