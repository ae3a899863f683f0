import type { Db } from '../../database/transaction.ts'
import { releaseOfferRow } from './holds.store.ts'

/** Gives back the hold that was offered to somebody who waits, in the caller's transaction and under the day's lock. */
export async function releaseOffer(tx: Db, now: Date, waitlistEntryId: number): Promise<void> {
  await releaseOfferRow(tx, now, waitlistEntryId)
}
