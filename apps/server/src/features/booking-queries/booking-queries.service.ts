import type { BookingQuery } from '@arcadia/contract/booking-queries'
import type { Base } from '../../base.ts'
import { HOUR_MS } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { limitFor } from '../../http/limits.rules.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { blankValues } from '../audit-log/audit-log.writes.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { tellOwner } from '../owner-notices/owner-notices.writes.ts'
import { blankQuestions, insertQuery, listQueries } from './booking-queries.store.ts'

const questionsOf = limitFor('booking-queries', 20, HOUR_MS)

export function createBookingQueries(
  deps: Pick<Base, 'db' | 'clock' | 'limits' | 'ownerEmail'> & { bookings: Pick<Bookings, 'get'> },
) {
  const { db, clock, bookings } = deps
  return {
    /** @throws AppError `booking-not-found`, `too-many-requests` */
    async ask(user: SignedIn, bookingId: number, message: string): Promise<BookingQuery> {
      const { email } = await bookings.get(user, bookingId)
      await deps.limits.spend(questionsOf(user.id))
      return inTransaction(db, clock, async (tx, now) => {
        const query = await insertQuery(tx, now, { bookingId, userId: user.id, message })
        await tellOwner(tx, now, deps.ownerEmail, {
          kind: 'query-received',
          params: { queryId: query.id, bookingId },
        })
        await enqueueMail(tx, now, { kind: 'query-asked', to: email, params: { queryId: query.id, bookingId } })
        return query
      })
    },

    /** @throws AppError `booking-not-found` */
    async listOfBooking(user: SignedIn, bookingId: number): Promise<BookingQuery[]> {
      await bookings.get(user, bookingId)
      return listQueries(db, { bookingId })
    },
  }
}

export async function blankQueries(tx: Db, now: Date, bookingIds: readonly number[]): Promise<void> {
  await blankValues(tx, now, 'booking-query', await blankQuestions(tx, bookingIds))
}
