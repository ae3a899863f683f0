import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { readEquations } from './equations.ts'
import { withoutTriggers } from './postgres.ts'
import type { System } from './system.ts'

/** Compares our payments with the provider's ledger to the cent. Returns one sentence per difference. */
export async function differencesInBooks({ pool, provider }: Pick<System, 'pool' | 'provider'>): Promise<string[]> {
  const charges = new Map((await provider.ledger()).map((charge) => [charge.requestId, charge]))
  const { rows } = await pool.query<{ request: string; outcome: string | null; cents: number; back: number }>(`
    select a.request_id as request, a.outcome, a.amount_cents as cents,
      coalesce((select sum(r.amount_cents) from refunds r join refund_orders o on o.id = r.order_id
        where r.attempt_id = a.id and r.outcome = 'REFUNDED' and o.kind <> 'CHARGED_BACK'), 0)::integer as back
    from payment_attempts a`)
  const differences: string[] = []
  for (const { request, outcome, cents, back } of rows) {
    const charge = charges.get(request)
    charges.delete(request)
    const theirs = charge ? charge.capturedCents - charge.refundedCents - charge.voidedCents : 0
    const ours = outcome === 'CAPTURED' ? cents - back : 0
    if (theirs !== ours) differences.push(`${request} (${outcome}): ${ours} cents here, ${theirs} at the provider`)
  }
  for (const { requestId, capturedCents } of charges.values())
    if (capturedCents) differences.push(`${requestId}: ${capturedCents} cents at the provider only`)
  return differences
}

/** Counts captured charges not refunded and tied to no booking, tip, gift voucher or issue on the owner's list. */
export async function orphans(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(`
    select count(*)::integer as n from payment_attempts a
    where a.outcome = 'CAPTURED' and a.booking_id is null and not exists (select from tips t where t.attempt_id = a.id)
      and not exists (select from gift_vouchers v where v.attempt_id = a.id and v.issued_at is not null)
      and not exists (select from payment_failures f where f.attempt_id = a.id)
      and a.amount_cents > coalesce(
        (select sum(r.amount_cents) from refunds r where r.attempt_id = a.id and r.outcome = 'REFUNDED'), 0)`)
  return rows[0]!.n
}

/** Gift vouchers spent beyond their value, and bookings refunded beyond what was paid. */
async function overdrawn(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(`
    select 'gift voucher ' || v.id as what from gift_vouchers v
      join gift_voucher_uses u on u.voucher_id = v.id and u.freed_at is null
      group by v.id having sum(u.cents) not between 0 and greatest(v.cents, max(u.worth_cents))
    union all
    select 'booking ' || b.id from bookings b
      where (select coalesce(sum(cents), 0) from money_back m where m.booking_id = b.id)
        > (select coalesce(sum(cents), 0) from money_in m where m.booking_id = b.id)`)
  return rows.map(({ what }) => what)
}

/** Everything wrong with the money, one sentence per problem. */
export async function problemsInBooks(system: Pick<System, 'pool' | 'provider'>): Promise<string[]> {
  const stray = await orphans(system.pool)
  return [
    ...(await differencesInBooks(system)),
    ...(await overdrawn(system.pool)),
    ...(await readEquations(system)).wrong,
    ...(stray ? [`${stray} captured charges belong to nothing`] : []),
  ]
}

/** Waits until no payment or refund is pending. Returns the seconds it took, or undefined on timeout. */
export async function untilSettled(pool: pg.Pool, seconds: number): Promise<number | undefined> {
  const started = Date.now()
  while (Date.now() - started < seconds * 1000) {
    const { rows } = await pool
      .query<{ n: number }>(
        `select (select count(*) from payment_attempts where outcome is null)
          + (select count(*) from refunds where outcome is null) as n`,
      )
      .catch(() => ({ rows: [{ n: 1 }] }))
    if (Number(rows[0]!.n) === 0) return (Date.now() - started) / 1000
    await delay(250)
  }
  return undefined
}

/** What is under way at the provider, in sentences: why it is, and when it is tried again. */
export async function listUnsettled(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(`
    select format('payment %s, %s s old, %s tries, next in %s s, leased for %s s: %s', id,
        extract(epoch from now() - started_at)::integer, tries, extract(epoch from next_try_at - now())::integer,
        extract(epoch from leased_until - now())::integer, last_problem) as what
      from payment_attempts where outcome is null
    union all
    select format('refund %s, %s s old, %s tries, next in %s s, leased for %s s: %s', id,
        extract(epoch from now() - created_at)::integer, tries, extract(epoch from next_try_at - now())::integer,
        extract(epoch from leased_until - now())::integer, last_problem)
      from refunds where outcome is null`)
  return rows.map(({ what }) => what)
}

/** Negative control for the checks above: runs `check` while our books list one charge a cent too high. */
export async function withOneCentMore<T>(pool: pg.Pool, check: () => Promise<T>): Promise<T> {
  const change = (cents: number) =>
    withoutTriggers(pool, (client) =>
      client.query(
        `update payment_attempts set amount_cents = amount_cents + $1
          where id = (select min(id) from payment_attempts where outcome = 'CAPTURED')`,
        [cents],
      ),
    )
  await change(1)
  return check().finally(() => change(-1))
}
