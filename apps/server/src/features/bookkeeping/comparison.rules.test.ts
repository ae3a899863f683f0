import { expect, test } from 'vitest'
import type { ProviderCharge } from '../provider/provider.ts'
import { differenceOf } from './comparison.rules.ts'

const own = { attemptId: 1, chargeId: 'C1', realmId: '1', amountCents: 350_00, refundedCents: 0, refundingCents: 0 }
const found = (charge: Partial<ProviderCharge>) =>
  ({
    kind: 'found',
    charge: {
      chargeId: 'C1',
      status: 'captured',
      amountCents: 350_00,
      refundedCents: 0,
      isSettled: false,
      ...charge,
    },
  }) as const

test('matching books have no difference: settled or not, partly or fully refunded, or voided', () => {
  expect(differenceOf(own, found({}))).toBeNull()
  expect(differenceOf(own, found({ isSettled: true }))).toBeNull()
  expect(differenceOf({ ...own, refundedCents: 50_00 }, found({ status: 'refunded', refundedCents: 50_00 }))).toBeNull()
  expect(differenceOf({ ...own, refundedCents: 350_00 }, found({ status: 'cancelled' }))).toBeNull()
  expect(
    differenceOf({ ...own, refundedCents: 350_00 }, found({ status: 'cancelled', refundedCents: 350_00 })),
  ).toBeNull()
})

test('a refund in progress may already be at the provider', () => {
  expect(differenceOf({ ...own, refundingCents: 50_00 }, found({}))).toBeNull()
  expect(
    differenceOf({ ...own, refundingCents: 50_00 }, found({ status: 'refunded', refundedCents: 50_00 })),
  ).toBeNull()
  expect(differenceOf({ ...own, refundingCents: 50_00 }, found({ refundedCents: 70_00 }))).toMatch('refunded $70.00')
})

test.each([
  [found({ status: 'cancelled' }), 'canceled charge C1 of $350.00; our books have $0.00 as refunded'],
  [found({ status: 'refunded', refundedCents: 40_00 }), 'refunded $40.00 of charge C1'],
  [found({ status: 'declined' }), 'as declined'],
  [found({ status: 'other' }), 'may be disputed'],
  [found({ amountCents: 100_00 }), 'as $100.00'],
  [{ kind: 'missing' } as const, 'has no record of charge C1'],
])('a difference shows both figures', (answer, sentence) => {
  expect(differenceOf(own, answer)).toMatch(sentence)
})

test('a refund the provider undid later is a difference', () => {
  expect(differenceOf({ ...own, refundedCents: 50_00 }, found({}))).toMatch('our books have $50.00 as refunded')
})

test('no answer is neither a match nor a difference', () => {
  expect(differenceOf(own, { kind: 'unknown', problem: 'HTTP 500' })).toBeUndefined()
  expect(differenceOf(own, found({ amountCents: Number.NaN }))).toBeUndefined()
})
