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
}

test.each([
  ['canceled', {}, 'Trip total$5,000.00Paid$700.00Not owed anymore$4,300.00Left to pay$0.00'],
  [
    'canceled and partly given back',
    { paid: 500_000, back: 150_000 },
    'Trip total$5,000.00Paid$5,000.00Refunded$1,500.00Paid, less what went back$3,500.00',
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
