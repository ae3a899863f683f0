import * as z from 'zod/mini'
import { NumberOfGuests } from './availability.ts'
import { PackageType, PrivateMorning } from './configuration.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, Instant } from './fields.ts'
import { type Cents, Money } from './money.ts'
import { Riders, Tackle } from './riders.ts'
import { formatMoment, TripDate } from './trip-date.ts'

export const BookingStatus = z.enum(['PENDING', 'CONFIRMED', 'CANCELLED', 'COMPLETED'])
export type BookingStatus = z.infer<typeof BookingStatus>

/** What became of a trip, or will: the server's one answer, beside the status (docs/rules.md §2.19). */
export const TripOutcome = z.enum(['ON', 'CALLED_OFF', 'NO_SHOW', 'TOOK_PLACE'])
export type TripOutcome = z.infer<typeof TripOutcome>

const bookingFields = {
  id: Id,
  selectedDate: TripDate,
  numberOfGuests: z.int(),
  packageType: PackageType,
  /** Guests who come along without fishing, each for `riderPrice`. */
  riders: z.int(),
  riderPrice: Money,
  tackle: Tackle,
  /** Null if other groups may share the morning. */
  privateMorning: z.nullable(PrivateMorning),
  firstName: z.string(),
  lastName: z.string(),
  /** Null if the owner booked for a guest who gave none. */
  email: z.nullable(z.string()),
  phone: z.string(),
  /** Null if not collected (docs/rules.md §7.5). */
  addressLine1: z.nullable(z.string()),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  totalAmount: Money,
  depositAmount: Money,
  paidAmount: Money,
  /** What was paid in cash or by check; the rest of `paidAmount` by card or gift voucher. */
  cashAmount: Money,
  /** What gift vouchers paid of `paidAmount`. */
  voucherAmount: Money,
  /** What is owed: nothing while the booking is canceled or called off. */
  pendingAmount: Money,
  /** What isn't asked for anymore of what would be owed. */
  forgivenAmount: Money,
  /** What went back of what was paid by card or gift voucher. */
  refundedAmount: Money,
  /** What of it went back on gift vouchers. */
  refundedToVouchers: Money,
  /** What of it banks took back after disputes that were lost. */
  chargedBackAmount: Money,
  /** What was charged and canceled before it settled; part of no other sum, because it was never taken. */
  canceledAmount: Money,
  /** By the owner or the office, so that what was paid is the guest's to have back. */
  canceledByUs: z.boolean(),
  /** By its guest, instead of another date for a day that we called off: what was paid is theirs to have back, too. */
  wasCalledOff: z.boolean(),
  /** What can still go back that way; nothing of what is on its way back. */
  refundableAmount: Money,
  /** What of it goes back on gift vouchers; the rest to cards, but for what `endedVoucherAmount` says. */
  refundableToVouchers: Money,
  /** What of it was paid with gift vouchers that can't be used anymore: it goes back only if an owner renews them. */
  endedVoucherAmount: Money,
  /** What of it goes back only with all the rest: a trip that a gift voucher covered is worth more than was paid for it. */
  surplusAmount: Money,
  /** When the open refund request was made; null if none is open. */
  refundAskedAt: z.nullable(Instant),
  /** The last refund request, if we declined it and it can be made again; null otherwise. */
  refundDeclined: z.nullable(
    z.object({
      askedAt: Instant,
      declinedAt: Instant,
      /** Why, as it was written for its guest. */
      answer: z.nullable(z.string()),
    }),
  ),
  status: BookingStatus,
  /** Null if the booking was canceled. */
  outcome: z.nullable(TripOutcome),
  /** How long a PENDING booking keeps its spots for the deposit; null if there is no deadline. */
  depositUntil: z.nullable(Instant),
  confirmationNumber: z.string(),
  paymentData: z.object({ metadata: z.object({ realmId: z.nullable(z.string()) }) }),
  createdAt: Instant,
  updatedAt: Instant,
}

export const Booking = z.object(bookingFields)
export type Booking = z.infer<typeof Booking>

/** Whether its reader can make a change now, unless a card payment is in progress; if not, why not. */
export const Allowed = z.object({ ok: z.boolean(), why: z.nullable(z.string()) })
export type Allowed = z.infer<typeof Allowed>

export const possibleChanges = { canCancel: Allowed, canMove: Allowed }

/** A booking as its customer reads it. */
export const MyBooking = z.extend(Booking, possibleChanges)
export type MyBooking = z.infer<typeof MyBooking>

export const AdminBooking = z.object({
  ...bookingFields,
  paymentId: z.nullable(z.string()),
  /** What went back last: confirming the booking asks whether its guest still owes it (docs/rules.md §3.30). */
  refundInQuestion: Money,
  /** What was paid by hand and not given back. */
  keptByHand: Money,
  /** That, where it goes back: its day was called off, or an owner canceled and said so (docs/rules.md §3.17). */
  toGiveBack: Money,
})
export type AdminBooking = z.infer<typeof AdminBooking>

/** How many days before a trip its reminder goes out (docs/rules.md §8.2). */
export const TRIP_REMINDER_DAYS = 3

/** A deadline for keeping spots, `Thu, May 20, 8:00 PM Eastern`. */
export const formatUntil = formatMoment

type Owing = Pick<Booking, 'totalAmount' | 'depositAmount' | 'pendingAmount'>

