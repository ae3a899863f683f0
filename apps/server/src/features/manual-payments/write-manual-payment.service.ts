import type { ManualMethod, NewManualPayment } from '@arcadia/contract/admin/manual-payments'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import type { Db } from '../../database/transaction.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/record-change.ts'
import { recordBookingEvent } from '../bookings/book-hold.service.ts'
import { insertManualPayment } from './manual-payments.store.ts'

/** `in cash`, `by check`. */
export const formatMethod = (method: ManualMethod) => (method === 'CASH' ? 'in cash' : 'by check')

/** Records a cash or check payment. The caller checked that it is owed, in the same transaction and under the day's lock. */
export async function writeManualPayment(
  tx: Db,
  now: Date,
  {
    adminId,
    booking: { id: bookingId, email },
    payment: { amount, method, note },
    key,
  }: {
    adminId: number
    booking: Pick<AdminBooking, 'id' | 'email'>
    payment: NewManualPayment
    key: string | undefined
  },
): Promise<void> {
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
  await enqueueMail(tx, now, { kind: 'manual-payment', to: email, params: { paymentId, bookingId } })
}
