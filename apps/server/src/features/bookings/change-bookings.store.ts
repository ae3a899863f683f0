import type { AnglerQuote } from '@arcadia/contract/added-anglers'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { tripStarts } from '@arcadia/contract/site/business-words'
import { type TripDate, venueInstant } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { toPrivateMorning } from '../holds/current-hold.ts'
import type { Corrected } from './bookings.rules.ts'

/** When the trip starts, by the owner's hours; no deposit can be awaited past it. */
export async function findTripStart(db: Db, date: TripDate): Promise<Date> {
  const { facts } = await db.selectFrom('business_facts').select('facts').executeTakeFirstOrThrow()
  return venueInstant(date, tripStarts(facts))
}

/** Needs the locks of both days. */
export async function moveBooking(tx: Db, now: Date, id: number, date: string): Promise<void> {
  const start = await findTripStart(tx, date)
  await tx
    .updateTable('bookings')
    .set({
      trip_date: date,
      updated_at: now,
      completed_at: null,
      // `least` ignores null, so keep null explicitly.
      deposit_until: sql`case when deposit_until is not null then least(deposit_until, ${start}) end`,
    })
    .where('id', '=', id)
    .execute()
}

export async function updateCorrected(tx: Db, now: Date, id: number, to: Corrected): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({
      number_of_guests: to.numberOfGuests,
      ...(!to.isPrivate && { private_spots: null }),
      package_type: to.packageType,
      riders: to.riders,
      tackle: to.tackle,
      first_name: to.firstName,
      last_name: to.lastName,
      phone: to.phone,
      total_cents: to.totalAmount,
      deposit_cents: to.depositAmount,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** Needs the day's lock. */
export async function growBooking(
  tx: Db,
  now: Date,
  id: number,
  { numberOfGuests, added, deposit }: AnglerQuote,
): Promise<{ isWithoutTerms: boolean }> {
  return tx
    .updateTable('bookings')
    .set((eb) => ({
      number_of_guests: numberOfGuests,
      total_cents: eb('total_cents', '+', added),
      deposit_cents: eb('deposit_cents', '+', deposit),
      updated_at: now,
    }))
    .where('id', '=', id)
    .returning(sql<boolean>`terms_version is null`.as('isWithoutTerms'))
    .executeTakeFirstOrThrow()
}

/** The prices frozen in a booking's hold. Demo data has no holds, so today's prices are used. */
export async function getFrozenPrices(tx: Db, bookingId: number) {
  const { riderPrice, spots, spotPrice, ...prices } = await tx
    .selectFrom('bookings as b')
    .innerJoin('booking_config as c', (join) => join.onTrue())
    .leftJoin('holds as h', 'h.booking_id', 'b.id')
    .select(({ fn }) => [
      fn.coalesce('h.deposit_per_guest_cents', 'c.deposit_per_guest_cents').as('depositPerGuest'),
      fn.coalesce('h.standard_package_price_cents', 'c.standard_package_price_cents').as('standardPackagePrice'),
      fn.coalesce('h.trophy_package_price_cents', 'c.trophy_package_price_cents').as('trophyPackagePrice'),
      'h.rider_price_cents as riderPrice',
      'b.private_spots as spots',
      'h.private_spot_price_cents as spotPrice',
    ])
    .where('b.id', '=', bookingId)
    .executeTakeFirstOrThrow()
  const privateMorning = toPrivateMorning(spots, spotPrice)
  return { ...prices, privateMorning, ...(riderPrice !== null && { riderPrice }) }
}

/** Trip dates of all bookings a customer made with an address. */
export async function listDaysOfEmail(tx: Db, userId: number, email: string | null): Promise<string[]> {
  const rows = await tx
    .selectFrom('bookings')
    .select('trip_date')
    .distinct()
    .where('user_id', '=', userId)
    .where(sql`lower(email)`, 'is not distinct from', sql`lower(${email})`)
    .execute()
  return rows.map(({ trip_date }) => trip_date)
}

/** Replaces the email, and optionally the account, of one booking or of all a customer made with an address; returns them. */
export async function replaceEmail(
  tx: Db,
  now: Date,
  old: { userId: number; email: string | null; id?: number },
  email: string,
  userId = old.userId,
): Promise<Pick<AdminBooking, 'id' | 'email' | 'status' | 'selectedDate' | 'depositUntil'>[]> {
  return tx
    .updateTable('bookings')
    .set({ email, user_id: userId, updated_at: now })
    .where('user_id', '=', old.userId)
    .where(sql`lower(email)`, 'is not distinct from', sql`lower(${old.email})`)
    .$if(old.id !== undefined, (query) => query.where('id', '=', old.id!))
    .returning(['id', 'email', 'status', 'trip_date as selectedDate', 'deposit_until as depositUntil'])
    .execute()
}

/** When the customer booked; null if an admin entered the booking. */
export async function getBookedAt(tx: Db, id: number): Promise<Date | null> {
  const booking = tx.selectFrom('bookings').select(['entered_by', 'created_at']).where('id', '=', id)
  const { entered_by, created_at } = await booking.executeTakeFirstOrThrow()
  return entered_by === null ? created_at : null
}
