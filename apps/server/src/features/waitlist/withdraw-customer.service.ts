import type { Clock } from '../../clock.ts'
import { type Db, lockDays } from '../../database/transaction.ts'
import { lockActiveAccount } from '../accounts/lock-account.service.ts'
import { releaseIdleHolds } from '../holds/place-hold.service.ts'
import { offerFreeSpots } from './waitlist.service.ts'
import { endEntries, listDaysOfCustomer } from './waitlist.store.ts'

/**
 * Releases everything a departing customer holds or waits for; the spots go to the next in line. Bookings stay. It
 * takes the days' locks, so it comes before the transaction's first write.
 */
export async function withdrawCustomer(tx: Db, clock: Clock, userId: number): Promise<void> {
  await lockActiveAccount(tx, userId)
  const days = await listDaysOfCustomer(tx, userId)
  if (days.length === 0) return
  const now = await lockDays(tx, clock, days)
  await endEntries(tx, now, 'user_id', userId)
  await releaseIdleHolds(tx, now, ['user_id', userId])
  for (const day of days) await offerFreeSpots(tx, now, day)
}
