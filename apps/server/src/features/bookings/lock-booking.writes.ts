import type { AdminBooking } from '@arcadia/contract/bookings'
import type { TripDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction, lockDays } from '../../database/transaction.ts'
import { refuseByGuard } from '../availability/availability.service.ts'
import { findBooking } from './bookings.store.ts'

/**
 * Whether a card payment of a booking or hold is in progress. Until it ends, nothing else may move its money or change its
 * status.
 */
export async function isPaymentOpen(db: Db, of: number | { holdId: string }): Promise<boolean> {
  const isOpen =
    typeof of === 'number' ? sql<boolean>`has_open_payment(${of})` : sql<boolean>`is_being_paid(${of.holdId})`
  return (await db.selectNoFrom(isOpen.as('is')).executeTakeFirstOrThrow()).is
}

/** The card payments toward what a booking owes that are in progress, each of a share or of none. */
export async function listPaying(db: Db, bookingId: number): Promise<{ shareId: number | null; cents: number }[]> {
  const { rows } = await sql<{ shareId: number | null; cents: number }>`
    select share_id as "shareId", amount_cents as cents from payment_attempts
    where booking_id = ${bookingId} and outcome is null and kind <> 'ANGLER'`.execute(db)
  return rows
}

/** Whether the payment of an angler who joins a booking is in progress. */
export const isGrowing = async (db: Db, bookingId: number): Promise<boolean> =>
  (await listGrowing(db, [bookingId])).has(bookingId)

/** The bookings among these with such a payment. */
export async function listGrowing(db: Db, bookingIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`select booking_id as id from payment_attempts
    where booking_id = any(${bookingIds}::integer[]) and kind = 'ANGLER' and outcome is null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export type LockedBooking = AdminBooking & { userId: number }

/** The booking moved to another day before we had the lock of its day. */
class Moved extends Error {}

/**
 * Runs `work` in a transaction on a booking, with its day and `others` locked. `read` is called first, and throws if the
 * caller may not see the booking. If `others` is a function, it locks in the same transaction what comes before days.
 * @throws AppError `not-enough-spots` if the database's oversell guard refuses
 */
export async function withBookingLocked<T>(
  { db, clock }: { db: Db; clock: Clock },
  read: () => Promise<AdminBooking>,
  work: (tx: Db, now: Date, booking: LockedBooking) => Promise<T>,
  others: readonly TripDate[] | ((tx: Db, now: Date) => Promise<readonly TripDate[]>) = [],
): Promise<T> {
  for (;;) {
    const { id, selectedDate } = await read()
    try {
      return await inTransaction(db, clock, async (tx, began) => {
        const days = others instanceof Function ? await others(tx, began) : others
        const now = await lockDays(tx, clock, [selectedDate, ...days])
        const booking = (await findBooking(tx, id))!
        if (booking.selectedDate !== selectedDate) throw new Moved()
        return work(tx, now, booking)
      })
    } catch (error) {
      if (!(error instanceof Moved)) refuseByGuard(error)
    }
  }
}
