import type { getSeasonMoney } from '@arcadia/contract/admin/bookkeeping'
import type { DashboardOverview, getGuideCalendar, SeasonFill } from '@arcadia/contract/admin/dashboard'
import { isBeforeOpening } from '@arcadia/contract/availability'
import type { Output } from '@arcadia/contract/endpoint'
import { formatCents } from '@arcadia/contract/money'
import { formatDateNear, type TripDate, venueDate } from '@arcadia/contract/trip-date'
import type { Base } from '../../base.ts'
import { mailsWaitSince } from '../../mail/outbox.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { getConfig, getOpeningDay } from '../configuration/configuration.service.ts'
import type { Merchant } from '../merchant/merchant.service.ts'
import { countWaiting, listFilledDays, listWaitingLongest, MOST_NAMED } from './dashboard.store.ts'

type Moved = Output<typeof getSeasonMoney>['moved'][number]

const isByCard = ({ method }: Moved) => method === 'CARD'
const isByHand = ({ method }: Moved) => method !== 'CARD' && method !== 'VOUCHER'
const sumOf = (moved: readonly Moved[], what: 'received' | 'givenBack') =>
  moved.reduce((sum, one) => sum + one[what], 0)

/** The oldest overdue balance, then the largest. */
function nameOverdue([oldest, ...others]: Awaited<ReturnType<Bookings['overdue']>>, today: TripDate) {
  const named = oldest ? [oldest, ...others.toSorted((one, other) => other.owed - one.owed)].slice(0, MOST_NAMED) : []
  return named.map(({ id, name, date, owed }) => ({
    kind: 'overdueBalances' as const,
    id,
    name,
    line: `${formatCents(owed)}, trip on ${formatDateNear(date, today)}`,
  }))
}

/** Trip dates shown on the dashboard. */
const NEXT_DATES = 5

export function createDashboard(
  deps: Pick<Base, 'db' | 'clock'> & {
    bookings: Pick<Bookings, 'nextTrips' | 'due' | 'overdue' | 'guidesTrips'>
    bookkeeping: { moved: (year: number) => Promise<Moved[]> }
    merchant: Pick<Merchant, 'status'>
    smtpUrl: string | undefined
  },
) {
  const { db, clock, bookings, bookkeeping, merchant, smtpUrl } = deps
  return {
    async overview(): Promise<DashboardOverview> {
      const now = clock.now()
      const today = venueDate(now)
      const [
        trips,
        { failedMails, heldMails, waitingMails, ...waiting },
        moved,
        due,
        overdue,
        { isConnected, needsRefresh },
        mailsSince,
        opening,
        waitingLongest,
      ] = await Promise.all([
        bookings.nextTrips(NEXT_DATES),
        countWaiting(db, today, now),
        bookkeeping.moved(Number(today.slice(0, 4))),
        bookings.due(),
        bookings.overdue(),
        merchant.status(),
        smtpUrl ? mailsWaitSince(db, now) : null,
        getOpeningDay(db),
        listWaitingLongest(db, today, now),
      ])
      const [card, byHand] = [moved.filter(isByCard), moved.filter(isByHand)]
      return {
        isOpeningOver: !isBeforeOpening(today, opening) && opening.isSettled,
        today,
        trips,
        waiting: { ...waiting, overdueBalances: overdue.length },
        waitingLongest: [...waitingLongest, ...nameOverdue(overdue, today)],
        money: {
          captured: sumOf(card, 'received'),
          refunded: sumOf(card, 'givenBack'),
          cash: sumOf(byHand, 'received') - sumOf(byHand, 'givenBack'),
          due,
          overdue: overdue.reduce((sum, { owed }) => sum + owed, 0),
        },
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
