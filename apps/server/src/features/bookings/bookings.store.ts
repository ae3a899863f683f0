import type { AdminBooking, BookingEvent, BookingStatus, TripOutcome } from '@arcadia/contract/bookings'
import { type PackageType, RIDER_PRICE } from '@arcadia/contract/configuration'
import type { Tackle } from '@arcadia/contract/riders'
import { tripStarts } from '@arcadia/contract/site/business-words'
import { type TripDate, venueInstant } from '@arcadia/contract/trip-date'
import { type Generated, sql } from 'kysely'
import type { NewRow } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'
import { type Corrected, newConfirmationNumber } from './bookings.rules.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    bookings: {
      id: Generated<number>
      confirmation_number: string
      user_id: number
      trip_date: string
      number_of_guests: number
      package_type: PackageType
      riders: Generated<number>
      tackle: Generated<Tackle>
      first_name: string
      last_name: string
      email: string | null
      phone: string
      total_cents: number
      deposit_cents: number
      status: BookingStatus
      status_reason: Generated<string | null>
      terms_version: string | null
      terms_accepted_at: Date | null
      created_at: Date
      updated_at: Date
      blanked_at: Generated<Date | null>
      completed_at: Generated<Date | null>
      cancelled_at: Generated<Date | null>
      entered_by: Generated<number | null>
      entry_key: Generated<string | null>
      deposit_until: Generated<Date | null>
      /** The deadline of a deposit that was paid in time. */
      awaited_until: Generated<Date | null>
      /** Kept by the database, so that what is owed is found among the others. */
      is_paid: Generated<boolean>
      /** Counted by the database. */
      changes: Generated<number>
    }
    booking_events: {
      id: Generated<number>
      booking_id: number
      happened_at: Date
      kind: string
      description: string
    }
  }
}

/** SQL on booking `b`: what became of its trip, or will (docs/rules.md §2.19). */
export const outcomeOf = sql<TripOutcome | null>`outcome_of(b)`

/** Bookings with the amounts paid and refunded. */
export function bookingsWithMoney(db: Db) {
  return (
    db
      .selectFrom('bookings as b')
      .leftJoinLateral(
        (inner) =>
          inner
            .selectFrom('money_in as m')
            .select([
              sql<number | null>`sum(m.cents)::integer`.as('paid_cents'),
              sql<number | null>`(sum(m.cents) filter (where m.method not in ('CARD', 'VOUCHER')))::integer`.as(
                'cash_cents',
              ),
            ])
            .whereRef('m.booking_id', '=', 'b.id')
            .as('paid'),
        (join) => join.onTrue(),
      )
      .leftJoinLateral(
        (inner) =>
          inner
            .selectFrom('payment_attempts as a')
            .select(['a.charge_id', 'a.realm_id'])
            .whereRef('a.booking_id', '=', 'b.id')
            .where('a.outcome', '=', 'CAPTURED')
            .orderBy('a.id')
            .limit(1)
            .as('charge'),
        (join) => join.onTrue(),
      )
      .leftJoin('holds as h', 'h.booking_id', 'b.id')
      .selectAll('b')
      // Demonstration data has no holds.
      .select(sql<number>`coalesce(h.rider_price_cents, ${RIDER_PRICE})`.as('rider_price_cents'))
      .select([outcomeOf.as('outcome'), sql<number>`event_sequence(b)`.as('event_sequence')])
      .select([sql<number>`owed(b)`.as('owed_cents'), sql<number>`not_asked_for(b)`.as('not_asked_for_cents')])
      .select(sql<number>`refundable(b.id)`.as('refundable_cents'))
      .select(
        sql<number>`(select coalesce(sum(cents), 0)::integer from refunds_in_question(b.id))`.as('refund_in_question'),
      )
      .select(['paid.paid_cents', 'paid.cash_cents', 'charge.charge_id', 'charge.realm_id'])
      .select(
        sql<number>`(select coalesce(sum(m.cents), 0)::integer from money_back m where m.booking_id = b.id)`.as(
          'refunded_cents',
        ),
      )
  )
}

type BookingRow = Awaited<ReturnType<ReturnType<typeof bookingsWithMoney>['executeTakeFirstOrThrow']>>

/** A booking with what the server alone reads. */
export interface KeptBooking extends AdminBooking {
  /** The number of what its calendar event says (docs/rules.md §8.9). */
  eventSequence: number
}

/** Maps a row to the contract's booking. */
export function toBooking(row: BookingRow): KeptBooking {
  return {
    id: row.id,
    selectedDate: row.trip_date,
    numberOfGuests: row.number_of_guests,
    packageType: row.package_type,
    riders: row.riders,
    riderPrice: row.rider_price_cents,
    tackle: row.tackle,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    addressLine1: null,
    city: null,
    state: null,
    totalAmount: row.total_cents,
    depositAmount: row.deposit_cents,
    paidAmount: row.paid_cents ?? 0,
    cashAmount: row.cash_cents ?? 0,
    pendingAmount: row.owed_cents,
    forgivenAmount: row.not_asked_for_cents,
    refundedAmount: row.refunded_cents,
    refundableAmount: row.refundable_cents,
    status: row.status,
    outcome: row.outcome,
    depositUntil: row.status === 'PENDING' ? row.deposit_until : null,
    confirmationNumber: row.confirmation_number,
    paymentData: { metadata: { realmId: row.realm_id } },
    paymentId: row.charge_id,
    refundInQuestion: row.refund_in_question,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    eventSequence: row.event_sequence,
  }
}

