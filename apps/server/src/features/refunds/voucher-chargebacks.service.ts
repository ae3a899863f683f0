import type { recordVoucherChargeback } from '@arcadia/contract/admin/gift-vouchers'
import type { Input } from '@arcadia/contract/endpoint'
import { formatCents } from '@arcadia/contract/money'
import type { Base } from '../../base.ts'
import { inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { readLocked } from '../gift-vouchers/gift-vouchers.writes.ts'
import { writeTaken } from './chargebacks.service.ts'
import { findCharge, insertOrder, updateWonBack } from './refunds.store.ts'

/** What a bank took back of what a card paid for a gift voucher, which stays as good as it was (docs/rules.md §3.43). */
export function createVoucherChargebacks({ db, clock }: Pick<Base, 'db' | 'clock'>) {
  return {
    /** @throws AppError `voucher-not-found`, `charge-not-found`, `already-charged-back`, `more-than-refundable` */
    record: (
      admin: SignedIn,
      voucherId: number,
      { amount, takenOn, description }: Input<typeof recordVoucherChargeback>['body'],
    ): Promise<void> =>
      inTransaction(db, clock, async (tx, now) => {
        const { attempt_id } = await readLocked(tx, now, { id: voucherId })
        const charge = attempt_id === null ? undefined : await findCharge(tx, attempt_id)
        const order = await insertOrder(tx, {
          booking_id: null,
          voucher_id: voucherId,
          admin_id: admin.id,
          kind: 'CHARGED_BACK',
          asked_cents: amount,
          description,
          idempotency_key: null,
          created_at: now,
        })
        await writeTaken(tx, now, order, charge, { amount, takenOn })
        const after = { amount: formatCents(amount), takenOn, description }
        await recordChange(tx, admin.id, 'gift-voucher.charged-back', voucherId, null, after)
      }),

    /** @throws AppError `voucher-not-found`, `chargeback-not-found` */
    win: (admin: SignedIn, voucherId: number): Promise<void> =>
      inTransaction(db, clock, async (tx, now) => {
        await readLocked(tx, now, { id: voucherId })
        const cents = await updateWonBack(tx, now, { voucherId })
        if (cents === undefined) throw new AppError('chargeback-not-found')
        const after = { amount: formatCents(cents) }
        await recordChange(tx, admin.id, 'gift-voucher.chargeback-won', voucherId, null, after)
      }),
  }
}
