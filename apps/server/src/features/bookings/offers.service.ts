import type { TripDate } from '@arcadia/contract/trip-date'
import type { Db } from '../../database/transaction.ts'
import { releaseIdleHolds, releaseOfferRow } from '../holds/holds.store.ts'

/** Gives back the hold that was offered to somebody who waits, in the caller's transaction and under the day's lock. */
export async function releaseOffer(tx: Db, now: Date, waitlistEntryId: number): Promise<void> {
  await releaseOfferRow(tx, now, waitlistEntryId)
}

/** Nobody is to pay for a day that does not take place; in the caller's transaction and under the day's lock. */
export async function releaseHoldsOf(tx: Db, now: Date, date: TripDate): Promise<void> {
  await releaseIdleHolds(tx, now, ['trip_date', date])
}
