import type { ManualMethod, NewManualPayment } from '@arcadia/contract/admin/manual-payments'
import { formatCents } from '@arcadia/contract/money'
import type { Db } from '../../database/transaction.ts'
import type { MailContent } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { recordBookingEvent } from '../bookings/book-hold.service.ts'
import { insertManualPayment } from './manual-payments.store.ts'

/** `in cash`, `by check`. */
export const formatMethod = (method: ManualMethod) => (method === 'CASH' ? 'in cash' : 'by check')

/**
 * Records a cash or check payment, and returns its email. The caller checked that it is owed, in the same transaction and under the
 * day's lock.
 */
export async function writeManualPayment(
  tx: Db,
  now: Date,
  {
    adminId,
    bookingId,
    payment: { amount, method, note },
    key,
  }: {
    adminId: number
    bookingId: number
    payment: NewManualPayment
    key: string | undefined
  },
): Promise<MailContent> {
  const paymentId = await insertManualPayment(tx, {
    booking_id: bookingId,
    admin_id: adminId,
    method,
    amount_cents: amount,
    reverses: null,
    note,
    idempotency_key: key ?? null,
    created_at: now,
  })
  await recordBookingEvent(tx, now, bookingId, 'paid', `${formatCents(amount)} paid ${formatMethod(method)}.`)
  const after = { amount: formatCents(amount), method, note }
  await recordChange(tx, adminId, 'booking.payment-recorded', bookingId, null, after)
  return { kind: 'manual-payment', params: { paymentId, bookingId } }
}
