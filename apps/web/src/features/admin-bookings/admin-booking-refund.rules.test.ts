import type { AdminBookingDetails } from '@arcadia/contract/admin/bookings'
import { expect, test } from 'vitest'
import { refundableOf } from './admin-booking-refund.rules.ts'

type Charge = AdminBookingDetails['charges'][number]
type Refund = AdminBookingDetails['refunds'][number]

const charge = (status: Charge['status'], amount = 35_000, refundedAmount = 0) =>
  ({ status, amount, refundedAmount }) as Charge
const refund = (status: Refund['status']) => ({ status }) as Refund

test('captured money that has not been refunded can be; declined attempts do not count', () => {
  const charges = [charge('DECLINED'), charge('CAPTURED'), charge('CAPTURED', 10_050)]
  expect(refundableOf({ charges, refunds: [refund('DONE')], refundableAmount: 45_050 })).toEqual({
    cents: 45_050,
    whyNotRefund: undefined,
    whyNotVoid: undefined,
  })
})

test('a partial refund allows another refund but no void', () => {
  expect(
    refundableOf({ charges: [charge('CAPTURED', 35_000, 5000)], refunds: [refund('DONE')], refundableAmount: 30_000 }),
  ).toEqual({
    cents: 30_000,
    whyNotRefund: undefined,
    whyNotVoid: 'Part of it was already refunded. Refund the rest instead.',
  })
})

test.each<[string, Charge[], Refund[]]>([
  ['Nothing to refund.', [charge('DECLINED'), charge('VOIDED')], []],
  ['Nothing to refund.', [], []],
  ['Everything paid by card has been refunded.', [charge('CAPTURED', 35_000, 35_000)], [refund('DONE')]],
  ["A refund is being processed. Please don't refund it again.", [charge('CAPTURED')], [refund('PROCESSING')]],
  [
    'A payment is still being confirmed. You can refund it once we know the result.',
    [charge('CAPTURED'), charge('PROCESSING')],
    [],
  ],
  [
    'A payment is still being confirmed. You can refund it once we know the result.',
    [charge('CAPTURED'), charge('NEEDS_REVIEW')],
    [],
  ],
])('neither: %s', (why, charges, refunds) => {
  const refundableAmount =
    charges.some(({ refundedAmount }) => refundedAmount > 0) || charges.every(({ status }) => status !== 'CAPTURED')
      ? 0
      : 35_000
  expect(refundableOf({ charges, refunds, refundableAmount })).toMatchObject({ whyNotRefund: why, whyNotVoid: why })
})
