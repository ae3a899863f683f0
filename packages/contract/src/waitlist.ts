import * as z from 'zod/mini'
import { NumberOfGuests } from './availability.ts'
import { CurrentHold } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, Instant } from './fields.ts'
import { TripDate } from './trip-date.ts'

/** Somebody who waits for places on a full day, and the offer made to them, if there is one. */
export const WaitlistEntry = z.object({
  id: Id,
  selectedDate: TripDate,
  numberOfGuests: z.int(),
  createdAt: Instant,
  /** Places held for the caller until then: paid for like any hold. */
  offer: z.nullable(CurrentHold),
  /** The offer ran out unanswered then, and the caller waits no more: told for a day. */
  lapsedAt: z.nullable(Instant),
})
export type WaitlistEntry = z.infer<typeof WaitlistEntry>

export const errors = {
  'already-waiting': { status: 409, message: 'You are on the waitlist for that date already.' },
  'date-has-room': { status: 409, message: 'There is room for you on that date: you can book it now.' },
  'waitlist-entry-not-found': { status: 404, message: 'We could not find that waitlist entry.' },
} as const

export const joinWaitlist = endpoint({
  method: 'POST',
  path: '/api/waitlist',
  access: 'customer',
  summary: 'Waits for places on a full day; the first party that fits is offered them.',
  body: z.strictObject({ selectedDate: TripDate, numberOfGuests: NumberOfGuests }),
  response: WaitlistEntry,
  status: 201,
  errors: ['already-waiting', 'date-has-room', 'date-not-bookable'],
})

export const listMyWaitlist = endpoint({
  method: 'GET',
  path: '/api/waitlist',
  access: 'customer',
  summary: 'What the caller waits for, and what is offered to them now.',
  response: z.array(WaitlistEntry),
})

export const leaveWaitlist = endpoint({
  method: 'DELETE',
  path: '/api/waitlist/:id',
  access: 'customer',
  summary: 'Waits no more; an offer goes to the next in line.',
  params: z.object({ id: IdInPath }),
  response: null,
  status: 204,
  errors: ['waitlist-entry-not-found'],
})
