import { addDays, venueDate, venueInstant } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { inTransaction, lockDays } from '../../database/transaction.ts'
import { isMorning } from '../../mail/morning.rules.ts'
import { findOwing } from '../bookings/money-due.service.ts'
import type { Businesses } from '../business/business.service.ts'
import { emailShare } from './shares.service.ts'
import { listUnremindedTrips } from './shares.store.ts'
import { readSplit } from './shares.writes.ts'

/** How many days before the balance is due its unpaid shares are reminded, first and last. */
const FIRST = 2
const LAST = 1

/** Emails unpaid shares two days and one day before the balance is due (docs/rules.md §3.41). */
export async function remindShares({
  db,
  clock,
  business,
}: Pick<Base, 'db' | 'clock'> & { business: Pick<Businesses, 'get'> }): Promise<void> {
  const began = clock.now()
  const { balanceDueDays } = await business.get()
  if (!isMorning(began) || typeof balanceDueDays !== 'number') return
  const today = venueDate(began)
  const [first, last] = [addDays(today, balanceDueDays + LAST), addDays(today, balanceDueDays + FIRST)]
  // Once a day, and not on the day that the link was sent.
  const before = venueInstant(today, '00:00')
  for (const { id, tripDate } of await listUnremindedTrips(db, { first, last, before }))
    await inTransaction(db, clock, async (tx) => {
      const now = await lockDays(tx, clock, [tripDate])
      const booking = await findOwing(tx, now, id)
      if (booking?.selectedDate !== tripDate) return
      for (const share of (await readSplit(tx, id)).shares)
        if (share.asks > 0 && share.paying === 0 && (share.emailed_at ?? share.created_at) < before)
          await emailShare(tx, now, id, share)
    })
}
