import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

/** In cents. `captured` includes payments refunded later. */
export async function sumBooks(db: Db) {
  const { rows } = await sql<
    Record<'captured' | 'kept' | 'refunded' | 'chargedBack' | 'failures' | 'unresolved', number>
  >`
    select
      coalesce(sum(a.amount_cents) filter (where a.outcome in ('CAPTURED', 'VOIDED')), 0)::bigint as captured,
      coalesce(sum(a.amount_cents - given_back) filter (where a.outcome = 'CAPTURED' and (a.booking_id is not null or a.kind not in ('DEPOSIT', 'BALANCE')) and not is_open), 0)::bigint as kept,
      (coalesce(sum(a.amount_cents) filter (where a.outcome = 'VOIDED'), 0)
        + (select coalesce(sum(back_cents - charged_back_cents), 0) from charges))::bigint as refunded,
      (select coalesce(sum(charged_back_cents), 0) from charges)::bigint as "chargedBack",
      coalesce(sum(a.amount_cents - given_back) filter (where a.outcome = 'CAPTURED' and is_open), 0)::bigint as failures,
      ((select coalesce(sum(amount_cents), 0) from payment_attempts where outcome is null)
        + (select coalesce(sum(amount_cents), 0) from refunds where outcome is null))::bigint as unresolved
    from (
      select p.outcome, p.kind, p.booking_id, p.amount_cents, f.attempt_id is not null as is_open, coalesce(r.cents, 0) as given_back
      from payment_attempts p
      left join (select distinct attempt_id from payment_failures
        where refund_id is null and kind = 'REFUNDABLE' and resolved_at is null) f on f.attempt_id = p.id
      left join (select attempt_id, sum(amount_cents) as cents from refunds where outcome = 'REFUNDED'
        group by attempt_id) r on r.attempt_id = p.id
      where p.outcome in ('CAPTURED', 'VOIDED')
    ) a`.execute(db)
  return rows[0]!
}
