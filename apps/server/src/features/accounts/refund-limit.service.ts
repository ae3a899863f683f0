import { aboveRefundLimit } from '@arcadia/contract/admin/people'
import type { Cents } from '@arcadia/contract/money'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { findUser } from './accounts.store.ts'
import { refundLimitOf } from './people.store.ts'

/**
 * Why an admin may not refund `more` on a booking: together with all earlier refunds, of any kind and also those without an
 * answer yet, it would exceed the limit (docs/rules.md §22.4). Null if they may.
 */
export async function whyNotRefund(db: Db, adminId: number, bookingId: number, more: Cents): Promise<string | null> {
  if ((await findUser(db, adminId))?.position === 'OWNER') return null
  const { rows } = await sql<{ back: Cents }>`
    select (coalesce((select sum(cents) from money_back where booking_id = ${bookingId}), 0)
      + coalesce((select sum(r.amount_cents) from refunds r join refund_orders o on o.id = r.order_id
        where o.booking_id = ${bookingId} and r.outcome is null), 0)
      - coalesce((select sum(amount_cents) from manual_payments where booking_id = ${bookingId} and reverses is not null), 0)
    )::integer as back`.execute(db)
  const limit = await refundLimitOf(db)
  return rows[0]!.back + more > limit ? aboveRefundLimit(limit) : null
}

/** Call in the transaction that records the refund. @throws AppError `refund-above-limit` */
export async function demandMayRefund(...refund: Parameters<typeof whyNotRefund>): Promise<void> {
  const message = await whyNotRefund(...refund)
  if (message) throw new AppError('refund-above-limit', { message })
}
