import type { Generated } from 'kysely'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { type MerchantAccount, madeWithAccount } from '../provider/merchant-account.ts'
import type { RefundableCharge } from './refunds.rules.ts'

/** Made at the provider by somebody else's hand, and written down afterwards. */
export type OutsideKind = 'PROVIDER_CANCELLED' | 'MADE_OUTSIDE'

export interface RefundOrdersTable {
  id: Generated<number>
  booking_id: number
  admin_id: number
  kind: 'REFUND' | 'VOID' | OutsideKind
  asked_cents: number | null
  description: string | null
  idempotency_key: string | null
  /** The customer's request that it answers. */
  request_id: Generated<number | null>
  /** The item of the failures list that it is to settle. */
  failure_id: Generated<number | null>
  /** Somebody was told that its outcome is not known yet. */
  told_open_at: Generated<Date | null>
  created_at: Date
  outcome: Generated<'DONE' | 'PARTIAL' | 'FAILED' | null>
  finished_at: Generated<Date | null>
}

export interface RefundsTable {
  id: Generated<number>
  order_id: number
  attempt_id: number
  request_id: Generated<string>
  amount_cents: number
  leased_until: Date
  next_try_at: Date
  tries: Generated<number>
  last_problem: Generated<string | null>
  outcome: Generated<'REFUNDED' | 'REFUSED' | null>
  outcome_at: Generated<Date | null>
  provider_refund_id: Generated<string | null>
}

declare module '../../database/tables.ts' {
  interface Tables {
    refund_orders: RefundOrdersTable
    refunds: RefundsTable
  }
}

export type RefundRow = Selectable<RefundsTable>
export type OrderRow = Selectable<RefundOrdersTable>

interface ChargeMade extends RefundableCharge {
  environment: string
  realm_id: string
  chargeId: string
}

/** The captured charges of a booking that something is left of, newest first, and where each was made. */
export async function listRefundableCharges(tx: Db, bookingId: number): Promise<ChargeMade[]> {
  const { rows } = await sql<ChargeMade>`
    select a.id as "attemptId", a.environment, a.realm_id, a.charge_id as "chargeId",
      (a.amount_cents - coalesce(sum(r.amount_cents), 0))::integer as "restCents"
    from payment_attempts a
    left join refunds r on r.attempt_id = a.id and r.outcome is distinct from 'REFUSED'
    where a.booking_id = ${bookingId} and a.outcome = 'CAPTURED'
    group by a.id having a.amount_cents > coalesce(sum(r.amount_cents), 0)
    order by a.outcome_at desc, a.id desc`.execute(tx)
  return rows
}

export async function insertOrder(tx: Db, order: Insertable<RefundOrdersTable>): Promise<number> {
  const { id } = await tx.insertInto('refund_orders').values(order).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function insertRefund(tx: Db, refund: Insertable<RefundsTable>): Promise<number> {
  const { id } = await tx.insertInto('refunds').values(refund).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Orders that gave something back or still may, the latest first. */
export async function listStandingOrders(tx: Db, bookingId: number): Promise<OrderRow[]> {
  return tx
    .selectFrom('refund_orders')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '!=', 'FAILED')]))
    .orderBy('id', 'desc')
    .execute()
}

export async function getOrder(db: Db, id: number): Promise<OrderRow> {
  return db.selectFrom('refund_orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export async function lockOrder(tx: Db, id: number): Promise<OrderRow> {
  return tx.selectFrom('refund_orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

/** Notes that somebody is told that the outcome is not known yet, unless it is known by now. */
export async function noteToldOpen(db: Db, now: Date, id: number): Promise<void> {
  await db
    .updateTable('refund_orders')
    .set({ told_open_at: now })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute()
}

export async function finishOrder(
  tx: Db,
  now: Date,
  id: number,
  outcome: 'DONE' | 'PARTIAL' | 'FAILED',
): Promise<void> {
  await tx.updateTable('refund_orders').set({ outcome, finished_at: now }).where('id', '=', id).execute()
}

export async function listRefunds(db: Db, orderId: number): Promise<RefundRow[]> {
  return db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
}

/** What our books say went back of a charge. */
export async function sumRefunded(db: Db, attemptId: number): Promise<number> {
  const { sum } = await db
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::integer`.as('sum'))
    .where('attempt_id', '=', attemptId)
    .where('outcome', '=', 'REFUNDED')
    .executeTakeFirstOrThrow()
  return sum
}

/** Writes an outcome once: false when it had one already. */
export async function writeRefundOutcome(
  tx: Db,
  now: Date,
  id: number,
  outcome: { outcome: 'REFUNDED' | 'REFUSED'; provider_refund_id: string | null; last_problem: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ ...outcome, outcome_at: now })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function updateOpenRefund(
  db: Db,
  id: number,
  change: Partial<Pick<RefundRow, 'leased_until' | 'next_try_at' | 'last_problem'>>,
): Promise<void> {
  await db.updateTable('refunds').set(change).where('id', '=', id).where('outcome', 'is', null).execute()
}

/** Keeps one refund for this process: undefined when another one works on it, or when its outcome is known. */
export async function leaseRefund(db: Db, id: number, now: Date, until: Date): Promise<RefundRow | undefined> {
  return db
    .updateTable('refunds')
    .set({ leased_until: until })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .where('leased_until', '<=', now)
    .returningAll()
    .executeTakeFirst()
}

/**
 * Takes refunds of unknown outcome that are due and that no process is working on. One of a charge that was made elsewhere
 * than `at` is taken once, to be put on the owner's list; it waits there until its merchant account is connected again.
 */
export async function leaseDueRefunds(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
  at: MerchantAccount,
): Promise<RefundRow[]> {
  return db
    .updateTable('refunds')
    .set((eb) => ({ leased_until: until, tries: eb('tries', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('refunds')
        .select('id')
        .where('outcome', 'is', null)
        .where('next_try_at', '<=', now)
        .where('leased_until', '<=', now)
        .where(({ or, not, exists, selectFrom }) =>
          or([
            exists(
              selectFrom('payment_attempts')
                .whereRef('payment_attempts.id', '=', 'refunds.attempt_id')
                .where(madeWithAccount('payment_attempts', at)),
            ),
            not(exists(selectFrom('payment_failures').whereRef('payment_failures.refund_id', '=', 'refunds.id'))),
          ]),
        )
        .orderBy('next_try_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
}
