import * as z from 'zod/mini'
import { AdminBooking } from './bookings.ts'
import { DayMoveReason } from './day-moves.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, Instant, optionalText, pageOf, pageQuery } from './fields.ts'
import { MailStatus } from './mails.ts'
import { Money } from './money.ts'
import { TripDate } from './trip-date.ts'

// Apart from `day-moves.ts`, which customers load.

/** A party that was asked, and what became of its booking since. */
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
  /** `KEPT`: the move was closed, or the trip took place, and the booking is on that day still. */
  state: z.enum(['WAITING', 'MOVED', 'REFUNDED', 'CANCELLED', 'KEPT']),
  /** Where it is now. */
  movedTo: z.nullable(TripDate),
  /** What goes back to a party that took its deposit back; `status` is null while it is under way. */
  refund: z.nullable(z.object({ amount: Money, status: z.nullable(z.enum(['DONE', 'PARTIAL', 'FAILED'])) })),
  /** What was paid in cash or by check: it does not go back by itself. */
  cashAmount: Money,
  /** The latest mail that asked it. */
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

export const moveDay = endpoint({
  method: 'POST',
  path: '/api/admin/day-moves',
  access: 'admin',
  summary:
    'The guide cannot go out on a day: it is closed to new bookings, and every confirmed party is mailed a link to move or take its deposit back.',
  failed: 'Failed to move the day',
  body: z.strictObject({ date: TripDate, reason: DayMoveReason, words: optionalText('Your words', 500) }).check(
    z.refine(({ reason, words }) => reason !== 'OTHER' || words !== null, {
      error: 'Please say in your own words why the day has to move.',
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
  access: 'admin',
  summary: 'Days that are being moved, the next first, and after them those that were, the latest first.',
  failed: 'Failed to load day moves',
  query: z.object(pageQuery),
  response: pageOf(DayMove),
})

export const closeDayMove = endpoint({
  method: 'POST',
  path: '/api/admin/day-moves/:id/close',
  access: 'admin',
  summary:
    'Ends the offer: whoever has not answered stays booked on the day and is told so. `opensDay` lets others book it again. One that was closed stays as it is.',
  failed: 'Failed to close the move',
  params: z.object({ id: IdInPath }),
  body: z.strictObject({ opensDay: z.boolean() }),
  response: DayMove,
  errors: ['day-move-not-found', 'parties-still-waiting'],
})
