import { expect, test } from 'vitest'
import { depositAsked, depositDue } from './bookings.ts'
import { splitBack, splitKept } from './split-kept.ts'

test.each([
  // Booked by phone; partly paid; grown by one angler.
  [{ totalAmount: 500_000, depositAmount: 70_000, paidAmount: 0 }, 70_000],
  [{ totalAmount: 500_000, depositAmount: 70_000, paidAmount: 10_000 }, 60_000],
  [{ totalAmount: 750_000, depositAmount: 105_000, paidAmount: 70_000 }, 35_000],
  // Paid; equal to the balance; no deposit.
  [{ totalAmount: 500_000, depositAmount: 70_000, paidAmount: 70_000 }, undefined],
  [{ totalAmount: 70_000, depositAmount: 70_000, paidAmount: 0 }, undefined],
  [{ totalAmount: 500_000, depositAmount: 0, paidAmount: 0 }, undefined],
])('of %o the deposit due is %s', (money, due) => {
  const pendingAmount = money.totalAmount - money.paidAmount
  expect(depositDue({ ...money, pendingAmount })).toBe(due)
})

test.each([
  // Before the day; on it; where no card pays a balance; while the spots are kept for the deposit.
  [{}, { today: '2027-05-19', isBalanceByCard: true }, 70_000],
  [{}, { today: '2027-05-20', isBalanceByCard: true }, undefined],
  [{}, { today: '2027-05-20', isBalanceByCard: false }, 70_000],
  [{ depositUntil: new Date('2027-05-20T12:00:00Z') }, { today: '2027-05-20', isBalanceByCard: true }, 70_000],
])('of a booking %o that is paid %o a card is asked first for %s', (more, when, asked) => {
  const money = { totalAmount: 500_000, depositAmount: 70_000, pendingAmount: 500_000 }
  expect(depositAsked({ ...money, selectedDate: '2027-05-20', depositUntil: null, ...more }, when)).toBe(asked)
})

test('what can be asked for is "the other" sum only where it and the deposit are all that was paid', () => {
  const paid = { depositAmount: 70_000, surplusAmount: 0, paidAmount: 600_000, voucherAmount: 0 }
  expect(splitKept(600_000, paid).restInWords).toBe('the other $5,300.00 you paid')
  expect(splitKept(600_000, { ...paid, surplusAmount: 100_000 }).restInWords).toBe('$5,000.00 of what you paid')
})

test('a trip that a gift paid had no deposit: what does not go back is the gift', () => {
  const gift = { depositAmount: 70_000, surplusAmount: 0, paidAmount: 600_000, voucherAmount: 600_000 }
  const wordsOf = (kept: number, more = {}) => {
    const { says, rest, restInWords } = splitKept(kept, { ...gift, ...more })
    return [says, ...(rest > 0 ? [restInWords] : [])]
  }
  expect(wordsOf(600_000)).toEqual(["$700.00 of your gift isn't refundable.", 'the other $5,300.00'])
  expect(wordsOf(600_000, { surplusAmount: 100_000 })).toEqual([
    "$700.00 of your gift isn't refundable.",
    '$5,000.00 of it',
  ])
  expect(wordsOf(70_000)).toEqual(["$700.00 of your gift isn't refundable."])
  const deposit = ["Your $700.00 deposit isn't refundable."]
  expect(wordsOf(70_000, { paidAmount: 70_000, voucherAmount: 70_000 }), 'it paid the deposit').toEqual(deposit)
  expect(wordsOf(70_000, { voucherAmount: 100_000 }), 'a card paid too').toEqual(deposit)
})

test('of a called-off day each sum goes back where it came from', () => {
  const back = (more: Partial<Parameters<typeof splitBack>[0]>) =>
    splitBack({ refundableAmount: 500_000, refundableToVouchers: 0, endedVoucherAmount: 0, cashAmount: 0, ...more })
  const wordsOf = (more: Parameters<typeof back>[0]) => back(more).ways.map(({ says }) => says)
  expect(wordsOf({})).toEqual(['$5,000.00 will be refunded to your card.'])
  expect(wordsOf({ refundableToVouchers: 50_000 })).toEqual([
    '$4,500.00 will be refunded to your card.',
    '$500.00 goes back on your gift, and its code works again.',
  ])
  expect(back({ endedVoucherAmount: 50_000 }).refund).toBe(450_000)
  expect(wordsOf({ refundableAmount: 0, cashAmount: 50_000 })).toEqual(["We'll hand your $500.00 back."])
  expect(wordsOf({ refundableAmount: 50_000, endedVoucherAmount: 50_000 })).toEqual([
    "We'll be in touch about the $500.00 you paid with a gift that can't be used anymore.",
  ])
  expect(wordsOf({ refundableAmount: 0 })).toEqual([])
})
