import type { AdminBookingDetails, BookingMoment } from '@arcadia/contract/admin/bookings'
import type { BookingQuery } from '@arcadia/contract/booking-queries'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import type { SignedIn } from '../../http/sessions.ts'
import type { AsOfNow } from '../../mail/mails-as-of-now.ts'
import { type Bookings, withPossibleChanges } from '../bookings/bookings.service.ts'
import type { Businesses } from '../business/business.service.ts'
import { leftToRefund, whyNotRefund } from '../people/refund-limit.ts'
import { getBookingAccount, listCharges, listForgiven, listMoments, listRefunds } from './booking-details.store.ts'
import { tellTimeline } from './booking-timeline.rules.ts'

export type BookingDetails = ReturnType<typeof createBookingDetails>

export function createBookingDetails(deps: {
  db: Db
  clock: Clock
  business: Pick<Businesses, 'get'>
  bookings: Pick<Bookings, 'get' | 'events'>
  asOfNow: AsOfNow
  bookingQueries: { listOfBooking(admin: SignedIn, id: number): Promise<BookingQuery[]> }
}) {
  const { db, clock, bookings, bookingQueries } = deps
  return {
    /** A booking with its account, payments, refunds, questions and history. @throws AppError `booking-not-found` */
    async get(admin: SignedIn, id: number): Promise<AdminBookingDetails> {
      const [booking] = await withPossibleChanges(deps, 'staff', [await bookings.get(admin, id)])
      const [account, charges, refunds, forgiven, questions, history, refusal, refundLimit] = await Promise.all([
        getBookingAccount(db, clock.now(), id),
        listCharges(db, { bookingId: id }),
        listRefunds(db, { bookingId: id }),
        listForgiven(db, id),
        bookingQueries.listOfBooking(admin, id),
        bookings.events(admin, id),
        whyNotRefund(db, admin.id, id, 1),
        leftToRefund(db, admin.id, id),
      ])
      const money = { charges, refunds, forgiven, whyNotRefund: refusal, refundLimit }
      return { ...booking!, ...account, ...money, questions, history }
    },

    /** A booking's timeline, assembled from the tables that hold its parts. @throws AppError `booking-not-found` */
    async timeline(admin: SignedIn, id: number): Promise<BookingMoment[]> {
      const [events, charges, questions, moments] = await Promise.all([
        bookings.events(admin, id),
        listCharges(db, { bookingId: id }),
        bookingQueries.listOfBooking(admin, id),
        listMoments(db, admin.position, id),
      ])
      const mails = await deps.asOfNow(moments.mails)
      return tellTimeline({ events, charges, questions, ...moments, mails })
    },
  }
}
