import type { ManualMethod, NewManualPayment } from '@arcadia/contract/admin/manual-payments'
import { MANUAL_METHODS } from '@arcadia/contract/manual-methods'
import { formatCents } from '@arcadia/contract/money'
import type { Db } from '../../database/transaction.ts'
import { findUser } from '../accounts/accounts.writes.ts'
import { type Runner, toldChange } from '../bookings/booking-change.writes.ts'
import { followMoneyIn, saysPaid } from '../bookings/money-due.service.ts'
import { divideAmongShares, settleShare } from '../shares/shares.writes.ts'
import { insertManualPayment } from './manual-payments.store.ts'

/** `in cash`, `by check`. */
export const formatMethod = (method: ManualMethod): string => MANUAL_METHODS[method].how

export const paymentRecorded = toldChange({
  name: 'payment-recorded',
  by: { staff: { who: 'the owner, the office or a guide', guest: 'manual-payment', owner: 'balance-paid-notice' } },
  frees: false,
})

/** Records a payment by hand that is owed, in the caller's transaction and under the day's lock. */
export async function writeManualPayment(
  tx: Db,
  now: Date,
  deps: Runner,
  {
    adminId,
    bookingId,
    payment: { amount, method, note, shareId },
    key,
    isAwaited,
  }: {
    adminId: number
    bookingId: number
    payment: NewManualPayment
    key: string | undefined
    isAwaited: boolean
  },
): Promise<void> {
  const parts = shareId === undefined ? await divideAmongShares(tx, bookingId, amount) : [{ shareId, cents: amount }]
  const shareIds = parts.map((part) => part.shareId)
  const says = await saysPaid(tx, { bookingId, shareIds, cents: amount, how: formatMethod(method) })
  // Before any of it counts, which would round again what the others ask for.
  for (const part of parts) if (part.shareId) await settleShare(tx, bookingId, part.shareId, part.cents)
  let paymentId: number | undefined
  for (const part of parts) {
    const id = await insertManualPayment(tx, {
      booking_id: bookingId,
      share_id: part.shareId,
      admin_id: adminId,
      method,
      amount_cents: part.cents,
      taken_cents: amount,
      reverses: null,
      note,
      // Of the first one: together they are one payment.
      idempotency_key: paymentId === undefined ? (key ?? null) : null,
      created_at: now,
    })
    paymentId ??= id
  }
  const maker = { by: 'staff' as const, adminId, booking: bookingId, isAwaited }
  const isOwners = (await findUser(tx, adminId))?.position === 'OWNER'
  await followMoneyIn(tx, now, deps, paymentRecorded, maker, {
    says,
    after: { amount: formatCents(amount), method, note },
    params: { paymentId },
    tells: { guest: true, owner: !isOwners },
  })
}
