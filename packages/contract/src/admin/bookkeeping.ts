import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../fields.ts'
import { pageOf, pageQuery } from '../lists.ts'
import { MANUAL_METHODS } from '../manual-methods.ts'
import { Difference, Money } from '../money.ts'
import { TripDate } from '../trip-date.ts'
import { ManualMethod } from './manual-payments.ts'

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
    'Whether every captured cent is kept on a booking, refunded, taken back by a bank or listed as a refundable failure, and what the daily comparison with the provider found.',
  failed: 'Failed to check the books',
  response: z.object({
    balanced: z.boolean(),
    captured: Money,
    kept: Money,
    refunded: Money,
    /** Taken back by banks, after disputes that were lost. */
    chargedBack: Money,
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

/** What an entry of the books is, however it was paid, and its name wherever money is listed. */
export const MONEY_KINDS = {
  DEPOSIT: 'Deposit',
  BALANCE: 'Balance',
  REFUND: 'Refund',
  GIVEN_BACK: 'Given back',
  CHARGED_BACK: 'Taken back by the bank',
  WON_BACK: 'Won back from the bank',
  TAKEN_BACK: 'Removed, entered by mistake',
  TIP: 'Tip',
  VOUCHER_SOLD: 'Gift voucher sold',
  VOUCHER_USED: 'Gift voucher used',
  VOUCHER_REFUNDED: 'Back to the gift voucher',
} as const
const MoneyKind = z.enum(Object.keys(MONEY_KINDS) as (keyof typeof MONEY_KINDS)[])

/** What a gift voucher pays is no new money: that came in when it was sold. */
export const MoneyMethod = z.enum(['CARD', ...ManualMethod.options, 'VOUCHER'])
export type MoneyMethod = z.infer<typeof MoneyMethod>

export const MONEY_METHODS: Readonly<Record<MoneyMethod, { name: string }>> = {
  CARD: { name: 'Card' },
  ...MANUAL_METHODS,
  VOUCHER: { name: 'Gift voucher' },
}

export const MoneyEntry = z.object({
  /** Position within the year, oldest first. */
  id: z.int(),
  at: Instant,
  kind: MoneyKind,
  method: MoneyMethod,
  direction: z.enum(['IN', 'BACK']),
  amount: Money,
  /** It is a tip or comes off one, so it is in no sum but that of the tips. */
  isTip: z.boolean(),
  /** Null for a gift voucher that was sold, or a payment that did not become a booking. */
  booking: z.nullable(z.object({ id: z.int(), confirmationNumber: z.string(), selectedDate: TripDate })),
  /** The booking's guest, or who bought the voucher or paid the tip. */
  guest: z.string(),
  /** Why it went back, what was noted with it, or which voucher it was. */
  note: z.nullable(z.string()),
  checkNumber: z.nullable(z.string()),
  /** Who wrote down a payment by hand. */
  recordedBy: z.nullable(z.string()),
  /** The provider's charge or refund number. */
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
  summary:
    'Every payment and refund of a year at the venue, latest first, and each use of a gift voucher. Without voided card payments, which no bank statement has.',
  failed: 'Failed to load payments',
  query: z.object({ ...year, ...pageQuery }),
  response: pageOf(MoneyEntry),
})

const Sums = { trips: z.int(), paid: Money, refunded: Money, due: Money }

export const getSeasonMoney = endpoint({
  method: 'GET',
  path: '/api/admin/money/season',
  access: 'office',
  summary:
    "The sums of a calendar year at the venue: the money that moved in it, by month and method, as the entries have it; what was paid, refunded and is still due for its trips, by the trip's month; and how the one becomes the other.",
  failed: 'Failed to load the season',
  query: z.object(year),
  response: z.object({
    /** Years with trips or money, latest first. */
    years: z.array(z.int()),
    /** What moved in each month, `2027-05`, by method; below zero where only an entry of before was removed. */
    moved: z.array(z.object({ month: z.string(), method: MoneyMethod, received: Difference, givenBack: Money })),
    /** Tips of each month, less what went back of them; in none of the other sums but the card volume. */
    tips: z.array(z.object({ month: z.string(), kept: Difference })),
    /** What cards were charged in each month, before refunds, as a 1099-K counts it. */
    cardVolume: z.array(z.object({ month: z.string(), charged: Money })),
    /** Months with trips, `2027-05`. */
    months: z.array(z.object({ month: z.string(), ...Sums })),
    all: z.object(Sums),
    /** From the money that moved in the year to what was paid for its trips, less refunds: the sum of all but `trips`. */
    bridge: z.object({
      moved: Difference,
      /** Gift vouchers that were sold, and payments that did not become a booking. */
      withoutTrip: Difference,
      forOtherYears: Difference,
      inOtherYears: Difference,
      byVoucher: Difference,
      trips: Difference,
    }),
    /** Total left today on gift vouchers of the year and before. */
    vouchersLeft: Money,
  }),
})
