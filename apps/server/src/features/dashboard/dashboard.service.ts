import type { DashboardOverview, getGuideCalendar, SeasonFill } from '@arcadia/contract/admin/dashboard'
import type { Output } from '@arcadia/contract/endpoint'
import { venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { mailsWaitSince } from '../../mail/outbox.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { findOpeningDay, getConfig } from '../configuration/configuration.service.ts'
import type { Merchant } from '../merchant/merchant.service.ts'
import { countWaiting, listFilledDays, listWaitingLongest, sumCardMoney, sumCash } from './dashboard.store.ts'

/** Trip dates shown on the dashboard. */
const NEXT_DATES = 5

export function createDashboard(
  deps: Pick<Base, 'db' | 'clock'> & {
    bookings: Pick<Bookings, 'nextTrips' | 'due' | 'overdue' | 'guidesTrips'>
    merchant: Pick<Merchant, 'status'>
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
        opensOn,
        waitingLongest,
      ] = await Promise.all([
        bookings.nextTrips(NEXT_DATES),
        countWaiting(db),
        sumCardMoney(db, newYear),
        sumCash(db, newYear),
        bookings.due(),
        bookings.overdue(),
        merchant.status(),
        smtpUrl ? mailsWaitSince(db, now) : null,
        findOpeningDay(db),
        listWaitingLongest(db),
      ])
      return {
        isOpen: opensOn !== null && opensOn <= today,
        today,
        trips,
        waiting: { ...waiting, overdueBalances: overdue.count },
        waitingLongest,
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
  }
}
