import { type Generated, type NotNull, type RawBuilder, sql, type Updateable } from 'kysely'
import type { NewRow, Row, Tables } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import { leaseDue } from '../../jobs/lease-due.ts'
import type { Lease } from '../../jobs/leased-work.ts'
import { leaseFrom } from '../payments/payments.rules.ts'
import type { MerchantAccount } from '../provider/merchant-account.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    refund_orders: {
      id: Generated<number>
      /** Null for an order about a tip or the price of a gift voucher. */
      booking_id: number | null
      tip_id: Generated<number | null>
      /** The bank took back what a card paid for it. */
      voucher_id: Generated<number | null>
      admin_id: number
      /** PROVIDER_CANCELLED and MADE_OUTSIDE were made at the provider and recorded later, GIVEN_BACK in cash or by check, CHARGED_BACK by the bank. */
      kind: 'REFUND' | 'VOID' | 'PROVIDER_CANCELLED' | 'MADE_OUTSIDE' | 'GIVEN_BACK' | 'CHARGED_BACK'
      asked_cents: number | null
      description: string | null
      idempotency_key: string | null
      /** It renews vouchers that had ended, to give back their part. */
      renews: Generated<boolean>
      /** The customer's request it answers. */
      request_id: Generated<number | null>
      /** The issue it should settle. */
      failure_id: Generated<number | null>
      created_at: Date
      /** What the guest still owes by the answer it was ordered with: all of it, but what had been paid above the total. */
      still_owes: Generated<boolean>
      /** Of what paid this share alone. */
      share_id: Generated<number | null>
      /** Of this charge alone. */
      attempt_id: Generated<number | null>
      above_cents: Generated<number>
      outcome: Generated<'DONE' | 'PARTIAL' | 'FAILED' | null>
      finished_at: Generated<Date | null>
    }
    refunds: {
      id: Generated<number>
      order_id: number
      /** Null for a non-card part, whose outcome is known from the start. */
      attempt_id: number | null
      /** The share whose money went back. */
      share_id: Generated<number | null>
      request_id: Generated<string>
      amount_cents: number
      leased_until: Date
      next_try_at: Date
      tries: Generated<number>
      last_problem: Generated<string | null>
      /** WON_BACK: the bank took it back, and gave it back later. */
      outcome: Generated<'REFUNDED' | 'REFUSED' | 'WON_BACK' | null>
      outcome_at: Generated<Date | null>
      provider_refund_id: Generated<string | null>
      won_at: Generated<Date | null>
    }
  }
}

export type RefundPart = Row<'refunds'>
/** A refund to a card. */
export type RefundRow = RefundPart & { attempt_id: number }
export const isOpenRefund = (part: RefundPart): part is RefundRow => part.outcome === null
export type OrderRow = Row<'refund_orders'>
/** Of a booking's money. */
export type BookingOrder = OrderRow & { booking_id: number }
export const isOfBooking = (order: OrderRow): order is BookingOrder => order.booking_id !== null

/** A captured charge with its account, the refunded amount in our books, and what can still be refunded. */
export interface Charge {
  id: number
  environment: string
  realm_id: string
  /** The share that it paid. */
  shareId: number | null
  chargeId: string
  cents: number
  refundedCents: number
  restCents: number
  isChargedBack: boolean
  takenAt: Date
}

async function listCharges(db: Db, which: RawBuilder<unknown>): Promise<Charge[]> {
  const { rows } = await sql<Charge>`
    select a.id, a.environment, a.realm_id, a.share_id as "shareId", a.charge_id as "chargeId", a.amount_cents as cents,
      c.back_cents as "refundedCents", c.rest_cents as "restCents",
      c.charged_back_cents > 0 as "isChargedBack", a.outcome_at as "takenAt"
    from charges c join payment_attempts a on a.id = c.id
    where ${which} order by a.outcome_at desc, a.id desc`.execute(db)
  return rows
}

export async function getCharge(db: Db, attemptId: number): Promise<Charge> {
  return (await findCharge(db, attemptId))!
}

/** Undefined if it is not captured. */
export async function findCharge(db: Db, attemptId: number): Promise<Charge | undefined> {
  return (await listCharges(db, sql`a.id = ${attemptId}`))[0]
}

/** What a booking was charged, newest first. */
export const listCapturedCharges = (db: Db, bookingId: number): Promise<Charge[]> =>
  listCharges(db, sql`a.booking_id = ${bookingId}`)

/** The charges of a booking, or of one share of it, with something left to refund, newest first. */
export async function listRefundableCharges(db: Db, bookingId: number, shareId?: number): Promise<Charge[]> {
  const isOf = (charge: Charge) => shareId === undefined || charge.shareId === shareId
  return (await listCapturedCharges(db, bookingId)).filter((charge) => charge.restCents > 0 && isOf(charge))
}

