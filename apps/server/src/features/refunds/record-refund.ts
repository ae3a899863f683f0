import { formatCents } from '@arcadia/contract/money'
import type { Db } from '../../database/transaction.ts'
import { recordChange } from '../audit-log/record-change.ts'
import { sumOf } from './refunds.rules.ts'
import { getOrder, listRefunds, type OrderRow, type RefundRow } from './refunds.store.ts'

/** What an admin orders to go back, in the transaction that writes it down; whether it went is another entry. */
export async function recordOrder(tx: Db, orderId: number, refundedBefore: number): Promise<void> {
  const order = await getOrder(tx, orderId)
  const cents = sumOf(await listRefunds(tx, orderId), null)
  await recordChange(tx, {
    ...entryOf(order, order.kind === 'VOID' ? 'void-ordered' : 'refund-ordered'),
    before: { refunded: formatCents(refundedBefore) },
    after: { amount: formatCents(cents), description: order.description },
  })
}

/** What became of an order, in the name of who gave it: of one with several charges a part may go and a part be refused. */
export async function recordOutcome(tx: Db, order: OrderRow, refunds: readonly RefundRow[]): Promise<void> {
  const [refunded, refused] = [sumOf(refunds, 'REFUNDED'), sumOf(refunds, 'REFUSED')]
  if (refunded > 0)
    await recordChange(tx, {
      ...entryOf(order, order.kind === 'VOID' ? 'voided' : 'refunded'),
      before: null,
      after: { amount: formatCents(refunded) },
    })
  if (refused > 0)
    await recordChange(tx, {
      ...entryOf(order, order.kind === 'VOID' ? 'void-refused' : 'refund-refused'),
      before: null,
      after: {
        amount: formatCents(refused),
        why: refunds.find(({ outcome }) => outcome === 'REFUSED')?.last_problem ?? null,
      },
    })
}

function entryOf(order: OrderRow, deed: string) {
  return {
    adminId: order.admin_id,
    action: `booking.${deed}` as const,
    subject: { kind: 'booking', id: order.booking_id },
  }
}
