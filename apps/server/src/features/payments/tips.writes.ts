import { addresses } from '@arcadia/contract/addresses'
import type { Booking } from '@arcadia/contract/bookings'
import { quote } from '@arcadia/contract/configuration'
import type { Cents } from '@arcadia/contract/money'
import { tipsOffered } from '@arcadia/contract/tips'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { tipLink } from '../../http/booking-links.ts'
import { getConfig } from '../configuration/configuration.service.ts'
import { findAttempt, findAttemptByKey } from './attempts.store.ts'
import type { Attempt, Tip } from './payment-kind.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    /** The payment attempts that are tips. */
    tips: {
      attempt_id: number
      booking_id: number
      guide_id: number | null
    }
  }
}

export async function insertTip(tx: Db, tip: { attempt_id: number; booking_id: number; guide_id: number | null }) {
  await tx.insertInto('tips').values(tip).execute()
}

/** Lets the tips of one booking begin one after the other, so that a repeat finds the first. */
export async function lockTipsOf(tx: Db, bookingId: number): Promise<void> {
  await tx.selectFrom('bookings').select('id').where('id', '=', bookingId).forNoKeyUpdate().execute()
}

/** The booking a tip is of. */
export async function findBookingOfTip(db: Db, attemptId: number): Promise<number | undefined> {
  const tip = await db.selectFrom('tips').select('booking_id').where('attempt_id', '=', attemptId).executeTakeFirst()
  return tip?.booking_id
}

export async function findTipAttempt(db: Db, by: { id: number } | { key: string }): Promise<Attempt<Tip> | undefined> {
  const attempt = 'id' in by ? await findAttempt(db, by.id) : await findAttemptByKey(db, null, by.key)
  return attempt?.purpose.kind === 'TIP' ? (attempt as Attempt<Tip>) : undefined
}

/** Where the receipt of a tip is read and printed. */
export const receiptOfTip = (key: Buffer, tip: { id: number; email: string | null }) =>
  addresses.receipts.href(tipLink.of(key, tip))

/** The tips of a trip whose receipts went to the address of its booking or of its account, as far as they were kept. */
export async function listTipsGiven(db: Db, bookingId: number) {
  const { rows } = await sql<{ id: number; email: string; payer: string; amount: number }>`
    select a.id, a.booking_data ->> 'email' as email, a.booking_data ->> 'firstName' as payer, a.amount_cents - c.back_cents as amount
    from tips t join payment_attempts a on a.id = t.attempt_id join charges c on c.id = a.id
      join bookings b on b.id = t.booking_id join users u on u.id = b.user_id
    where t.booking_id = ${bookingId} and a.outcome = 'CAPTURED' and c.back_cents < a.amount_cents
      and lower(a.booking_data ->> 'email') in (lower(b.email), lower(u.email))
    order by a.id`.execute(db)
  return rows
}

/** The three amounts, by what the site asks everybody for such a group: they tell nothing of the bill. */
export async function offerTips(
  db: Db,
  { packageType, numberOfGuests }: Pick<Booking, 'packageType' | 'numberOfGuests'>,
): Promise<Cents[]> {
  return tipsOffered(quote(await getConfig(db), packageType, numberOfGuests).total)
}