/** What is missing of the deposit; at most zero once it is paid. What went back and is owed again is missing too. */
export const depositMissing = ({ totalAmount, depositAmount, pendingAmount }: Owing): Cents =>
  depositAmount - (totalAmount - pendingAmount)

/** The unpaid part of the deposit, if smaller than the balance: the booking was made by phone or has grown. */
export function depositDue(booking: Owing): Cents | undefined {
  const due = depositMissing(booking)
  return due > 0 && due < booking.pendingAmount ? due : undefined
}

/** The deposit that a card is asked for first: from the day of the trip on, all that is owed, if a card may pay it (docs/rules.md §3.24). */
export function depositAsked(
  booking: Owing & Pick<Booking, 'selectedDate' | 'depositUntil'>,
  { today, isBalanceByCard }: { today: TripDate; isBalanceByCard: boolean },
): Cents | undefined {
  const asksAll = isBalanceByCard && booking.depositUntil === null && booking.selectedDate <= today
  return asksAll ? undefined : depositDue(booking)
}

export const errors = {
  'payment-in-progress': {
    status: 409,
    message: "A card payment is being processed. Please wait until it's done, and don't pay again.",
  },
  'booking-not-found': { status: 404, message: "We couldn't find that booking." },
  'not-reschedulable': { status: 409, message: 'This booking can no longer be rescheduled.' },
  'party-differs': { status: 409, message: "You can't change the number of anglers when you reschedule." },
  'trip-is-over': { status: 409, message: "This trip is over or was canceled, so this can't be changed anymore." },
  'not-changeable': { status: 409, message: 'This booking can no longer be changed.' },
  'email-not-correctable': {
    status: 409,
    message: 'To change this address, go to your account.',
  },
  'not-cancellable': { status: 409, message: 'This booking can no longer be canceled.' },
} as const

/** Server-sent events, read with `fetch` because it can send the header. `event: changed` never says what changed. */
export const streamMyNews = endpoint({
  method: 'GET',
  path: '/api/bookings/user/me/stream',
  access: 'customer',
  summary: "Server-sent events: the caller's bookings, questions or waitlist changed.",
  response: 'stream',
  errors: ['too-many-requests'],
})

export const getBooking = endpoint({
  method: 'GET',
  path: '/api/bookings/:id',
  access: 'customer-or-office',
  summary: 'One booking, for its customer or an admin; only admins get its `paymentId`.',
  failed: 'Failed to retrieve booking',
  params: z.object({ id: IdInPath }),
  response: z.extend(MyBooking, { paymentId: z.optional(AdminBooking.shape.paymentId) }),
  errors: ['booking-not-found'],
})

export const BookingEvent = z.object({ happenedAt: Instant, kind: z.string(), description: z.string() })
export type BookingEvent = z.infer<typeof BookingEvent>

const bookingId = z.object({ id: IdInPath })

export const listBookingEvents = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/events',
  access: 'customer-or-office',
  summary: 'The history of a booking, oldest first, for its customer or an admin.',
  params: bookingId,
  response: z.array(BookingEvent),
  errors: ['booking-not-found'],
})

export const getTripCalendar = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/trip.ics',
  access: 'customer-or-office',
  summary: 'The trip as a calendar file.',
  params: bookingId,
  response: 'calendar',
  errors: ['booking-not-found'],
})

export const RescheduleEligibility = z.object({
  canReschedule: z.boolean(),
  message: z.string(),
  daysUntilBooking: z.int(),
})
export type RescheduleEligibility = z.infer<typeof RescheduleEligibility>

export const getRescheduleEligibility = endpoint({
  method: 'GET',
  path: '/api/bookings/:id/reschedule-eligibility',
  access: 'customer',
  summary: "Whether the caller's own booking can move to another date, and if not, why.",
  failed: 'Failed to check reschedule eligibility',
  params: bookingId,
  response: RescheduleEligibility,
  errors: ['booking-not-found'],
})

export const rescheduleBooking = endpoint({
  method: 'PUT',
  path: '/api/bookings/:id/reschedule',
  access: 'customer',
  summary: 'Moves a booking and its deposit to another date, all or nothing.',
  failed: 'Failed to reschedule booking',
  params: bookingId,
  body: z.strictObject({ newSelectedDate: TripDate, numberOfGuests: NumberOfGuests }),
  response: z.object({
    oldDate: TripDate,
    newDate: TripDate,
    numberOfGuests: z.int(),
    confirmationNumber: z.string(),
  }),
  errors: [
    'booking-not-found',
    'not-reschedulable',
    'party-differs',
    'date-not-bookable',
    'not-enough-spots',
    'not-private',
    'payment-in-progress',
  ],
})

export const changeRidersAndTackle = endpoint({
  method: 'PATCH',
  path: '/api/bookings/:id/riders-and-tackle',
  access: 'customer',
  overwrites: true,
  summary:
    "Sets the riders and tackle of the caller's own booking; omitted fields stay. The total follows at the booking's frozen price and can't drop below the amount paid.",
  failed: 'Failed to save riders and tackle',
  params: bookingId,
  body: z.strictObject({ riders: z.optional(Riders), tackle: z.optional(Tackle) }),
  response: Booking,
  errors: ['booking-not-found', 'not-changeable', 'total-below-paid', 'payment-in-progress'],
})

export const cancelBooking = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/cancel',
  access: 'customer',
  summary: "Cancels the caller's own booking and frees its spots; the deposit is not refunded.",
  params: bookingId,
  response: Booking,
  errors: ['booking-not-found', 'not-cancellable', 'payment-in-progress'],
})
