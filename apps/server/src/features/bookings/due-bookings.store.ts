import type { TripDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import { DAY_MS } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import type { Reminder } from '../../feature.ts'
import { outcomeOf } from './bookings.store.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    reminders: {
      booking_id: number
      kind: string
      about: string
    }
  }
}

/** SQL on booking `b`: what was paid doesn't cover the deposit. */
const isDepositMissing = sql<boolean>`b.deposit_cents > paid_toward(b.id)`

/** PENDING bookings whose deposit was not paid in time, except those being paid or on a called-off day. */
const unpaidInTime = (db: Db, now: Date) =>
  db
    .selectFrom('bookings as b')
    .where('b.status', '=', 'PENDING')
    .where('b.deposit_until', '<=', now)
    .where(outcomeOf, '=', 'ON')
    .where(isDepositMissing)
    .where(sql<boolean>`not has_open_payment(b.id)`)

export async function listDaysToLetGo(db: Db, now: Date): Promise<string[]> {
  const rows = await unpaidInTime(db, now).select('b.trip_date').distinct().orderBy('b.trip_date').execute()
  return rows.map(({ trip_date }) => trip_date)
}

/** Needs the day's lock. */
export async function listToLetGo(tx: Db, now: Date, day: string): Promise<number[]> {
  const rows = await unpaidInTime(tx, now).select('b.id').where('b.trip_date', '=', day).orderBy('b.id').execute()
  return rows.map(({ id }) => id)
}

export async function updateDepositUntil(tx: Db, now: Date, id: number, until: Date): Promise<void> {
  await tx.updateTable('bookings').set({ deposit_until: until, updated_at: now }).where('id', '=', id).execute()
}

/** Keeps how long the spots were held for a deposit that is paid now. */
export async function keepAwaitedUntil(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('bookings')
    .set((eb) => ({ awaited_until: eb.ref('deposit_until') }))
    .where('id', '=', id)
    .execute()
}

/** How long the spots were held for a deposit that was paid in time and isn't covered anymore. */
export async function findMissingUntil(tx: Db, id: number): Promise<Date | null | undefined> {
  const found = tx.selectFrom('bookings as b').select('b.awaited_until').where('b.id', '=', id).where(isDepositMissing)
  return (await found.executeTakeFirst())?.awaited_until
}

/** Confirmed trips before a date. */
export async function listTripsBefore(db: Db, date: TripDate): Promise<{ id: number; trip_date: TripDate }[]> {
  return db
    .selectFrom('bookings as b')
    .select(['id', 'trip_date'])
    .where('status', '=', 'CONFIRMED')
    .where('completed_at', 'is', null)
    .where('trip_date', '<', date)
    .where(outcomeOf, '!=', 'CALLED_OFF')
    .orderBy('trip_date')
    .limit(200)
    .execute()
}

/** True if it changed from CONFIRMED to COMPLETED; idempotent. */
export async function completeBooking(tx: Db, now: Date, id: number, today: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('bookings as b')
    .set({ status: 'COMPLETED', completed_at: now, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', 'CONFIRMED')
    .where('completed_at', 'is', null)
    .where('trip_date', '<', today)
    .where(outcomeOf, '!=', 'CALLED_OFF')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Trips without this reminder that are still on, or that took place; not those just booked. */
function toRemind(
  db: Db,
  now: Date,
  { kind, outcome = 'ON', first, last, daysBefore = 0, quietDays, isNeeded }: Reminder,
) {
  const about = sql<TripDate>`b.trip_date - ${daysBefore}::integer`
  return db
    .selectFrom('bookings as b')
    .select(['b.id', sql<string>`${kind}`.as('kind'), about.as('about')])
    .where('b.status', '=', outcome === 'ON' ? 'CONFIRMED' : 'COMPLETED')
    .where('b.trip_date', '>=', first)
    .where('b.trip_date', '<=', last)
    .where('b.created_at', '<', new Date(now.getTime() - quietDays * DAY_MS))
    .where(outcomeOf, '=', outcome)
    .where(sql<boolean>`not exists (select from reminders r
      where r.booking_id = b.id and r.kind = ${kind} and r.about = ${about})`)
    .$if(isNeeded !== undefined, (query) => query.where(isNeeded!))
}

export function listToRemind(db: Db, now: Date, reminder: Reminder) {
  return toRemind(db, now, reminder).select(['b.trip_date', 'b.email']).orderBy('b.trip_date').limit(100).execute()
}

/** True for the one process that should send it, if it is still due. */
export async function markReminded(tx: Db, now: Date, reminder: Reminder, id: number, date: TripDate) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('reminders')
    .columns(['booking_id', 'kind', 'about'])
    .expression(toRemind(tx, now, reminder).where('b.id', '=', id).where('b.trip_date', '=', date))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether an account has a booking that is not blanked. */
export async function hasNamedBooking(tx: Db, userId: number): Promise<boolean> {
  const named = await tx
    .selectFrom('bookings')
    .select('id')
    .where('user_id', '=', userId)
    .where('blanked_at', 'is', null)
    .executeTakeFirst()
  return named !== undefined
}

/**
 * Blanks names and contact details in old bookings of closed accounts and of callers without email; money and dates stay for
 * the books.
 */
export async function blankBookings(tx: Db, now: Date, before: string): Promise<{ id: number; userId: number }[]> {
  return tx
    .updateTable('bookings')
    .set({
      first_name: 'Removed',
      last_name: '',
      email: sql`case when email is not null then 'removed@account.invalid' end`,
      phone: '',
      cancel_reason: null,
      blanked_at: now,
    })
    .where('trip_date', '<', before)
    .where('blanked_at', 'is', null)
    .where('user_id', 'in', (users) =>
      users
        .selectFrom('users')
        .select('id')
        .where((eb) => eb.or([eb('closed_at', 'is not', null), eb('email', 'is', null)])),
    )
    .returning(['id', 'user_id as userId'])
    .execute()
}
