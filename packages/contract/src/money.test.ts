import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CardAmount, centsToDecimal, formatCents, Money } from './money.ts'

test('dollars on the wire round-trip through whole cents', () => {
  for (let cents = 0; cents < 200_000; cents += 7) {
    const wire = z.encode(Money, cents)
    expect(z.decode(Money, JSON.parse(JSON.stringify(wire)))).toBe(cents)
  }
})

test.each([[1.005], [-1], ['1'], [Number.NaN], [0.001]])('%s is no amount', (wire) => {
  expect(z.safeDecode(Money, wire as number).success).toBe(false)
})

test("a card payment stays within the provider's limit", () => {
  expect(z.safeDecode(CardAmount, 99_999.99).success).toBe(true)
  expect(z.safeDecode(CardAmount, 100_000).success).toBe(false)
})

test('amounts are shown with two decimals', () => {
  expect(formatCents(140_050)).toBe('$1,400.50')
  expect(centsToDecimal(70_000)).toBe('700.00')
})
