import type { Generated } from 'kysely'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { leaseFrom } from '../payments/payments.rules.ts'
import { type MerchantAccount, madeWithAccount } from '../provider/merchant-account.ts'

export interface RefundOrdersTable {
  id: Generated<number>
  booking_id: number
  admin_id: number
  /** The last two were made at the provider by somebody else's hand, and written down afterwards. */
  kind: 'REFUND' | 'VOID' | 'PROVIDER_CANCELLED' | 'MADE_OUTSIDE'
  asked_cents: number | null
  description: string | null
  idempotency_key: string | null
  /** The customer's request that it answers. */
  request_id: Generated<number | null>
  /** The issue that it is to settle. */
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

export interface RefundRequestsTable {
  id: Generated<number>
  booking_id: number
  user_id: number
  amount_cents: number | null
  description: string | null
  created_at: Date
  decided_at: Generated<Date | null>
  decision: Generated<'APPROVED' | 'DECLINED' | null>
  answer: Generated<string | null>
  /** It was approved and the provider refused the refund: it is to be decided again. */
  refused_at: Generated<Date | null>
}

declare module '../../database/tables.ts' {
  interface Tables {
    refund_orders: RefundOrdersTable
    refunds: RefundsTable
    refund_requests: RefundRequestsTable
  }
}

export type RefundRow = Selectable<RefundsTable>
export type OrderRow = Selectable<RefundOrdersTable>

/** A charge that was captured, where it was made, and what of it our books have as gone back. */
export interface Charge {
  id: number
  bookingId: number
  environment: string
  realm_id: string
  chargeId: string
  cents: number
  refundedCents: number
}

export async function getCharge(db: Db, attemptId: number): Promise<Charge> {
  const { rows } = await sql<Charge>`
    select a.id, a.booking_id as "bookingId", a.environment, a.realm_id, a.charge_id as "chargeId", a.amount_cents as cents,
      (select coalesce(sum(r.amount_cents), 0)::integer from refunds r
        where r.attempt_id = a.id and r.outcome = 'REFUNDED') as "refundedCents"
    from payment_attempts a where a.id = ${attemptId} and a.outcome = 'CAPTURED'`.execute(db)
  return rows[0]!
}

/** The captured charges of a booking that something is left of, newest first, and where each was made. */
export async function listRefundableCharges(tx: Db, bookingId: number) {
  const { rows } = await sql<Omit<Charge, 'cents' | 'bookingId' | 'refundedCents'> & { restCents: number }>`
    select a.id, a.environment, a.realm_id, a.charge_id as "chargeId",
      (a.amount_cents - coalesce(sum(r.amount_cents), 0))::integer as "restCents"
    from payment_attempts a
    left join refunds r on r.attempt_id = a.id and r.outcome is distinct from 'REFUSED'
    where a.booking_id = ${bookingId} and a.outcome = 'CAPTURED'
    group by a.id having a.amount_cents > coalesce(sum(r.amount_cents), 0)
    order by a.outcome_at desc, a.id desc`.execute(tx)
  return rows
}

/** What of a booking's card money went back. */
export async function sumMoneyBack(db: Db, bookingId: number): Promise<number> {
  const { sum } = await db
    .selectFrom('money_back')
    .select(sql<number>`coalesce(sum(cents), 0)::integer`.as('sum'))
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  return sum
}

export async function insertOrder(tx: Db, order: Insertable<RefundOrdersTable>): Promise<OrderRow> {
  return tx.insertInto('refund_orders').values(order).returningAll().executeTakeFirstOrThrow()
}

/** In the hands of this process from the start. */
export async function insertRefund(
  tx: Db,
  now: Date,
  refund: Omit<Insertable<RefundsTable>, 'leased_until' | 'next_try_at'>,
): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({ ...refund, leased_until: leaseFrom(now), next_try_at: now })
    .execute()
}

/** Orders that gave something back or still may, the latest first. */
export async function listActiveOrders(tx: Db, bookingId: number): Promise<OrderRow[]> {
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

export async function updateOpenOrder(
  db: Db,
  id: number,
  change: Partial<Pick<OrderRow, 'told_open_at' | 'outcome' | 'finished_at'>>,
): Promise<void> {
  await db.updateTable('refund_orders').set(change).where('id', '=', id).where('finished_at', 'is', null).execute()
}

export async function listRefunds(db: Db, orderId: number): Promise<RefundRow[]> {
  return db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
}

/** False when its outcome was known already. */
export async function updateOpenRefund(
  db: Db,
  id: number,
  change: Updateable<Omit<RefundsTable, 'order_id' | 'attempt_id' | 'amount_cents'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('refunds')
    .set(change)
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Keeps one refund for this process: undefined when another one works on it, or when its outcome is known. */
export async function leaseRefund(db: Db, id: number, now: Date): Promise<RefundRow | undefined> {
  return db
    .updateTable('refunds')
    .set({ leased_until: leaseFrom(now) })
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

/** A request whose refund was refused is to be decided again; false when the customer has a newer one open. */
export async function reopenRequest(tx: Db, now: Date, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refund_requests as r')
    .set({ decided_at: null, decision: null, refused_at: now })
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refund_requests as newer')
            .whereRef('newer.booking_id', '=', 'r.booking_id')
            .where('newer.decided_at', 'is', null),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
