import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import type { LedgerAttempt, LedgerSums } from './ledger.rules.ts'

export async function sumLedger(db: Db): Promise<LedgerSums> {
  const { rows } = await sql<LedgerSums>`
    select
      coalesce(sum(a.amount_cents) filter (where a.outcome in ('CAPTURED', 'VOIDED')), 0)::bigint as captured,
      coalesce(sum(a.amount_cents - given_back) filter (where a.outcome = 'CAPTURED' and a.booking_id is not null and not is_open), 0)::bigint as kept,
      (coalesce(sum(a.amount_cents) filter (where a.outcome = 'VOIDED'), 0)
        + (select coalesce(sum(amount_cents), 0) from refunds where outcome = 'REFUNDED'))::bigint as refunded,
      coalesce(sum(a.amount_cents - given_back) filter (where a.outcome = 'CAPTURED' and is_open), 0)::bigint as failures,
      (coalesce(sum(a.amount_cents) filter (where a.outcome is null), 0)
        + (select coalesce(sum(amount_cents), 0) from refunds where outcome is null))::bigint as unresolved
    from (
      select p.*, exists (
        select from payment_failures f where f.attempt_id = p.id and f.refund_id is null and f.kind = 'REFUNDABLE' and f.resolved_at is null
      ) as is_open,
      (select coalesce(sum(r.amount_cents), 0) from refunds r where r.attempt_id = p.id and r.outcome = 'REFUNDED') as given_back
      from payment_attempts p
    ) a`.execute(db)
  return rows[0]!
}

/** Every attempt made in one environment. */
export async function listLedgerAttempts(db: Db, environment: string): Promise<LedgerAttempt[]> {
  const rows = await db
    .selectFrom('payment_attempts')
    .select(['request_id', 'amount_cents', 'outcome', 'charge_id'])
    .select([refundedBy('REFUNDED').as('refunded'), refundedBy(null).as('refunding')])
    .where('environment', '=', environment)
    .execute()
  return rows.map((row) => ({
    requestId: row.request_id,
    amountCents: row.amount_cents,
    outcome: row.outcome,
    chargeId: row.charge_id,
    refundedCents: row.refunded,
    refundingCents: row.refunding,
  }))
}

/** What of a charge was given back, or is being given back. */
function refundedBy(outcome: 'REFUNDED' | null) {
  return sql<number>`(select coalesce(sum(r.amount_cents), 0)::integer from refunds r
    where r.attempt_id = payment_attempts.id and r.outcome is not distinct from ${outcome}::text)`
}
