import type { AdminBookingQuery, setBookingQueryStatus } from '@arcadia/contract/booking-queries'
import type { Input } from '@arcadia/contract/endpoint'
import type { Base } from '../../base.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { placeholdersOf } from '../replies/placeholders.rules.ts'
import { handleMessage } from '../replies/replies.writes.ts'
import { getAdminQuery, lockAdminQuery, updateQuery } from './admin-booking-queries.store.ts'

export function createAdminBookingQueries({
  db,
  clock,
  bookings,
}: Pick<Base, 'db' | 'clock'> & { bookings: Pick<Bookings, 'read'> }) {
  return {
    /** RESPONDED needs a reply, new or earlier. @throws AppError `not-found`, `invalid-input`, `key-reused` */
    setStatus: (
      adminId: number,
      id: number,
      change: Input<typeof setBookingQueryStatus>['body'],
      key: string | undefined,
    ): Promise<AdminBookingQuery> =>
      inTransaction(db, clock, async (tx, now) => {
        const before = await lockAdminQuery(tx, id)
        const values = placeholdersOf(await bookings.read(before.bookingId, tx))
        const asked = { ...before, kind: 'booking-query' as const, email: before.userEmail, values }
        await updateQuery(tx, id, await handleMessage(tx, now, adminId, asked, change, key))
        return getAdminQuery(tx, id)
      }),
  }
}
