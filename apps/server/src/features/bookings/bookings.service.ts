import type { AdminBooking, BookingEvent, RescheduleEligibility } from '@arcadia/contract/bookings'
import { searchedDates } from '@arcadia/contract/searched-date'
import { type TripDate, venueDate } from '@arcadia/contract/trip-date'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import type { Businesses } from '../business/business.service.ts'
import { getConfig } from '../configuration/configuration.service.ts'
import {
  isGuidesDay,
  isTapOfGuidesDay,
  lastGuidesDay,
  lastOverdueTrip,
  rescheduleEligibility,
} from './bookings.rules.ts'
import {
  findBooking,
  isDayBeingMoved,
  type KeptBooking,
  listBookingEvents,
  listBookingsOf,
  listBookingsSince,
} from './bookings.store.ts'
import { listNextTrips, listTripsBetween, searchBookings, sumDue, sumOverdue } from './search-bookings.store.ts'
import { tripEventOf } from './trip-event.ts'

export type Bookings = ReturnType<typeof createBookings>

export function createBookings(deps: { db: Db; clock: Clock; publicUrl: string; business: Pick<Businesses, 'get'> }) {
  const { db, clock } = deps

  async function get(
    user: Pick<SignedIn, 'id' | 'role'> & Partial<SignedIn>,
    id: number,
    { isOfGuide = isGuidesDay, on = db } = {},
  ): Promise<KeptBooking> {
    const booking = await findBooking(on, id)
    const canSee =
      booking &&
      (user.position === 'GUIDE'
        ? isOfGuide(booking.selectedDate, venueDate(clock.now()))
        : user.role === 'ADMIN' || booking.userId === user.id)
    if (!canSee) throw new AppError('booking-not-found')
    return booking
  }

  const lastOverdueNow = async () => lastOverdueTrip(venueDate(clock.now()), await deps.business.get())

  return {
    /** Pass `on` to read in a transaction. @throws AppError `booking-not-found`, also for another customer's booking */
    get: (user: Parameters<typeof get>[0], id: number, on = db): Promise<AdminBooking> => get(user, id, { on }),

    /** The same for taps on a day sheet, which may arrive late. @throws AppError `booking-not-found` */
    getForTap: (user: SignedIn, id: number): Promise<AdminBooking> => get(user, id, { isOfGuide: isTapOfGuidesDay }),

    /** Reads a booking known to exist, with its account, in a transaction. */
    async find(tx: Db, id: number): Promise<AdminBooking & { userId: number }> {
      return (await findBooking(tx, id))!
    },

    /** Whether its customer can move it, and if not, why. @throws AppError `booking-not-found` */
    async eligibility(user: SignedIn, id: number): Promise<RescheduleEligibility> {
      const booking = await get(user, id)
      return rescheduleEligibility(booking, venueDate(clock.now()), await deps.business.get())
    },

    /** The history, latest last. @throws AppError `booking-not-found` */
    async events(user: SignedIn, id: number): Promise<BookingEvent[]> {
      await get(user, id)
      return listBookingEvents(db, id)
    },

    /** The trip as a calendar file. @throws AppError `booking-not-found` */
    async calendar(user: SignedIn, id: number): Promise<string> {
      const site = { publicUrl: deps.publicUrl, business: await deps.business.get(), now: clock.now() }
      return tripEventOf(await get(user, id), site).content
    },

    /** Reads a booking known to exist. */
    async read(id: number): Promise<AdminBooking> {
      return (await findBooking(db, id))!
    },

    /** All customers' bookings with a trip on `date` or later, by date. */
    listSince: (date: TripDate): Promise<KeptBooking[]> => listBookingsSince(db, date),
    listOf: (userId: number): Promise<AdminBooking[]> => listBookingsOf(db, userId, venueDate(clock.now())),

    /** Bookings on the next `dates` trip dates, from today on. */
    nextTrips: (dates: number): Promise<AdminBooking[]> => listNextTrips(db, venueDate(clock.now()), dates),
    tripsOn: (date: TripDate): Promise<AdminBooking[]> => listTripsBetween(db, date, date),
    /** The trips a guide sees (docs/rules.md §22.3). */
    guidesTrips: async (): Promise<AdminBooking[]> => {
      const today = venueDate(clock.now())
      return listTripsBetween(db, today, lastGuidesDay(today))
    },
    /** Whether a day is called off and its groups are choosing what to do (docs/rules.md §2.14). */
    isCalledOff: (date: TripDate) => isDayBeingMoved(db, date),
    isGuidesDay: (date: TripDate) => isGuidesDay(date, venueDate(clock.now())),

    /** Total balance of confirmed trips from today on, in cents. */
    due: (): Promise<number> => sumDue(db, venueDate(clock.now())),

    /** How many balances are overdue, and their total. */
    overdue: async () => sumOverdue(db, await lastOverdueNow()),

    /** Pass `on` to search in a transaction. */
    async search(query: Parameters<typeof searchBookings>[1], on = db) {
      const today = venueDate(clock.now())
      const dates = query.q ? searchedDates(query.q, today, await getConfig(on)) : undefined
      return searchBookings(on, query, { today, dates, lastOverdue: await lastOverdueNow() })
    },
  }
}
