import type { CheckIn } from '@arcadia/contract/admin/check-ins'
import type { DaySheet } from '@arcadia/contract/admin/dashboard'
import type { AdminBooking } from '@arcadia/contract/bookings'
import type { NotesOfBooking } from '@arcadia/contract/guest-notes'
import { type TripDate, venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { AppError } from '../../http/app-error.ts'
import type { Availability } from '../availability/availability.service.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { listGrowing } from '../bookings/lock-booking.writes.ts'
import type { DayGuides } from '../day-guides/day-guides.service.ts'
import type { ManualPayments } from '../manual-payments/manual-payments.service.ts'
import type { Waivers } from '../waivers/waivers.service.ts'
import { findGroupDaysAround, listCardPaymentsOn, listNotesOn, listOpenQuestions } from './dashboard.store.ts'

export type DaySheets = ReturnType<typeof createDaySheets>

export function createDaySheets(
  deps: Pick<Base, 'db' | 'clock'> & {
    availability: Pick<Availability, 'leftToday'>
    bookings: Pick<Bookings, 'isGuidesDay'> & {
      tripsOn(date: TripDate, which: { ofGuestsOnly: boolean }): Promise<AdminBooking[]>
      isCalledOff(date: TripDate): Promise<boolean>
    }
    waivers: Pick<Waivers, 'signedOf'>
    guestNotes: { listOfDay(date: TripDate): Promise<NotesOfBooking[]> }
    checkIns: { ofDay(date: TripDate, bookingIds: readonly number[]): Promise<ReadonlyMap<number, CheckIn>> }
    manualPayments: Pick<ManualPayments, 'countedOf'>
    dayGuides: Pick<DayGuides, 'read' | 'tipOf'>
  },
) {
  const { db, bookings } = deps
  return {
    /** A guide sees fewer fields, and only the next two weeks. @throws AppError `not-a-guides-day` */
    async read(date: TripDate, { isGuide = false, ofGuestsOnly = false } = {}): Promise<DaySheet> {
      if (isGuide && !bookings.isGuidesDay(date)) throw new AppError('not-a-guides-day')
      const [trips, walkUp, around, calledOff, questions, notes, guestNotes, { guide, staff }] = await Promise.all([
        bookings.tripsOn(date, { ofGuestsOnly }),
        date === venueDate(deps.clock.now()) ? deps.availability.leftToday() : null,
        findGroupDaysAround(db, date),
        bookings.isCalledOff(date),
        listOpenQuestions(db, date),
        listNotesOn(db, date),
        deps.guestNotes.listOfDay(date),
        deps.dayGuides.read(date),
      ])
      const ids = trips.map(({ id }) => id)
      const [waiverOf, checkIns, byHand, byCard, growing] = await Promise.all([
        deps.waivers.signedOf(trips),
        deps.checkIns.ofDay(date, ids),
        deps.manualPayments.countedOf(ids),
        listCardPaymentsOn(db, date, ids),
        listGrowing(db, ids),
      ])
      const received = [...byHand, ...byCard].toSorted((one, other) => +one.createdAt - +other.createdAt)
      const of = (id: number, texts: typeof notes) =>
        texts.filter(({ bookingId }) => bookingId === id).map(({ text }) => text)
      const withDetails = async (trip: (typeof trips)[number]) => ({
        ...trip,
        ...(isGuide && { email: null, paidAmount: null, refundedAmount: null, chargedBackAmount: null }),
        isGrowing: growing.has(trip.id),
        questions: isGuide ? [] : of(trip.id, questions),
        notes: of(trip.id, notes),
        waiver: waiverOf(trip.id),
        guestNotes: guestNotes.find(({ bookingId }) => bookingId === trip.id) ?? null,
        checkIn: checkIns.get(trip.id) ?? null,
        tip: await deps.dayGuides.tipOf(trip),
        // A guide sees only payments taken on the day of the trip.
        received: received.filter(
          ({ bookingId, createdAt }) => bookingId === trip.id && (!isGuide || venueDate(createdAt) === date),
        ),
      })
      const near = (day: TripDate | null) => (day && (!isGuide || bookings.isGuidesDay(day)) ? day : null)
      return {
        date,
        previousGroupDay: near(around.previousGroupDay),
        nextGroupDay: near(around.nextGroupDay),
        isCalledOff: calledOff,
        walkUp,
        guide,
        choices: isGuide ? [] : staff,
        parties: await Promise.all(trips.map(withDetails)),
      }
    },
  }
}
