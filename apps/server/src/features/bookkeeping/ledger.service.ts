import type { checkLedger } from '@arcadia/contract/admin/bookkeeping'
import type { Output } from '@arcadia/contract/endpoint'
import { formatCents } from '@arcadia/contract/money'
import { sql } from 'kysely'
import type { Base } from '../../base.ts'
import type { Db } from '../../database/transaction.ts'
import { readComparison } from './comparison.service.ts'
import { readLostCharges } from './lost-charges.service.ts'

/** Checks that our books balance, and adds what the last comparison with the provider found (docs/rules.md §3.18). */
export async function readLedger(
  deps: Pick<Base, 'db' | 'clock' | 'environment'>,
): Promise<Output<typeof checkLedger>> {
  const now = deps.clock.now()
  const { sums, imbalances } = await sumLedger(deps.db)
  const comparison = await readComparison(deps.db, deps.environment, now)
  const lost = await readLostCharges(deps.db, deps.environment)
  const differences = [...imbalances, ...(comparison?.differences ?? []), ...lost.map(({ text }) => text)]
  return { ...sums, differences, balanced: differences.length === 0, checkedAt: now.toISOString(), comparison, lost }
}

/** Sums of our books in cents, and any imbalance. `captured` includes payments refunded later. */
export async function sumLedger(db: Db) {
  const { rows } = await sql<Record<'captured' | 'kept' | 'refunded' | 'failures' | 'unresolved', number>>`
    select
      coalesce(sum(a.amount_cents) filter (where a.outcome in ('CAPTURED', 'VOIDED')), 0)::bigint as captured,
      coalesce(sum(a.amount_cents - given_back) filter (where a.outcome = 'CAPTURED' and (a.booking_id is not null or a.kind not in ('DEPOSIT', 'BALANCE')) and not is_open), 0)::bigint as kept,
      (coalesce(sum(a.amount_cents) filter (where a.outcome = 'VOIDED'), 0)
        + (select coalesce(sum(amount_cents), 0) from refunds where outcome = 'REFUNDED' and attempt_id is not null))::bigint as refunded,
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
  const sums = rows[0]!
  const { captured, kept, refunded, failures } = sums
  const imbalance = `Captured ${formatCents(captured)} doesn't equal kept ${formatCents(kept)} plus refunded ${formatCents(refunded)} plus open failures ${formatCents(failures)}.`
  return { sums, imbalances: captured === kept + refunded + failures ? [] : [imbalance] }
}
