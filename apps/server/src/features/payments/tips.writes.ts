import type { Db } from '../../database/transaction.ts'
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
