import type { AdminBookingQuery, setBookingQueryStatus } from '@arcadia/contract/booking-queries'
import type { Input } from '@arcadia/contract/endpoint'
import type { Base } from '../../base.ts'
import { inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { placeholdersOf } from '../bookings/placeholders.rules.ts'
import { handleMessage } from '../replies/handle-message.service.ts'
import { findAdminQuery, lockAdminQuery, updateQuery } from './admin-booking-queries.store.ts'

export function createAdminBookingQueries({
  db,
  clock,
  bookings,
}: Pick<Base, 'db' | 'clock'> & { bookings: Pick<Bookings, 'find'> }) {
  return {
    /** @throws AppError `not-found` */
    async get(id: number): Promise<AdminBookingQuery> {
      const query = await findAdminQuery(db, id)
      if (!query) throw new AppError('not-found')
      return query
    },

    /** RESPONDED needs a reply, new or earlier. @throws AppError `not-found`, `invalid-input`, `key-reused` */
    setStatus: (
      adminId: number,
      id: number,
      change: Input<typeof setBookingQueryStatus>['body'],
      key: string | undefined,
    ): Promise<AdminBookingQuery> =>
      inTransaction(db, clock, async (tx, now) => {
        const before = await lockAdminQuery(tx, id)
        if (!before) throw new AppError('not-found')
        const values = placeholdersOf(await bookings.find(tx, before.bookingId))
        const asked = { ...before, kind: 'booking-query' as const, email: before.userEmail, values }
        await updateQuery(tx, id, await handleMessage(tx, now, adminId, asked, change, key))
        return (await findAdminQuery(tx, id))!
      }),
  }
}
