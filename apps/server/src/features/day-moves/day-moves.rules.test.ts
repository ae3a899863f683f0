import { expect, test } from 'vitest'
import { choiceInWords, describeDepositBack } from './day-moves.rules.ts'

test('a refund message says where it went: card, gift voucher, or both', () => {
  const back = (amount: number, toCards: number) => describeDepositBack({ amount, toCards, status: 'DONE' }).message
  const toCard = 'will be refunded to your card. Your bank usually shows it within 5 to 10 business days.'
  expect(back(700_00, 700_00)).toBe(`Your booking is canceled. $700.00 ${toCard}`)
  expect(back(700_00, 0)).toBe('Your booking is canceled. $700.00 is back on your gift, and its code works again.')
  expect(back(700_00, 500_00)).toBe(
    `Your booking is canceled. $200.00 is back on your gift, and its code works again. $500.00 ${toCard}`,
  )
})

test('what was paid by hand is handed back, and whoever paid nothing owes nothing', () => {
  const contact = 'Please call us at (863) 555-0142.'
  const handed = `We'll hand your $700.00 back. ${contact}`
  expect(describeDepositBack(null, { byHand: 700_00, contact })).toEqual({
    success: true,
    message: `Your booking is canceled. ${handed}`,
  })
  const card = { amount: 350_00, toCards: 350_00, status: 'DONE' as const }
  expect(describeDepositBack(card, { byHand: 700_00, contact }).message).toMatch(
    /to your card\..+ We'll hand your \$700\.00/,
  )
  expect(describeDepositBack(null).message).toBe("Your booking is canceled, and you don't owe anything for that day.")
})

test('the email about a called-off day says what comes back, and how', () => {
  const another = 'A new date: pick any open morning'
  const back = (ways: string) => [
    `${another}, and everything you paid moves with you.`,
    `Or your money back: we'll cancel the booking${ways}.`,
  ]
  const [card, check, voucher] = [
    { method: 'CARD' as const, cents: 700_00 },
    { method: 'CHECK' as const, cents: 350_00 },
    { method: 'VOUCHER' as const, cents: 200_00 },
  ]
  expect(choiceInWords([card], true)).toEqual(back(' and refund $700.00 to your card'))
  const visa = { cardBrand: 'Visa', last4: '1111' }
  const mastercard = { cardBrand: 'Mastercard', last4: '4444' }
  expect(choiceInWords([{ ...card!, cards: [visa] }], true)).toEqual(
    back(' and refund $700.00 to the Visa ending in 1111'),
  )
  expect(choiceInWords([{ ...card!, cards: [visa, mastercard] }], true)).toEqual(
    back(' and refund $700.00 to the cards that paid'),
  )
  expect(choiceInWords([check], true)).toEqual(back(' and give back the $350.00 you paid by check'))
  expect(choiceInWords([voucher], true)).toEqual(back(' and put $200.00 back on your gift'))
  expect(choiceInWords([{ method: 'ZELLE', cents: 700_00 }], true)).toEqual(
    back(' and give back the $700.00 you paid by Zelle'),
  )
  expect(choiceInWords([card, check], true)).toEqual(
    back(', refund $700.00 to your card, and give back the $350.00 you paid by check'),
  )
  expect(choiceInWords([], true)).toEqual([`${another}.`, "Or cancel: you don't owe anything for that day."])
})

test('while no other morning is open, no new date is offered', () => {
  expect(choiceInWords([{ method: 'CASH', cents: 700_00 }], false)).toEqual([
    "Your money back: we'll cancel the booking and give back the $700.00 you paid in cash.",
  ])
  expect(choiceInWords([], false)).toEqual(["You can cancel: you don't owe anything for that day."])
})
