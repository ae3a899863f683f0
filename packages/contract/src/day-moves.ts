import * as z from 'zod/mini'
import { MailStatus } from './admin/mails.ts'
import { AdminBooking, Booking } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, Instant } from './fields.ts'
import { pageOf, pageQuery } from './lists.ts'
import { Money } from './money.ts'
import { anglers } from './riders.ts'
import { reachUs } from './site/contact-words.ts'
import { optionalText } from './text-fields.ts'
import { formatDayInWords, TripDate } from './trip-date.ts'

export const DayMoveReason = z.enum(['WEATHER', 'ILLNESS', 'OTHER'])
export type DayMoveReason = z.infer<typeof DayMoveReason>

/** A called-off day, as the customer of one of its bookings sees it. */
export const MovedDay = z.object({
  bookingId: Id,
  /** The day that was called off. */
  date: TripDate,
  reason: DayMoveReason,
  /** The owner's own words. */
  words: z.nullable(z.string()),
  /** `OPEN`: no answer yet. `ANSWERED`: the booking has changed since. `WITHDRAWN`: the trip is on after all. */
  state: z.enum(['OPEN', 'ANSWERED', 'WITHDRAWN']),
})
export type MovedDay = z.infer<typeof MovedDay>

const WHY = { WEATHER: ' because of the weather', ILLNESS: ': your guide is sick', OTHER: '' }

/** The reason in a sentence, for the site. */
export function whyMoved({ date, reason, words }: Pick<MovedDay, 'date' | 'reason' | 'words'>): string {
  return `We can't run your trip on ${formatDayInWords(date)}${WHY[reason]}.${words ? ` ${words}` : ''}`
}

const WHY_THEN = { ...WHY, ILLNESS: ': your guide was sick' }

/** The same once it is answered, or over. */
export const whyCalledOff = ({ date, reason }: Pick<MovedDay, 'date' | 'reason'>): string =>
  `We called off your trip on ${formatDayInWords(date)}${WHY_THEN[reason]}.`

const SORRY = {
  WEATHER: "We're sorry: the weather won't let us go out",
  ILLNESS: "We're sorry: your guide is sick",
  OTHER: "We're sorry: we can't go out that day",
}

/** Sorry, and why, for the email that has the date above it. */
export const sorryFor = ({ reason, words }: Pick<MovedDay, 'reason' | 'words'>): string =>
  `${SORRY[reason]}.${words ? ` ${words}` : ''}`

/** Instead of new dates, while no other morning has room for the group. */
export const noOtherMorning = (
  { numberOfGuests }: { numberOfGuests: number },
  business: Parameters<typeof reachUs>[1],
): string =>
  [
    `No other morning is open for ${anglers(numberOfGuests)} right now.`,
    reachUs('Want to know when one opens?', business),
  ]
    .filter(Boolean)
    .join(' ')

export const errors = {
  'day-move-open': { status: 409, message: 'That day has already been called off.' },
  'day-has-passed': { status: 409, message: 'That day has passed. You can only call off today and later days.' },
  'nobody-to-move': {
    status: 409,
    message: "No one is booked on that day. To keep it closed, mark it as a day you're away in Configuration.",
  },
  'day-move-not-found': { status: 404, message: "We couldn't find that called-off day." },
  'parties-still-waiting': {
    status: 409,
    message:
      'That day has passed, and a booking is still on it. Cancel and refund it first, or mark it as completed. If its payment is being confirmed, wait for that.',
  },
  'day-move-over': {
    status: 409,
    message: 'That offer is over: your booking has changed since, or the trip is on after all.',
  },
} as const

export const listMovedDays = endpoint({
  method: 'GET',
  path: '/api/day-moves',
  access: 'customer',
  summary: "The called-off days of the caller's bookings, the latest for each booking.",
  response: z.array(MovedDay),
})

export const refundMovedDay = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/day-move/refund',
  access: 'customer',
  summary:
    "Cancels the caller's own booking on a called-off day and refunds what was paid by card. `success` is false if the refund failed or its outcome is unknown; `message` says what happened.",
  failed: 'Failed to refund your money',
  params: z.object({ id: IdInPath }),
  response: z.object({ success: z.boolean(), message: z.string(), booking: Booking }),
  errors: [
    'booking-not-found',
    'day-move-over',
    'payment-in-progress',
    'refund-in-progress',
    'realm-mismatch',
    'payments-not-connected',
  ],
})

