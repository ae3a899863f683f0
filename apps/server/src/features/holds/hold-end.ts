import { formatShortDate } from '@arcadia/contract/trip-date'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { HoldRow } from './current-hold.ts'
import { findCurrentHold } from './holds.store.ts'

/**
 * Why a hold can't be paid for anymore, as what really happened; undefined while it can be (docs/rules.md §2.17). Whoever
 * refuses for it and whoever tells the customer's page ask here.
 */
export async function endOfHold(db: Db, now: Date, hold: HoldRow): Promise<AppError | undefined> {
  if (hold.released_at === null) return hold.expires_at <= now ? new AppError('hold-expired') : undefined
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
  if (hold.is_lapsed) return new AppError('hold-expired')
  const other = await findCurrentHold(db, now, hold.user_id)
  if (!other) return new AppError('hold-released')
  const message = `You're holding ${formatShortDate(other.trip_date)} in another tab.`
  return new AppError('hold-released', { message })
}
