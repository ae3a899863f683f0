import { venueDate } from '@arcadia/contract/trip-date'
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

/** A payable booking: confirmed or awaiting its deposit, not over, with a balance and no payment in progress. */
export async function findOwing(db: Db, bookingId: number, now: Date) {
  return owing(db)
    .where('b.id', '=', bookingId)
    .where('b.trip_date', '>=', venueDate(now))
    .where((eb) =>
      eb.or([
        eb('b.status', '=', 'CONFIRMED'),
        eb.and([eb('b.status', '=', 'PENDING'), eb('b.deposit_until', '>', now)]),
      ]),
    )
    .executeTakeFirst()
}

/** SQL on booking `b`: something is owed, and no payment is in progress. */
export const isOwing = sql<boolean>`owed(b) > 0 and not has_open_payment(b.id)`

const owing = (db: Db) =>
  db
    .selectFrom('bookings as b')
    .select(['b.id', 'b.first_name', 'b.email', 'b.trip_date', 'b.confirmation_number', 'b.created_at'])
    .select(['b.status', 'b.package_type', 'b.deposit_until'])
    .select(['b.number_of_guests as numberOfGuests', 'b.riders'])
    .select(['b.deposit_cents', 'b.total_cents', sql<number>`owed(b)`.as('owed')])
    .select(sql<number>`paid_toward(b.id)`.as('paid'))
    .where(isOwing)
