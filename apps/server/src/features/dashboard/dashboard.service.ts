import type { DashboardOverview, DaySheet, getGuideCalendar, SeasonFill } from '@arcadia/contract/admin/dashboard'
import type { Output } from '@arcadia/contract/endpoint'
import { type TripDate, venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { AppError } from '../../http/app-error.ts'
import { mailsWaitSince } from '../../mail/outbox.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import type { CheckIns } from '../check-ins/check-ins.service.ts'
import { getConfig } from '../configuration/configuration.service.ts'
import type { GuestNotesOf } from '../guest-notes/guest-notes.service.ts'
import type { ManualPayments } from '../manual-payments/manual-payments.service.ts'
import type { Merchant } from '../merchant/merchant.service.ts'
import type { Waivers } from '../waivers/waivers.service.ts'
import {
  countWaiting,
  findGroupDaysAround,
  isCalledOff,
  listFilledDays,
  listNotesOn,
  listOpenQuestions,
  sumCardMoney,
  sumCash,
} from './dashboard.store.ts'

/** Trip dates shown on the dashboard. */
const NEXT_DATES = 5

export function createDashboard(
  deps: Pick<Base, 'db' | 'clock'> & {
    bookings: Bookings
    merchant: Merchant
    waivers: Pick<Waivers, 'signedOf'>
    guestNotes: Pick<GuestNotesOf, 'listOfDay'>
    checkIns: Pick<CheckIns, 'ofDay'>
    manualPayments: Pick<ManualPayments, 'countedOf'>
    smtpUrl: string | undefined
  },
) {
  const { db, clock, bookings, merchant, smtpUrl } = deps
  return {
    async overview(): Promise<DashboardOverview> {
      const now = clock.now()
      const today = venueDate(now)
      const newYear = `${today.slice(0, 4)}-01-01`
      const [
        trips,
        { failedMails, heldMails, waitingMails, ...waiting },
        cardMoney,
        cash,
        due,
        overdue,
        { isConnected, needsRefresh },
        mailsSince,
      ] = await Promise.all([
        bookings.nextTrips(NEXT_DATES),
        countWaiting(db),
        sumCardMoney(db, newYear),
        sumCash(db, newYear),
        bookings.due(),
        bookings.overdue(),
        merchant.status(),
        smtpUrl ? mailsWaitSince(db, now) : null,
      ])
      return {
        today,
        trips,
        waiting: { ...waiting, overdueBalances: overdue.count },
        money: { ...cardMoney, cash, due, overdue: overdue.cents },
        failedMails,
        heldMails,
        unsentMails: smtpUrl ? null : waitingMails,
        mailsWaitSince: mailsSince,
        merchant: { isConnected, needsRefresh },
      }
    },
    async season(): Promise<SeasonFill> {
      const config = await getConfig(db)
      return { ...config, days: await listFilledDays(db, config.seasonStart, config.seasonEnd) }
    },
    async guideCalendar(): Promise<Output<typeof getGuideCalendar>> {
      const { seasonStart, seasonEnd } = await getConfig(db)
      return { days: await listFilledDays(db, seasonStart, seasonEnd), parties: await bookings.guidesTrips() }
    },
    /** A guide sees fewer fields, and only the next two weeks. @throws AppError `not-a-guides-day` */
    async daySheet(date: TripDate, isGuide = false): Promise<DaySheet> {
      if (isGuide && !bookings.isGuidesDay(date)) throw new AppError('not-a-guides-day')
      const [trips, around, calledOff, questions, notes, guestNotes] = await Promise.all([
        bookings.tripsOn(date),
        findGroupDaysAround(db, date),
        isCalledOff(db, date),
        listOpenQuestions(db, date),
        listNotesOn(db, date),
        deps.guestNotes.listOfDay(date),
      ])
      const ids = trips.map(({ id }) => id)
      const [waiverOf, checkIns, received] = await Promise.all([
        deps.waivers.signedOf(trips),
        deps.checkIns.ofDay(date, ids),
        deps.manualPayments.countedOf(ids),
      ])
      const of = (id: number, texts: typeof notes) =>
        texts.filter(({ bookingId }) => bookingId === id).map(({ text }) => text)
      const withDetails = (trip: (typeof trips)[number]) => ({
        ...trip,
        ...(isGuide && { email: null, paidAmount: null }),
        questions: isGuide ? [] : of(trip.id, questions),
        notes: of(trip.id, notes),
        waiver: waiverOf(trip.id),
        guestNotes: guestNotes.find(({ bookingId }) => bookingId === trip.id) ?? null,
        checkIn: checkIns.get(trip.id) ?? null,
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
        parties: trips.map(withDetails),
      }
    },
  }
}