export async function findBooking(db: Db, id: number): Promise<(KeptBooking & { userId: number }) | undefined> {
  const row = await bookingsWithMoney(db).where('b.id', '=', id).executeTakeFirst()
  return row && { ...toBooking(row), userId: row.user_id }
}

/** Upcoming trips by date, then past ones, latest first. */
export async function listBookingsOf(db: Db, userId: number, today: string): Promise<AdminBooking[]> {
  const rows = await bookingsWithMoney(db)
    .where('b.user_id', '=', userId)
    .orderBy(sql`b.trip_date < ${today}::date`)
    .orderBy(sql`case when b.trip_date >= ${today}::date then b.trip_date end`)
    .orderBy('b.trip_date', 'desc')
    .orderBy('b.id', 'desc')
    .execute()
  return rows.map(toBooking)
}

export async function listBookingsSince(db: Db, date: string): Promise<KeptBooking[]> {
  const rows = await bookingsWithMoney(db)
    .where('b.trip_date', '>=', date)
    .orderBy('b.trip_date')
    .orderBy('b.id')
    .execute()
  return rows.map(toBooking)
}

/** Needs the day's lock. Generates a unique confirmation number. */
export async function insertBooking(
  tx: Db,
  booking: Omit<NewRow<'bookings'>, 'confirmation_number'>,
): Promise<{ id: number; confirmation_number: string }> {
  for (;;) {
    const inserted = await tx
      .insertInto('bookings')
      .values({ ...booking, confirmation_number: newConfirmationNumber() })
      .onConflict((conflict) => conflict.column('confirmation_number').doNothing())
      .returning(['id', 'confirmation_number'])
      .executeTakeFirst()
    if (inserted) return inserted
  }
}

export async function listBookingEvents(db: Db, bookingId: number): Promise<BookingEvent[]> {
  return db
    .selectFrom('booking_events')
    .select(['happened_at as happenedAt', 'kind', 'description'])
    .where('booking_id', '=', bookingId)
    .orderBy('id')
    .execute()
}

export async function updateCorrected(tx: Db, now: Date, id: number, to: Corrected): Promise<void> {
  await tx
    .updateTable('bookings')
    .set({
      number_of_guests: to.numberOfGuests,
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

/** What those who hear of a change need of a booking. */
export async function getChanged(tx: Db, id: number) {
  const booking = tx.selectFrom('bookings').select(['id', 'email', 'trip_date as selectedDate', 'status'])
  return booking.where('id', '=', id).executeTakeFirstOrThrow()
}

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

/** Whether a day is called off and its groups are choosing what to do (docs/rules.md §2.14). */
export async function isDayBeingMoved(db: Db, date: string): Promise<boolean> {
  const open = db.selectFrom('day_moves').select('id').where('trip_date', '=', date).where('closed_at', 'is', null)
  return (await open.executeTakeFirst()) !== undefined
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
): Promise<{ id: number; email: string | null; status: BookingStatus; selectedDate: string }[]> {
  return tx
    .updateTable('bookings')
    .set({ email, user_id: userId, updated_at: now })
    .where('user_id', '=', old.userId)
    .where(sql`lower(email)`, 'is not distinct from', sql`lower(${old.email})`)
    .$if(old.id !== undefined, (query) => query.where('id', '=', old.id!))
    .returning(['id', 'email', 'status', 'trip_date as selectedDate'])
    .execute()
}

/** When the customer booked; null if an admin entered the booking. */
export async function getBookedAt(tx: Db, id: number): Promise<Date | null> {
  const booking = tx.selectFrom('bookings').select(['entered_by', 'created_at']).where('id', '=', id)
  const { entered_by, created_at } = await booking.executeTakeFirstOrThrow()
  return entered_by === null ? created_at : null
}

/** The prices frozen in a booking's hold. Demo data has no holds, so today's prices are used. */
export async function getFrozenPrices(tx: Db, bookingId: number) {
  const { riderPrice, ...prices } = await tx
    .selectFrom('bookings as b')
    .innerJoin('booking_config as c', (join) => join.onTrue())
    .leftJoin('holds as h', 'h.booking_id', 'b.id')
    .select(({ fn }) => [
      fn.coalesce('h.deposit_per_guest_cents', 'c.deposit_per_guest_cents').as('depositPerGuest'),
      fn.coalesce('h.standard_package_price_cents', 'c.standard_package_price_cents').as('standardPackagePrice'),
      fn.coalesce('h.trophy_package_price_cents', 'c.trophy_package_price_cents').as('trophyPackagePrice'),
      'h.rider_price_cents as riderPrice',
    ])
    .where('b.id', '=', bookingId)
    .executeTakeFirstOrThrow()
  return { ...prices, ...(riderPrice !== null && { riderPrice }) }
}