/** A group on a called-off day and what became of its booking. */
export const MovedParty = z.object({
  ...z.pick(AdminBooking, {
    firstName: true,
    lastName: true,
    email: true,
    phone: true,
    numberOfGuests: true,
    confirmationNumber: true,
  }).shape,
  bookingId: Id,
  /** `KEPT`: the booking is still on that day, and the move was closed or the trip took place. */
  state: z.enum(['WAITING', 'MOVED', 'REFUNDED', 'CANCELLED', 'KEPT']),
  /** The booking's new date. */
  movedTo: z.nullable(TripDate),
  /** The refund, if the group chose one; `status` is null while it is in progress. */
  refund: z.nullable(z.object({ amount: Money, status: z.nullable(z.enum(['DONE', 'PARTIAL', 'FAILED'])) })),
  /** What the group paid by hand and gets back by hand, because it gave up the trip. */
  toGiveBack: Money,
  /** What it has to be told in person, also once it was reached: its day is off, or on again and no email says so in time. */
  call: z.nullable(z.enum(['OFF', 'ON'])),
  /** Who told the group that in person, usually by phone, and when. */
  reached: z.nullable(z.object({ by: z.string(), at: Instant })),
  /** Its link to answer by, which needs no sign-in; null if it has no choice to make. */
  link: z.nullable(z.url()),
  /** The latest email to the group about the day. */
  mail: z.nullable(z.object({ id: Id, status: MailStatus })),
})
export type MovedParty = z.infer<typeof MovedParty>

export const DayMove = z.object({
  id: Id,
  date: TripDate,
  reason: DayMoveReason,
  words: z.nullable(z.string()),
  createdAt: Instant,
  closedAt: z.nullable(Instant),
  parties: z.array(MovedParty),
})
export type DayMove = z.infer<typeof DayMove>

/** Bookings that get no email; they are called. */
const unwritten = z.optional(z.array(Id))

export const moveDay = endpoint({
  method: 'POST',
  path: '/api/admin/day-moves',
  access: 'office',
  summary:
    'Calls off a day: it closes to new bookings, and every group gets an email with a link to move or get its money back.',
  failed: 'Failed to call off the day',
  body: z
    .strictObject({
      date: TripDate,
      reason: DayMoveReason,
      words: optionalText('Your words', 500),
      unwritten,
    })
    .check(
      z.refine(({ reason, words }) => reason !== 'OTHER' || words !== null, {
        error: "Please say why you're calling off the day.",
        path: ['words'],
      }),
    ),
  response: DayMove,
  status: 201,
  errors: ['day-move-open', 'day-has-passed', 'nobody-to-move'],
})

export const listDayMoves = endpoint({
  method: 'GET',
  path: '/api/admin/day-moves',
  access: 'office',
  summary: 'Called-off days: open ones by date, then closed ones, latest first.',
  failed: 'Failed to load called-off days',
  query: z.object(pageQuery),
  response: pageOf(DayMove),
})

export const closeDayMove = endpoint({
  method: 'POST',
  path: '/api/admin/day-moves/:id/close',
  access: 'office',
  summary:
    'Ends the offer: groups that have not answered stay booked on the day and get an email, or are called. `opensDay` lets others book it again. No-op if already closed.',
  failed: 'Failed to update the called-off day',
  params: z.object({ id: IdInPath }),
  body: z.strictObject({ opensDay: z.boolean(), unwritten }),
  response: DayMove,
  errors: ['day-move-not-found', 'parties-still-waiting'],
})

export const reachParty = endpoint({
  method: 'PUT',
  path: '/api/admin/day-moves/:id/parties/:bookingId/reached',
  access: 'office',
  summary:
    'Marks a group of a called-off day as told in person that it is off, or on again, or undoes it. The first mark is kept, so late and repeated calls are safe.',
  failed: 'Failed to save the tick',
  params: z.object({ id: IdInPath, bookingId: IdInPath }),
  body: z.strictObject({
    isReached: z.boolean(),
    /** When it was tapped, by the phone's clock; capped at now. */
    at: z.optional(Instant),
  }),
  response: DayMove,
  errors: ['day-move-not-found', 'booking-not-found'],
})
