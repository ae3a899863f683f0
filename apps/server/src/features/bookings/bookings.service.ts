import type { AdminBooking, BookingEvent, MyBooking, RescheduleEligibility } from '@arcadia/contract/bookings'
import type { Business } from '@arcadia/contract/business'
import { searchedDates } from '@arcadia/contract/searched-date'
import { type TripDate, venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import type { Businesses } from '../business/business.service.ts'
import { getConfig } from '../configuration/configuration.service.ts'
import { isAllowed, type Runner } from './booking-change.writes.ts'
import {
  isGuidesDay,
  isTapOfGuidesDay,
  lastGuidesDay,
  lastOverdueTrip,
  rescheduleEligibility,
  saidToGuest,
} from './bookings.rules.ts'
import {
  findBooking,
  hasMovedSince,
  type KeptBooking,
  listBookingEvents,
  listLastMoves,
  listPaidCards,
  listRefundedCards,
} from './bookings.store.ts'
import { cancelled } from './cancel-booking.service.ts'
import { rescheduled } from './move-booking.service.ts'
import {
  listBookingsOf,
  listNextTrips,
  listOverdue,
  listTripsBetween,
  searchBookings,
  sumDue,
} from './search-bookings.store.ts'
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

    /** Whether its customer can move it, and if not, why. @throws AppError `booking-not-found` */
    async eligibility(user: SignedIn, id: number): Promise<RescheduleEligibility> {
      const booking = await get(user, id)
      return rescheduleEligibility(booking, venueDate(clock.now()), await deps.business.get())
    },

    /** The history, latest last. @throws AppError `booking-not-found` */
    async events(user: Parameters<typeof get>[0], id: number): Promise<BookingEvent[]> {
      await get(user, id)
      const events = await listBookingEvents(db, id)
      return user.role === 'USER'
        ? events.map((event) => ({ ...event, description: saidToGuest(event.description) }))
        : events
    },

    paidCards: (id: number) => listPaidCards(db, id),
    refundedCards: (id: number) => listRefundedCards(db, id),

    movedByUs: (ids: readonly number[]) => listMovesByUs(db, ids),
    movedSince: (id: number, since: Date): Promise<boolean> => hasMovedSince(db, id, since),

    /** The trip as a calendar file. @throws AppError `booking-not-found` */
    async calendar(
      user: Parameters<typeof get>[0],
      id: number,
      group?: Parameters<typeof tripEventOf>[2],
    ): Promise<string> {
      const site = { publicUrl: deps.publicUrl, business: await deps.business.get(), now: clock.now() }
      return tripEventOf(await get(user, id), site, group).content
    },

    find: (id: number) => findBooking(db, id),

    /** Reads a booking known to exist. Pass `on` to read in a transaction. */
    async read(id: number, on = db): Promise<AdminBooking> {
      return (await findBooking(on, id))!
    },

    /** A customer's bookings, those to come first by today's date. */
    listOf: (userId: number): Promise<KeptBooking[]> => listBookingsOf(db, userId, venueDate(clock.now())),

    /** Bookings on the next `dates` trip dates, from today on. */
    nextTrips: (dates: number): Promise<AdminBooking[]> => listNextTrips(db, venueDate(clock.now()), dates),
    /** The trips a guide sees (docs/rules.md §22.3). */
    guidesTrips: async (): Promise<AdminBooking[]> => {
      const today = venueDate(clock.now())
      return listTripsBetween(db, today, lastGuidesDay(today))
    },
    isGuidesDay: (date: TripDate) => isGuidesDay(date, venueDate(clock.now())),

    /** Total balance of confirmed trips from today on, in cents. */
    due: (): Promise<number> => sumDue(db, venueDate(clock.now())),

    /** The balances that are overdue by today's date and the owner's setting, of the oldest trip first. */
    overdue: async () => listOverdue(db, await lastOverdueNow()),

    /** Pass `on` to search in a transaction. */
    async search(query: Parameters<typeof searchBookings>[1], on = db) {
      const today = venueDate(clock.now())
      const dates = query.q ? searchedDates(query.q, today, await getConfig(on)) : undefined
      return searchBookings(on, query, { today, dates, lastOverdue: await lastOverdueNow() })
    },
  }
}

/** What the guests of these bookings are told of the last change of date, where it was ours. */
async function listMovesByUs(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const moves = (await listLastMoves(db, ids)).filter(({ madeBy }) => madeBy === 'staff')
  return new Map(moves.map(({ bookingId, description }) => [bookingId, saidToGuest(description)]))
}

/** Adds to bookings whether the guest, or staff, can cancel and move them; if not, why not. */
export function withPossibleChanges<One extends AdminBooking>(
  { clock, business }: Pick<Base, 'clock'> & Pick<Runner, 'business'>,
  by: 'guest' | 'staff',
  bookings: readonly One[],
): Promise<(One & Pick<MyBooking, 'canCancel' | 'canMove'>)[]> {
  let read: Promise<Business> | undefined
  // Once for all of them.
  const about = { now: clock.now(), by, business: () => (read ??= business.get()) }
  return Promise.all(
    bookings.map(async (booking) => ({
      ...booking,
      canCancel: await isAllowed(cancelled, { ...about, booking }),
      canMove: await isAllowed(rescheduled, { ...about, booking }),
    })),
  )
}
