import { aboveRefundLimit } from '@arcadia/contract/admin/people'
import type { Cents } from '@arcadia/contract/money'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { findUser } from './accounts.store.ts'
import { refundLimitOf } from './people.store.ts'

/**
 * In the transaction that writes it down: what went back of a booking, in whichever way, and `more` that is about to
 * (docs/rules.md §22.4).
 * @throws AppError `refund-above-limit`
 */
export async function demandMayRefund(tx: Db, adminId: number, bookingId: number, more: Cents): Promise<void> {
  if ((await findUser(tx, adminId))?.position === 'OWNER') return
  const { rows } = await sql<{ back: Cents }>`
    select (coalesce((select sum(cents) from money_back where booking_id = ${bookingId}), 0)
      - coalesce((select sum(amount_cents) from manual_payments where booking_id = ${bookingId} and reverses is not null), 0)
    )::integer as back`.execute(tx)
  const limit = await refundLimitOf(tx)
  if (rows[0]!.back + more > limit) throw new AppError('refund-above-limit', { message: aboveRefundLimit(limit) })
}
