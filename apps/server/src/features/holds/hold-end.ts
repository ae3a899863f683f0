import { formatShortDate } from '@arcadia/contract/trip-date'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { HoldRow } from './current-hold.ts'
import { findLaterHold } from './holds.writes.ts'

/**
 * Why a hold can't be paid for anymore, as what really happened; undefined while it can be (docs/rules.md §2.17). Whoever
 * refuses for it and whoever tells the customer's page ask here.
 */
export async function endOfHold(db: Db, now: Date, hold: HoldRow): Promise<AppError | undefined> {
  if (hold.released_at === null && hold.expires_at > now) return undefined
  switch (hold.ended_by) {
    case 'TAKEN':
      return new AppError('spots-taken')
    case 'CALLED_OFF':
      return new AppError('spots-taken', { message: "This day was just called off. You weren't charged." })
    case 'ENTERED':
      return new AppError('hold-released', {
        message: "This trip was just booked for you by phone. You weren't charged.",
      })
  }
  const other = await findLaterHold(db, now, hold)
  const says = (what: string) =>
    new AppError('hold-released', { message: `${what} ${formatShortDate(other!.trip_date)} in another tab.` })
  if (other?.booking_id) return says(other.isBooked ? 'You booked' : "You're paying for")
  if (hold.is_lapsed || hold.released_at === null) return new AppError('hold-expired')
  if (!other) return new AppError('hold-released')
  return says(other.trip_date === hold.trip_date ? "You're booking" : "You're holding")
}