/** The total refunded for a booking, to cards and other sources. */
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

export async function updateAboveTotal(tx: Db, id: number, above_cents: number): Promise<void> {
  await tx.updateTable('refund_orders').set({ above_cents }).where('id', '=', id).execute()
}

/** What of a finished order its guest could owe again. */
export async function backWithinTotal(tx: Db, { id }: OrderRow): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select back_within_total(o) as cents from refund_orders o where id = ${id}`.execute(tx)
  return rows[0]!.cents
}

/** Inserts a refund already leased by this process. */
export async function insertRefund(
  tx: Db,
  now: Date,
  refund: Omit<NewRow<'refunds'>, 'leased_until' | 'next_try_at'>,
): Promise<void> {
  const paid = refund.attempt_id == null ? undefined : await getCharge(tx, refund.attempt_id)
  await tx
    .insertInto('refunds')
    .values({ share_id: paid?.shareId ?? null, ...refund, leased_until: leaseFrom(now), next_try_at: now })
    .execute()
}

/** Orders that refunded something or still may, newest first. */
export async function listActiveOrders(tx: Db, of: number | { tipId: number }): Promise<OrderRow[]> {
  const [column, id] = typeof of === 'number' ? (['booking_id', of] as const) : (['tip_id', of.tipId] as const)
  return tx
    .selectFrom('refund_orders')
    .selectAll()
    .where(column, '=', id)
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '!=', 'FAILED')]))
    .orderBy('id', 'desc')
    .execute()
}

/** Whatever became of it. */
export async function findNewestOrder(tx: Db, bookingId: number): Promise<OrderRow | undefined> {
  return tx
    .selectFrom('refund_orders')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
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
  change: Partial<Pick<OrderRow, 'outcome' | 'finished_at'>>,
): Promise<void> {
  await db.updateTable('refund_orders').set(change).where('id', '=', id).where('finished_at', 'is', null).execute()
}

/** All parts of an order, for cards and other sources. */
export async function listParts(db: Db, orderId: number): Promise<RefundPart[]> {
  return db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
}

/** False if its outcome was already known. */
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

/** The bank gave back what it had taken; undefined if it had not, or did already. */
export async function updateWonBack(
  tx: Db,
  now: Date,
  of: { orderId: number; bookingId: number } | { tipId: number } | { voucherId: number },
): Promise<number | undefined> {
  const isOf =
    'tipId' in of
      ? sql`o.tip_id = ${of.tipId}`
      : 'voucherId' in of
        ? sql`o.voucher_id = ${of.voucherId}`
        : sql`o.id = ${of.orderId} and o.booking_id = ${of.bookingId}`
  const { rows } = await sql<{ cents: number }>`
    update refunds r set outcome = 'WON_BACK', won_at = ${now} from refund_orders o
    where o.id = r.order_id and ${isOf} and o.kind = 'CHARGED_BACK'
      and r.outcome = 'REFUNDED' returning r.amount_cents as cents`.execute(tx)
  return rows[0]?.cents
}

/** Leases one refund; undefined if another process has it or its outcome is known. */
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
 * Leases refunds of unknown outcome that are due. One on a charge of another account than `at` is leased once, to go on the
 * owner's list; it then waits until its merchant account is connected again.
 */
export async function leaseDueRefunds(db: Db, lease: Lease, at: MerchantAccount): Promise<RefundRow[]> {
  const isOpen = sql`d.outcome is null and exists (select from payment_attempts a where a.id = d.attempt_id
    and (is_of_account(a, ${at.environment}, ${at.realmId ?? null})
      or not exists (select from payment_failures f where f.refund_id = d.id)))`
  return (await leaseDue(db, 'refunds', lease, { isOpen })).filter(isOpenRefund)
}

/** A refund of unknown outcome that is on nobody's list. */
export async function isUnlisted(tx: Db, id: number): Promise<boolean> {
  const unlisted = await tx
    .selectFrom('refunds as r')
    .leftJoin('payment_failures as f', 'f.refund_id', 'r.id')
    .select('r.id')
    .where('r.id', '=', id)
    .where('r.outcome', 'is', null)
    .where('f.id', 'is', null)
    .executeTakeFirst()
  return unlisted !== undefined
}

/**
 * Whether the customer was told, or is being told, that this refund is on its way: the cancellation was emailed after it was
 * ordered. Locks the email, so that one which is still waiting says what became of the refund.
 */
export async function wasPromised(tx: Db, order: OrderRow): Promise<boolean> {
  const cancelled = await tx
    .selectFrom('outbox_mails')
    .select(['sent_at', 'status', 'tries'])
    .where('booking_id', '=', order.booking_id)
    .where('kind', '=', 'booking-cancelled')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!cancelled) return false
  if (cancelled.sent_at) return cancelled.sent_at >= order.created_at
  return cancelled.status === 'WAITING' && cancelled.tries > 0
}
