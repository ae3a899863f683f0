import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../fields.ts'
import { pageOf, pageQuery } from '../lists.ts'
import { Money } from '../money.ts'
import { TripDate } from '../trip-date.ts'

// Separate from `payments.ts`, which every booking dialog loads.

export const errors = {
  'lost-charge-not-found': { status: 404, message: 'That payment is already settled.' },
} as const

/** The latest comparison of our card payments with the provider's records. */
export const BookComparison = z.object({
  /** Null before the first comparison. */
  comparedAt: z.nullable(Instant),
  charges: z.int(),
  /** Charges the provider gave no answer for. */
  unread: z.int(),
  /** Open differences for the owner, a sentence each. */
  differences: z.array(z.string()),
  nextAt: Instant,
  isUnderWay: z.boolean(),
})
export type BookComparison = z.infer<typeof BookComparison>

export const checkLedger = endpoint({
  method: 'GET',
  path: '/api/admin/ledger/check',
  access: 'office',
  summary:
    'Whether every captured cent is kept on a booking, refunded or listed as a refundable failure, and what the daily comparison with the provider found.',
  failed: 'Failed to check the books',
  response: z.object({
    balanced: z.boolean(),
    captured: Money,
    kept: Money,
    refunded: Money,
    failures: Money,
    unresolved: Money,
    differences: z.array(z.string()),
    checkedAt: z.iso.datetime(),
    /** The daily comparison, charge by charge. */
    comparison: z.nullable(BookComparison),
    /** Charges missing from a restored backup, a sentence each; also among the differences. */
    lost: z.array(z.object({ requestId: z.uuid(), text: z.string() })),
  }),
})

export const settleLostCharge = endpoint({
  method: 'POST',
  path: '/api/admin/ledger/lost/:requestId/settle',
  access: 'owner',
  summary: 'Takes a charge missing from the books off the list, because it was re-entered or refunded.',
  failed: 'Failed to settle the payment',
  params: z.object({ requestId: z.uuid() }),
  response: null,
  errors: ['lost-charge-not-found'],
})

export const compareBooks = endpoint({
  method: 'POST',
  path: '/api/admin/ledger/compare',
  access: 'office',
  summary: 'Starts the daily comparison with the provider now; the check shows what it finds.',
  failed: 'Failed to compare with QuickBooks',
  response: null,
  status: 202,
  errors: ['merchant-not-connected'],
})

/** A payment or refund for bookkeeping. Vouchers count when bought, not when used. */
export const MoneyEntry = z.object({
  /** Position within the year, oldest first. */
  id: z.int(),
  at: Instant,
  method: z.enum(['CARD', 'CASH', 'CHECK']),
  /** Payment or refund. */
  direction: z.enum(['IN', 'BACK']),
  amount: Money,
  /** Null for a gift voucher, or a payment that did not become a booking. */
  booking: z.nullable(z.object({ id: z.int(), confirmationNumber: z.string(), selectedDate: TripDate })),
  /** The provider's charge or refund number; null for cash and checks. */
  providerId: z.nullable(z.string()),
})
export type MoneyEntry = z.infer<typeof MoneyEntry>

const year = {
  year: z.codec(z.string().check(z.regex(/^20\d\d$/, 'Please give a year.')), z.int(), {
    decode: Number,
    encode: String,
  }),
}

export const listMoneyEntries = endpoint({
  method: 'GET',
  path: '/api/admin/money/entries',
  access: 'office',
  summary: 'Every payment and refund of a year at the venue, oldest first, without voided card payments.',
  failed: 'Failed to load payments',
  query: z.object({ ...year, ...pageQuery }),
  response: pageOf(MoneyEntry),
})

const Sums = { trips: z.int(), paid: Money, refunded: Money, due: Money }

export const getSeasonMoney = endpoint({
  method: 'GET',
  path: '/api/admin/money/season',
  access: 'office',
  summary: "What was paid, refunded and is still due for a year's trips, by the trip's month.",
  failed: 'Failed to load the season',
  query: z.object(year),
  response: z.object({
    /** Years with trips, latest first. */
    years: z.array(z.int()),
    /** Months with trips, `2027-05`. */
    months: z.array(z.object({ month: z.string(), ...Sums })),
    all: z.object(Sums),
    /** Total left on gift vouchers, whenever bought. */
    vouchersLeft: Money,
  }),
})
