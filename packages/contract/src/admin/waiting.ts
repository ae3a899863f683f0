import { portal } from '../addresses.ts'

interface Waiting {
  one: string
  many: string
  /** Where it is answered. */
  at: { tab: string; href: (shown?: { status?: string; id?: number }) => string }
  /** The filter that shows what is open. */
  status?: string
  /** The tab that counts it in the navigation. */
  countedAt?: { tab: string }
  /** An address with its id opens one of them. */
  opens?: true
}

const all = <Kind extends string>(kinds: Record<Kind, Waiting>): Readonly<Record<Kind, Waiting>> => kinds

/**
 * All that waits for the owner, in the order they see it: calls first, because those groups would be standing at the ramp; then
 * money, which people want most urgently.
 */
export const WAITING = all({
  groupsToReach: {
    one: 'group to call: their day is off',
    many: 'groups to call: their day is off',
    at: portal.dashboard.dayMoves,
  },
  groupsToTell: {
    one: 'group to call: their day is on again',
    many: 'groups to call: their day is on again',
    at: portal.dashboard.dayMoves,
  },
  /** What was paid by hand and goes back by hand (docs/rules.md §3.17). */
  toGiveBack: {
    one: 'money to give back by hand',
    many: 'groups to give money back to by hand',
    at: portal.bookings,
    countedAt: portal.refunds,
    opens: true,
  },
  /** Payments with an unknown outcome. */
  failuresToReview: {
    one: 'payment to review',
    many: 'payments to review',
    at: portal.refunds,
    countedAt: portal.refunds,
  },
  /** Captured payments without a trip. */
  failuresToRefund: {
    one: 'payment to refund',
    many: 'payments to refund',
    at: portal.refunds,
    countedAt: portal.refunds,
  },
  refundRequests: { one: 'refund request', many: 'refund requests', at: portal.refunds, countedAt: portal.refunds },
  bookingQueries: {
    one: 'booking query',
    many: 'booking queries',
    at: portal.bookingQueries,
    status: 'new',
    countedAt: portal.inbox,
    opens: true,
  },
  enquiries: {
    one: 'new enquiry',
    many: 'new enquiries',
    at: portal.enquiries,
    status: 'new',
    countedAt: portal.inbox,
    opens: true,
  },
  /** Bookings whose balance was due before today. */
  overdueBalances: {
    one: 'overdue balance',
    many: 'overdue balances',
    at: portal.bookings,
    status: 'overdue',
    opens: true,
  },
  reviews: {
    one: 'review to approve',
    many: 'reviews to approve',
    at: portal.bookingQueries.reviews,
  },
})

export const WAITING_KINDS = Object.keys(WAITING) as (keyof typeof WAITING)[]
