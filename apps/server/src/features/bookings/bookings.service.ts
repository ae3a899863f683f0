import type { AdminBooking } from '@arcadia/contract/bookings'
import type { Page } from '@arcadia/contract/fields'
import { venueDate } from '@arcadia/contract/trip-date'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { type BookingFilter, findBooking, listBookingsOf, searchBookings } from './bookings.store.ts'

/** The most a list without pages answers (decisions §4). */
const MAX_UNPAGED = 1000

export interface Bookings {
  /** @throws AppError `booking-not-found`, for a missing one and another's alike */
  get(user: SignedIn, id: number): Promise<AdminBooking>
  /** One that is known to exist. */
  read(id: number): Promise<AdminBooking>
  listOf(userId: number): Promise<AdminBooking[]>
  search(
    filter: BookingFilter & { page?: number | undefined; size: number },
  ): Promise<Page<AdminBooking> | AdminBooking[]>
}

export function createBookings(deps: { db: Db; clock: Clock }): Bookings {
  const { db, clock } = deps
  return {
    async get(user, id) {
      const booking = await findBooking(db, id)
      if (!booking || (user.role !== 'ADMIN' && booking.userId !== user.id)) throw new AppError('booking-not-found')
      return booking
    },
    async read(id) {
      return (await findBooking(db, id))!
    },
    listOf: (userId) => listBookingsOf(db, userId, venueDate(clock.now())),
    async search({ page, size, ...filter }) {
      if (page === undefined) return (await searchBookings(db, filter, { limit: MAX_UNPAGED, offset: 0 })).bookings
      const { bookings, total } = await searchBookings(db, filter, { limit: size, offset: page * size })
      return { content: bookings, page, size, totalElements: total, totalPages: Math.ceil(total / size) }
    },
  }
}
