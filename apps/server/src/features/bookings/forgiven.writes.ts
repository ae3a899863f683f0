import { type Cents, formatCents } from '@arcadia/contract/money'
import { type Generated, sql } from 'kysely'
import type { NewRow } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { bookingChange, toldChange } from './booking-change.writes.ts'

/** What the owner decided not to ask a guest for (docs/rules.md §3.33), written in the caller's transaction and under the day's lock. */

declare module '../../database/tables.ts' {
  interface Tables {
    forgiven: {
      id: Generated<number>
      booking_id: number
      /** The refund that it forgives; null for a sum of the balance. */
      order_id: Generated<number | null>
      cents: Generated<number | null>
      /** The rest of a no-show, which the mark forgives. */
      is_no_show: Generated<boolean>
      reason: Generated<string | null>
      admin_id: number
      created_at: Date
      undone_at: Generated<Date | null>
      undone_by: Generated<number | null>
      asked_again_at: Generated<Date | null>
    }
  }
}

const staff = { who: 'the owner or the office', guest: null, owner: null }

/**
 * What is owed is not asked for anymore. Names the balance that the owner saw, so that of two who press at once one forgives.
 * @throws AppError `nothing-owed`, `owed-changed`
 */
export const notOwed = bookingChange<'staff', { owed: Cents; reason: string; adminId: number }>({
  name: 'not-owed',
  by: { staff: { ...staff, who: 'the owner' } },
  frees: false,
  waitsForPayment: () => true,
  refuse({ booking: { status, pendingAmount } }) {
    if (status === 'PENDING') return new AppError('nothing-owed', { message: "The booking isn't confirmed yet." })
    return pendingAmount === 0 ? new AppError('nothing-owed') : undefined
  },
  async write({ tx, now, booking: { id, pendingAmount: cents }, asked: { owed, reason, adminId } }) {
    if (owed !== cents) throw new AppError('owed-changed', { message: `The balance is now ${formatCents(cents)}.` })
    await insertForgiven(tx, { booking_id: id, cents, reason, admin_id: adminId, created_at: now })
    const amount = formatCents(cents)
    return { says: `${amount} isn't owed anymore.`, after: { amount, reason } }
  },
})

/** The answers to what a booking that is confirmed again asks (docs/rules.md §3.30). */
export const notOwedAgain = toldChange({ name: 'not-owed-again', by: { staff }, frees: false })

/** Takes a decision back not to ask for something. @throws AppError `forgiven-not-found` */
export const owedAgain = bookingChange<'staff', { forgivenId: number; adminId: number }>({
  name: 'owed-again',
  by: { staff },
  frees: false,
  waitsForPayment: () => true,
  async write({ tx, now, booking: { id: bookingId }, asked: { forgivenId: id, adminId } }) {
    const cents = await undoForgiven(tx, now, { id, bookingId, adminId })
    if (cents === undefined) throw new AppError('forgiven-not-found')
    const amount = formatCents(cents)
    return { says: `${amount} is owed again.`, after: { amount } }
  },
})

export async function insertForgiven(tx: Db, forgiven: NewRow<'forgiven'>): Promise<void> {
  await tx.insertInto('forgiven').values(forgiven).execute()
}

/** What became of the balance, for the history after its sentence and for the change log; blank if nothing did. */
interface SaidOfBalance {
  says: string
  after: object
}

const NOTHING: SaidOfBalance = { says: '', after: {} }

/** What is left of a no-show's total isn't asked for. */
export async function forgiveNoShow(tx: Db, now: Date, bookingId: number, adminId: number): Promise<SaidOfBalance> {
  const { rows } = await sql<{ cents: Cents }>`
    insert into forgiven (booking_id, cents, is_no_show, admin_id, created_at)
    select id, total_cents - paid_toward(id), true, ${adminId}, ${now} from bookings
    where id = ${bookingId} and total_cents > paid_toward(id)
    returning cents`.execute(tx)
  if (!rows[0]) return NOTHING
  const notOwed = formatCents(rows[0].cents)
  return { says: ` ${notOwed} isn't owed anymore.`, after: { notOwed } }
}

/** Takes that back if it stands: the mark was undone, or the booking moved. */
export async function undoNoShow(tx: Db, now: Date, bookingId: number, userId: number): Promise<SaidOfBalance> {
  const { numUpdatedRows } = await tx
    .updateTable('forgiven')
    .set({ undone_at: now, undone_by: userId })
    .where('booking_id', '=', bookingId)
    .where('is_no_show', '=', true)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return NOTHING
  const { rows } = await sql<{ cents: Cents }>`select owed(b) as cents from bookings b where id = ${bookingId}`.execute(
    tx,
  )
  if (rows[0]!.cents === 0) return NOTHING
  const owed = formatCents(rows[0]!.cents)
  return { says: ` ${owed} is owed.`, after: { owed } }
}

/** How much more was paid or forgiven than the booking costs: what is given back of it was never owed. */
export async function findAboveTotal(tx: Db, bookingId: number): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`
    select greatest(0, paid_toward(id) - total_cents) as cents from bookings where id = ${bookingId}`.execute(tx)
  return rows[0]!.cents
}

/** Takes a decision back; returns what is owed again by it, undefined if it was taken back already. */
async function undoForgiven(
  tx: Db,
  now: Date,
  { id, bookingId, adminId }: { id: number; bookingId: number; adminId: number },
): Promise<Cents | undefined> {
  const { rows } = await sql<{ cents: Cents }>`
    update forgiven f set undone_at = ${now}, undone_by = ${adminId}
    where id = ${id} and booking_id = ${bookingId} and undone_at is null
    returning coalesce(cents, (select back_within_total(o) from refund_orders o where o.id = f.order_id)) as cents`.execute(
    tx,
  )
  return rows[0]?.cents
}

/** Writes down whether the guest owes again what went back last; nothing if nothing did. Returns it (docs/rules.md §3.30). */
export async function answerRefundQuestion(
  tx: Db,
  now: Date,
  bookingId: number,
  { adminId, stillOwes }: { adminId: number; stillOwes: boolean },
): Promise<Cents> {
  const { rows } = await sql<{ order_id: number; cents: Cents }>`
    select order_id, cents from refunds_in_question(${bookingId})`.execute(tx)
  const undone = stillOwes ? { undone_at: now, undone_by: adminId } : {}
  for (const { order_id } of rows) {
    const { numUpdatedRows } = await tx
      .updateTable('forgiven')
      .set({ asked_again_at: now, ...undone })
      .where('order_id', '=', order_id)
      .where('undone_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) continue
    const answer = { booking_id: bookingId, order_id, admin_id: adminId, created_at: now, asked_again_at: now }
    await insertForgiven(tx, { ...answer, ...undone })
  }
  return rows.reduce((sum, { cents }) => sum + cents, 0)
}

/** A reason may mention the guest. */
export async function blankForgiven(tx: Db, _now: Date, bookingIds: readonly number[]): Promise<void> {
  await tx.updateTable('forgiven').set({ reason: null }).where('booking_id', 'in', bookingIds).execute()
}
