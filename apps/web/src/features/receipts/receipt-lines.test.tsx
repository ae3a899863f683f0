import type { Receipts } from '@arcadia/contract/receipts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show.tsx'
import { StatementLines } from './receipt-lines.tsx'

const SUMS = {
  guest: 'Ada Angler',
  status: 'CANCELLED',
  totalAmount: 500_000,
  paid: 70_000,
  back: 0,
  canceledAmount: 0,
  chargedBackAmount: 0,
  forgivenAmount: 0,
  pendingAmount: 0,
  paidAmount: 70_000,
  depositAmount: 70_000,
  voucherAmount: 0,
  cashAmount: 0,
  refundedAmount: 0,
  refundableAmount: 70_000,
  surplusAmount: 0,
  refundAskedAt: null,
  refundDeclined: null,
  canceledByUs: false,
  wasCalledOff: false,
}

test.each([
  ['canceled', {}, "Trip total$5,000.00Paid$700.00Not owed anymore$4,300.00KeptIt isn't refundable$700.00"],
  [
    'canceled and partly given back',
    {
      ...{ paid: 500_000, paidAmount: 500_000, back: 150_000, refundedAmount: 150_000, refundableAmount: 350_000 },
      canceledByUs: true,
    },
    'Trip total$5,000.00Paid$5,000.00Refunded$1,500.00Still with us$3,500.00',
  ],
  [
    'canceled and wholly given back',
    { back: 70_000, refundedAmount: 70_000, refundableAmount: 0, canceledByUs: true },
    'Trip total$5,000.00Paid$700.00Refunded$700.00Not owed anymore$4,300.00Left to pay$0.00',
  ],
  [
    'missed',
    { status: 'COMPLETED', forgivenAmount: 430_000 },
    'Trip total$5,000.00Paid$700.00Not owed anymore$4,300.00Left to pay$0.00',
  ],
])('the statement of a %s trip adds up', (_, sums, says) => {
  const of = { receipts: [], tips: [], gift: null, trip: null, statement: { ...SUMS, ...sums } } as unknown as Receipts
  show(<StatementLines of={of} />)
  expect(screen.getByText('Trip total').closest('dl')!.textContent).toBe(says)
})
