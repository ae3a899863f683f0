import type { Clock } from '../../clock.ts'
import { type Db, lockDaysAndLapseHolds } from '../../database/transaction.ts'
import { listDaysOfCustomer, lockUser, releaseIdleHolds } from '../holds/holds.store.ts'
import { offerFreeSpots, stopWaiting } from '../waitlist/waitlist.service.ts'

/**
 * Gives back whatever a customer who goes holds or waits for; the places go to the next in line. Bookings
 * stay. Takes the days' locks, so it comes before the transaction's first write.
 */
export async function withdrawCustomer(tx: Db, clock: Clock, userId: number): Promise<void> {
  await lockUser(tx, userId)
  const days = await listDaysOfCustomer(tx, userId)
  if (days.length === 0) return
  const now = await lockDaysAndLapseHolds(tx, clock, days)
  await stopWaiting(tx, now, userId)
  await releaseIdleHolds(tx, now, ['user_id', userId])
  for (const day of days) await offerFreeSpots(tx, now, day)
}
