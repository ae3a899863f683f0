import type { ManualMethod, ManualPayment } from '@arcadia/contract/admin/manual-payments'
import { type Generated, sql } from 'kysely'
import type { NewRow, Row } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    manual_payments: {
      id: Generated<number>
      /** Null for the price of a gift voucher. */
      booking_id: number | null
      voucher_id: Generated<number | null>
      share_id: Generated<number | null>
      admin_id: number
      method: ManualMethod
      /** Negative in an entry that reverses an earlier one. */
      amount_cents: number
      /** What was taken for a booking in one go, perhaps for several shares. */
      taken_cents: Generated<number | null>
      reverses: number | null
      /** Of a reversing entry: the money was given back, rather than recorded by mistake. */
      is_given_back: Generated<boolean>
      note: string | null
      idempotency_key: string | null
      created_at: Date
    }
  }
}

export type ManualPaymentRow = Row<'manual_payments'> & { booking_id: number }

/** Payments of these bookings, each with its reversal if any. */
export async function listManualPayments(
  db: Db,
  bookingIds: readonly number[],
): Promise<(ManualPayment & { bookingId: number })[]> {
  const rows = await db
    .selectFrom('manual_payments as p')
    .innerJoin('users as u', 'u.id', 'p.admin_id')
    .leftJoin('manual_payments as back', 'back.reverses', 'p.id')
    .leftJoin('users as taker', 'taker.id', 'back.admin_id')
    .leftJoin('shares as s', 's.id', 'p.share_id')
    .select(['p.id', 'p.amount_cents as amount', 'p.method', 'p.note', 'p.created_at as createdAt'])
    .select(['back.note as reason', 'back.created_at as at', 'back.is_given_back as isGivenBack'])
    .select([sql<string>`person_name(u)`.as('recordedBy'), sql<string | null>`person_name(taker)`.as('by')])
    .select([sql<number>`p.booking_id`.as('bookingId'), 's.name as share'])
    .where('p.booking_id', 'in', bookingIds.length > 0 ? bookingIds : [0])
    .where('p.reverses', 'is', null)
    .orderBy('p.id')
    .execute()
  return rows.map(({ reason, at, by, isGivenBack, ...payment }) => ({
    ...payment,
    takenBack: at && by ? { reason, at, by, isGivenBack: isGivenBack === true } : null,
  }))
}

export async function insertManualPayment(tx: Db, payment: NewRow<'manual_payments'>): Promise<number> {
  const { id } = await tx.insertInto('manual_payments').values(payment).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Notes may mention the buyer of a voucher, so they go with the names on it. */
export async function blankNotesOfPrices(db: Db): Promise<void> {
  await db
    .updateTable('manual_payments')
    .set({ note: null })
    .where('note', 'is not', null)
    .where('voucher_id', 'in', db.selectFrom('gift_vouchers').select('id').where('blanked_at', 'is not', null))
    .execute()
}

/** Notes may mention the customer, so they are blanked too. */
export async function blankManualPayments(tx: Db, _now: Date, bookingIds: readonly number[]): Promise<void> {
  await tx.updateTable('manual_payments').set({ note: null }).where('booking_id', 'in', bookingIds).execute()
}

/** A payment toward a booking, not a reversing entry. */
export async function findManualPayment(db: Db, id: number): Promise<ManualPaymentRow | undefined> {
  const query = payments(db).where('id', '=', id).where('booking_id', 'is not', null)
  return (await query.executeTakeFirst()) as ManualPaymentRow | undefined
}

/** What was paid by hand for a gift voucher. */
export const findPriceOfVoucher = (db: Db, voucherId: number): Promise<Row<'manual_payments'> | undefined> =>
  payments(db).where('voucher_id', '=', voucherId).executeTakeFirst()

const payments = (db: Db) => db.selectFrom('manual_payments').selectAll().where('reverses', 'is', null)
