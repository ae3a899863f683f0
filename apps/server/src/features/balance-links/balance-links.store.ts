import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { hashToken } from '../../http/sessions.ts'

/** A link's booking and its account, if the booking still has the address the link was sent to. */
export async function findLink(
  db: Db,
  token: string,
): Promise<{ tokenHash: Buffer; bookingId: number; userId: number } | undefined> {
  return db
    .selectFrom('links as l')
    .innerJoin('bookings as b', 'b.id', 'l.booking_id')
    .select(['l.token_hash as tokenHash', 'b.id as bookingId', 'b.user_id as userId'])
    .where('l.token_hash', '=', hashToken(token))
    .whereRef('l.email', 'is not distinct from', 'b.email')
    .executeTakeFirst()
}

/** True if the owner entered the booking and the terms are not accepted yet. */
export async function asksTerms(db: Db, bookingId: number): Promise<boolean> {
  const query = db.selectFrom('bookings').select(['entered_by', 'terms_version']).where('id', '=', bookingId)
  const { entered_by, terms_version } = await query.executeTakeFirstOrThrow()
  return entered_by !== null && terms_version === null
}

/** Whether a payment was made with a link. */
export async function isPaidWith(db: Db, linkHash: Buffer, bookingId: number, attemptId: number): Promise<boolean> {
  const found = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('id', '=', attemptId)
    .where('booking_id', '=', bookingId)
    .where('link_hash', '=', linkHash)
    .executeTakeFirst()
  return found !== undefined
}

/** SQL on booking `b`: something is owed, and no payment is in progress. */
export const isOwing = sql<boolean>`owed(b) > 0 and not has_open_payment(b.id)`
