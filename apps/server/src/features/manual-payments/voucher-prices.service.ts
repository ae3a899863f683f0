import type { ManualMethod } from '@arcadia/contract/admin/manual-payments'
import type { Cents } from '@arcadia/contract/money'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { demandMayGiveBack } from '../people/refund-limit.ts'
import { findPriceOfVoucher, insertManualPayment } from './manual-payments.store.ts'

// What was paid by hand for a gift voucher, in the transaction that sells it or ends it.

export async function writePriceOfVoucher(
  tx: Db,
  now: Date,
  adminId: number,
  { voucherId, amount, method, note }: { voucherId: number; amount: Cents; method: ManualMethod; note: string | null },
): Promise<void> {
  await insertManualPayment(tx, {
    booking_id: null,
    voucher_id: voucherId,
    admin_id: adminId,
    method,
    amount_cents: amount,
    reverses: null,
    note,
    idempotency_key: null,
    created_at: now,
  })
}

/** @throws AppError `voucher-not-sold-by-hand`, `refund-above-limit` */
export async function reversePriceOfVoucher(
  tx: Db,
  now: Date,
  adminId: number,
  voucherId: number,
  { reason, isGivenBack }: { reason: string; isGivenBack: boolean },
): Promise<void> {
  const price = await findPriceOfVoucher(tx, voucherId)
  if (!price) throw new AppError('voucher-not-sold-by-hand')
  const { method, amount_cents } = price
  await demandMayGiveBack(tx, adminId, amount_cents)
  await insertManualPayment(tx, {
    booking_id: null,
    voucher_id: voucherId,
    admin_id: adminId,
    method,
    amount_cents: -amount_cents,
    reverses: price.id,
    is_given_back: isGivenBack,
    note: reason,
    idempotency_key: null,
    created_at: now,
  })
}
