import { type Generated, type NotNull, type RawBuilder, sql, type Updateable } from 'kysely'
import type { NewRow, Row, Tables } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import { leaseDue } from '../../jobs/lease-due.ts'
import type { Lease } from '../../jobs/leased-work.ts'
import { leaseFrom } from '../payments/payments.rules.ts'
import { type MerchantAccount, madeWithAccount } from '../provider/merchant-account.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    refund_orders: {
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
    refunds: {
      id: Generated<number>
      order_id: number
      /** Null in a part that goes back to what is no card: that has its outcome from the start. */
      attempt_id: number | null
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
    refund_requests: {
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
  }
}

export type RefundPart = Row<'refunds'>
/** What goes back to a card. */
export type RefundRow = RefundPart & { attempt_id: number }
export const isOpenRefund = (part: RefundPart): part is RefundRow => part.outcome === null
export type OrderRow = Row<'refund_orders'>

/** A captured charge, where it was made, what of it our books have as gone back, and what still can go. */
export interface Charge {
  id: number
  environment: string
  realm_id: string
  chargeId: string
  cents: number
  refundedCents: number
  restCents: number
}

async function listCharges(db: Db, which: RawBuilder<unknown>): Promise<Charge[]> {
  const { rows } = await sql<Charge>`
    select a.id, a.environment, a.realm_id, a.charge_id as "chargeId", a.amount_cents as cents,
      coalesce(sum(r.amount_cents) filter (where r.outcome = 'REFUNDED'), 0)::integer as "refundedCents",
      (a.amount_cents - coalesce(sum(r.amount_cents) filter (where r.outcome is distinct from 'REFUSED'), 0))::integer as "restCents"
    from payment_attempts a left join refunds r on r.attempt_id = a.id
    where a.outcome = 'CAPTURED' and ${which}
    group by a.id order by a.outcome_at desc, a.id desc`.execute(db)
  return rows
}

export async function getCharge(db: Db, attemptId: number): Promise<Charge> {
  return (await listCharges(db, sql`a.id = ${attemptId}`))[0]!
}

/** Those of a booking that something is left of, newest first. */
export async function listRefundableCharges(db: Db, bookingId: number): Promise<Charge[]> {
  return (await listCharges(db, sql`a.booking_id = ${bookingId}`)).filter(({ restCents }) => restCents > 0)
}

/** What of a booking's money went back, to cards and otherwise. */
export async function sumMoneyBack(db: Db, bookingId: number): Promise<number> {
  const { sum } = await db
    .selectFrom('money_back')
    .select(sql<number>`coalesce(sum(cents), 0)::integer`.as('sum'))
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  return sum
}

export async function insertOrder(tx: Db, order: NewRow<'refund_orders'>): Promise<OrderRow> {
  return tx.insertInto('refund_orders').values(order).returningAll().executeTakeFirstOrThrow()
}

/** In the hands of this process from the start. */
export async function insertRefund(
  tx: Db,
  now: Date,
  refund: Omit<NewRow<'refunds'>, 'leased_until' | 'next_try_at'>,
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

/** All that an order gives back, to cards and other sources. */
export async function listParts(db: Db, orderId: number): Promise<RefundPart[]> {
  return db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
}

/** False when its outcome was known already. */
export async function updateOpenRefund(
  db: Db,
  id: number,
  change: Updateable<Omit<Tables['refunds'], 'order_id' | 'attempt_id' | 'amount_cents'>>,
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
    .$narrowType<{ attempt_id: NotNull }>()
    .executeTakeFirst()
}

/**
 * Refunds of unknown outcome that are due. One of a charge that was made elsewhere than `at` is taken once, to be put on the
 * owner's list; it waits there until its merchant account is connected again.
 */
export async function leaseDueRefunds(db: Db, lease: Lease, at: MerchantAccount): Promise<RefundRow[]> {
  const isOpen = sql`d.outcome is null and exists (select from payment_attempts a where a.id = d.attempt_id
    and (${madeWithAccount('a', at)} or not exists (select from payment_failures f where f.refund_id = d.id)))`
  return (await leaseDue(db, 'refunds', lease, { isOpen })).filter(isOpenRefund)
}

/** A request whose refund was refused is to be decided again; false when the customer has a newer one open. */
export async function reopenRequest(tx: Db, now: Date, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refund_requests as r')
    .set({ decided_at: null, decision: null, refused_at: now })
    .where('id', '=', id)
    .where(sql<boolean>`not exists (
      select from refund_requests newer where newer.booking_id = r.booking_id and newer.decided_at is null)`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
