import * as z from 'zod/mini'
import { NumberOfGuests } from './availability.ts'
import { Booking } from './bookings.ts'
import { PackageType, PrivateMorning } from './configuration.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { Money } from './money.ts'
import { TripDate } from './trip-date.ts'

export const PAY_FIRST_MESSAGE = 'Many people are booking right now. These spots are yours when you press Pay.'

/** Spots for a group and the prices that it pays. */
export const Spots = z.object({
  selectedDate: TripDate,
  numberOfGuests: z.int(),
  depositPerGuest: Money,
  standardPackagePrice: Money,
  trophyPackagePrice: Money,
  riderPrice: z.optional(Money),
  /** The group has the boat to itself. */
  privateMorning: z.optional(PrivateMorning),
  /** The part of the total that a gift voucher pays, the deposit first; omitted if none. */
  covered: z.optional(Money),
  /** True for a waitlist offer: kept until it expires, even if the customer closes the dialog. */
  isOffer: z.boolean(),
})
export type Spots = z.infer<typeof Spots>

/** What is held, until when, and its frozen prices. */
export const CurrentHold = z.object({
  holdId: z.uuid(),
  expiresAt: Instant,
  holdDurationMinutes: z.int(),
  ...Spots.shape,
  /** Of the gift voucher that pays for it, so that another tab goes on with it for any group. */
  giftCode: z.optional(z.string()),
})
export type CurrentHold = z.infer<typeof CurrentHold>

/** Nothing is held: the spots are free, and whoever pays first has them (docs/rules.md §2.9). */
export const PayFirst = z.object({ payFirst: z.literal(true), message: z.string(), ...Spots.shape })
export type PayFirst = z.infer<typeof PayFirst>

export const AttemptStatus = z.enum(['PROCESSING', 'CONFIRMED', 'DECLINED', 'FAILED'])

export const CurrentAttempt = z.object({
  status: AttemptStatus,
  amount: Money,
  packageType: PackageType,
  startedAt: Instant,
  /** The `Idempotency-Key` of the click on Pay that made it, if one was sent. */
  key: z.string(),
  /** What to tell the customer. */
  message: z.string(),
})
export type CurrentAttempt = z.infer<typeof CurrentAttempt>

export const errors = {
  'not-enough-spots': { status: 409, message: "There aren't enough spots left on that date." },
  'date-not-bookable': { status: 409, message: "That date can't be booked." },
  'not-private': { status: 409, message: "That morning can't be private." },
  'hold-expired': { status: 409, message: 'Time expired. Please go back and reselect.' },
  'spots-taken': { status: 409, message: "These spots were just booked by phone. You weren't charged." },
  'hold-released': { status: 409, message: 'You let these spots go in another tab.' },
  'hold-not-found': { status: 404, message: "We couldn't find that hold." },
} as const

/** Why a hold is over, and a sentence that says so. */
export const HoldEnd = z.object({
  reason: z.enum(['hold-expired', 'spots-taken', 'hold-released']),
  message: z.string(),
})
export type HoldEnd = z.infer<typeof HoldEnd>

/** What a page shows of a hold: it while it is live, its payment, and the booking it became. */
export const HoldState = z.object({
  hold: z.nullable(CurrentHold),
  attempt: z.nullable(CurrentAttempt),
  booking: z.nullable(Booking),
})
export type HoldState = z.infer<typeof HoldState>

export const createHold = endpoint({
  method: 'POST',
  path: '/api/bookings/holds',
  access: 'customer',
  summary:
    "Holds spots for the caller, replacing the caller's earlier hold in the same transaction: 201 held, 202 the spots are free but too many are held by people who haven't paid, so pay for them without a hold.",
  failed: 'Failed to create hold',
  body: z.strictObject({
    selectedDate: TripDate,
    numberOfGuests: NumberOfGuests,
    /** With the empty spots too, where the owner offers that. */
    isPrivate: z.optional(z.boolean()),
  }),
  response: z.union([CurrentHold, PayFirst]),
  status: [201, 202],
  errors: ['not-enough-spots', 'date-not-bookable', 'not-private', 'payment-in-progress'],
})

export const releaseHold = endpoint({
  method: 'DELETE',
  path: '/api/bookings/holds/:id',
  access: 'customer',
  summary: "Releases the caller's own hold, whatever its state.",
  params: z.object({ id: z.uuid() }),
  response: null,
  errors: ['hold-not-found'],
})

export const getCurrentHold = endpoint({
  method: 'GET',
  path: '/api/bookings/holds/current',
  access: 'customer',
  summary:
    "The caller's live hold, its payment and, for 24 hours, the booking it became: what a reloaded page shows. `holdId` picks a hold, and if it is over, `ended` says what became of it and `since` what the caller holds, pays for or booked after it; the default is the latest hold with activity.",
  query: z.object({ holdId: z.optional(z.uuid()) }),
  response: z.object({
    ...HoldState.shape,
    ended: z.optional(HoldEnd),
    since: z.optional(HoldState),
  }),
})
