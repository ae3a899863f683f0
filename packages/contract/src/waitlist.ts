import * as z from 'zod/mini'
import { NumberOfGuests } from './availability.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, Instant } from './fields.ts'
import { CurrentHold } from './holds.ts'
import { pageOf, pageQuery } from './lists.ts'
import { TripDate } from './trip-date.ts'

/** Somebody who waits for spots on a full day, and the offer made to them, if there is one. */
export const WaitlistEntry = z.object({
  id: Id,
  selectedDate: TripDate,
  numberOfGuests: z.int(),
  createdAt: Instant,
  /** Spots held for the caller until then: paid for like any hold. */
  offer: z.nullable(CurrentHold),
  /** When an unanswered offer expired, which ended the waiting; shown for a day. */
  lapsedAt: z.nullable(Instant),
})
export type WaitlistEntry = z.infer<typeof WaitlistEntry>

export const errors = {
  'already-waiting': { status: 409, message: "You're already on the waitlist for that date." },
  'date-has-room': { status: 409, message: "There's room on that date. You can book it now." },
  'waitlist-entry-not-found': { status: 404, message: 'We could not find that waitlist entry.' },
} as const

export const joinWaitlist = endpoint({
  method: 'POST',
  path: '/api/waitlist',
  access: 'customer',
  summary: 'Waits for spots on a full day; they are offered to the first group that fits.',
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
  summary: 'Leaves the waitlist; an offer goes to the next in line.',
  params: z.object({ id: IdInPath }),
  response: null,
  errors: ['waitlist-entry-not-found'],
})

/** Somebody who waits for spots on a full day, as the owner sees them. */
export const AdminWaitlistEntry = z.object({
  id: Id,
  selectedDate: TripDate,
  /** From 1: who came first that day. A group that fits is asked before a larger one that does not. */
  place: z.int(),
  numberOfGuests: z.int(),
  createdAt: Instant,
  customer: z.object({ id: Id, name: z.string(), email: z.string(), phone: z.nullable(z.string()) }),
  /**
   * The spots offered to them now; `isBeingPaid` means that their payment is under way and the end no longer counts.
   */
  offer: z.nullable(z.object({ madeAt: Instant, expiresAt: Instant, isBeingPaid: z.boolean() })),
})
export type AdminWaitlistEntry = z.infer<typeof AdminWaitlistEntry>

export const listWaitlist = endpoint({
  method: 'GET',
  path: '/api/admin/waitlist',
  access: 'office',
  summary: 'Who waits for which day from today on, with offers, by day and in line.',
  failed: 'Failed to load the waitlist',
  query: z.object(pageQuery),
  response: pageOf(AdminWaitlistEntry),
})
