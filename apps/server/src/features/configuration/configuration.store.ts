import type { BookingConfig, Sharing } from '@arcadia/contract/configuration'
import type { TripDate } from '@arcadia/contract/trip-date'
import { type Generated, sql } from 'kysely'
import type { NewRow, Row } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    booking_config: {
      only_row: Generated<boolean>
      max_capacity: number
      sharing: Generated<Sharing>
      hold_duration_minutes: number
      deposit_per_guest_cents: number
      standard_package_price_cents: number
      trophy_package_price_cents: number
      private_spot_price_cents: Generated<number | null>
      season_start: string
      season_end: string
      closed_days: number[]
      blackout_dates: Generated<string[]>
      /** When the owner opened, or opens (docs/rules.md §1.9). */
      opens_on: Generated<string | null>
      /** Set at each start: guests wait for the opening. */
      cards_are_real: Generated<boolean>
      updated_at: Date
    }
  }
}

export async function getConfigRow(db: Db): Promise<Row<'booking_config'>> {
  return db.selectFrom('booking_config').selectAll().executeTakeFirstOrThrow()
}

/** An existing row is kept. */
export async function insertConfig(tx: Db, now: Date, config: BookingConfig): Promise<void> {
  await tx
    .insertInto('booking_config')
    // A whole configuration has a value for every column.
    .values({ ...toColumns(config), updated_at: now } as NewRow<'booking_config'>)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function updateCardsAreReal(tx: Db, cardsAreReal: boolean): Promise<void> {
  await tx
    .updateTable('booking_config')
    .set({ cards_are_real: cardsAreReal })
    .where('cards_are_real', '!=', cardsAreReal)
    .execute()
}

/** Serializes configuration changes. */
export async function lockConfigRow(tx: Db): Promise<void> {
  await tx.selectFrom('booking_config').select('only_row').forUpdate().execute()
}

export async function updateConfig(tx: Db, now: Date, change: Partial<BookingConfig>): Promise<void> {
  await tx
    .updateTable('booking_config')
    .set({ ...toColumns(change), updated_at: now })
    .execute()
}

export interface OpeningDay {
  /** The day on which the business opens, or has opened. */
  opensOn: TripDate | null
  /** An owner put the list away, or guests have booked. */
  isSettled: boolean
}

export async function readOpeningDay(db: Db): Promise<OpeningDay> {
  const { rows } = await sql<OpeningDay>`
    select opens_on as "opensOn", exists (select from opening where step = 'PUT_AWAY')
      or exists (select from bookings where user_id not in (select id from users where tests_for is not null)) as "isSettled"
    from booking_config`.execute(db)
  return rows[0]!
}

export async function updateOpeningDay(tx: Db, now: Date, opensOn: TripDate | null): Promise<void> {
  await tx.updateTable('booking_config').set({ opens_on: opensOn, updated_at: now }).execute()
}

function toColumns(change: Partial<BookingConfig>) {
  return {
    max_capacity: change.maxCapacity,
    sharing: change.sharing,
    hold_duration_minutes: change.holdDurationMinutes,
    deposit_per_guest_cents: change.depositPerGuest,
    standard_package_price_cents: change.standardPackagePrice,
    trophy_package_price_cents: change.trophyPackagePrice,
    season_start: change.seasonStart,
    season_end: change.seasonEnd,
    closed_days: change.closedDays,
    blackout_dates: change.blackoutDates,
    private_spot_price_cents: change.privateSpotPrice,
  }
}

export interface ClaimedDay {
  date: TripDate
  booked: number
  held: number
  groups: number
  bookings: { id: number; confirmationNumber: string; name: string; numberOfGuests: number }[]
}

/** Every claimed day from `today` on, with its bookings. */
export async function listClaimedDays(db: Db, today: TripDate, at: Date): Promise<ClaimedDay[]> {
  const { rows } = await sql<ClaimedDay>`
    select c.trip_date as date, c.booked, c.held, c.groups, coalesce((
      select json_agg(json_build_object(
        'id', b.id, 'confirmationNumber', b.confirmation_number,
        'name', full_name(b.first_name, b.last_name), 'numberOfGuests', b.number_of_guests) order by b.id)
      from bookings b where b.trip_date = c.trip_date and b.status <> 'CANCELLED'
        and outcome_of(b) <> 'NO_SHOW'), '[]') as bookings
    from claims_between(${today}::date, 'infinity'::date, ${at}) c
    order by c.trip_date`.execute(db)
  return rows
}
