import * as z from 'zod/mini'
import { Booking } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath } from './fields.ts'
import { formatFullDate, TripDate } from './trip-date.ts'

export const DayMoveReason = z.enum(['WEATHER', 'ILLNESS', 'OTHER'])
export type DayMoveReason = z.infer<typeof DayMoveReason>

/** What the customer was asked about an own booking; the owner's part is in `admin-day-moves.ts`. */
export const MovedDay = z.object({
  bookingId: Id,
  /** The day on which the guide cannot go out. */
  date: TripDate,
  reason: DayMoveReason,
  /** The owner's own words. */
  words: z.nullable(z.string()),
  /** `OPEN` waits for an answer; `ANSWERED`: the booking has changed since; `WITHDRAWN`: it stays as it was. */
  state: z.enum(['OPEN', 'ANSWERED', 'WITHDRAWN']),
})
export type MovedDay = z.infer<typeof MovedDay>

/** Why, as the mail and the site say it. */
export function whyMoved({ date, reason, words }: Pick<MovedDay, 'date' | 'reason' | 'words'>): string {
  const sentences = [`The guide cannot go out on ${formatFullDate(date)}.`]
  if (reason === 'WEATHER') sentences.push('The weather does not allow it.')
  if (reason === 'ILLNESS') sentences.push('The guide is ill.')
  if (words) sentences.push(words)
  return sentences.join(' ')
}

export const errors = {
  'day-move-open': { status: 409, message: 'That day is being moved already.' },
  'day-has-passed': { status: 409, message: 'That day has passed. Only today and later days can be moved.' },
  'nobody-to-move': {
    status: 409,
    message: 'Nobody is booked on that day. To keep it free, mark it in the Configuration as a day you are away.',
  },
  'day-move-not-found': { status: 404, message: 'We could not find that move.' },
  'parties-still-waiting': {
    status: 409,
    message:
      'That day has passed and somebody has not answered yet. Cancel and refund their bookings, or mark them as completed, first.',
  },
  'day-move-over': {
    status: 409,
    message: 'That offer is over: your booking has changed since, or the guide has withdrawn it.',
  },
} as const

export const listMovedDays = endpoint({
  method: 'GET',
  path: '/api/day-moves',
  access: 'customer',
  summary: "Days of the caller's bookings on which the guide cannot go out, the latest of each booking.",
  response: z.array(MovedDay),
})

export const refundMovedDay = endpoint({
  method: 'POST',
  path: '/api/bookings/:id/day-move/refund',
  access: 'customer',
  summary:
    "Cancels the caller's own booking on a day the guide cannot go out, and gives back what was paid by card. `success` is false when the refund failed or is not known yet; `message` says what was done.",
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
