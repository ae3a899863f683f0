import { formatShortDate } from '@arcadia/contract/trip-date'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { HoldRow } from './current-hold.ts'
import { findLaterHold, type LaterHold } from './holds.writes.ts'

/**
 * Why a hold can't be paid for anymore, as what really happened, and what its customer holds, pays for or booked since; undefined
 * while it can be (docs/rules.md §2.17). Whoever refuses for it and whoever tells the customer's page ask here.
 */
export async function endOfHold(
  db: Db,
  now: Date,
  hold: HoldRow,
): Promise<{ why: AppError; later: LaterHold | undefined } | undefined> {
  if (hold.released_at === null && hold.expires_at > now) return undefined
  const later = await findLaterHold(db, now, hold)
  return { why: whyOver(hold, later), later }
}

function whyOver(hold: HoldRow, later: LaterHold | undefined): AppError {
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
  const says = (what: string) =>
    new AppError('hold-released', { message: `${what} ${formatShortDate(later!.trip_date)} in another tab.` })
  if (later?.booking_id) return says(later.isBooked ? 'You booked' : "You're paying for")
  if (hold.is_lapsed || hold.released_at === null) return new AppError('hold-expired')
  if (!later) return new AppError('hold-released')
  return says(later.trip_date === hold.trip_date ? "You're booking" : "You're holding")
}
