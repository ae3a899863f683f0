import * as z from 'zod/mini'
import { NumberOfGuests } from './availability.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, Instant } from './fields.ts'
import { CurrentHold } from './holds.ts'
import { pageOf, pageQuery } from './lists.ts'
import { TripDate } from './trip-date.ts'

/** A customer's place on the waitlist of a full day, with the offer, if any. */
export const WaitlistEntry = z.object({
  id: Id,
  selectedDate: TripDate,
  numberOfGuests: z.int(),
  createdAt: Instant,
  /** Spots held for the caller, paid for like any hold. */
  offer: z.nullable(CurrentHold),
  /** When an unanswered offer expired and ended the entry; shown for a day. */
  lapsedAt: z.nullable(Instant),
})
export type WaitlistEntry = z.infer<typeof WaitlistEntry>

export const errors = {
  'already-waiting': { status: 409, message: "You're already on the waitlist for that date." },
  'date-has-room': { status: 409, message: "There's room on that date. You can book it now." },
  'waitlist-entry-not-found': { status: 404, message: "We couldn't find that waitlist entry." },
} as const

export const joinWaitlist = endpoint({
  method: 'POST',
  path: '/api/waitlist',
  access: 'customer',
  summary: 'Joins the waitlist of a full day; free spots are offered to the first group that fits.',
  body: z.strictObject({ selectedDate: TripDate, numberOfGuests: NumberOfGuests }),
  response: WaitlistEntry,
  status: 201,
  errors: ['already-waiting', 'date-has-room', 'date-not-bookable'],
})

export const listMyWaitlist = endpoint({
  method: 'GET',
  path: '/api/waitlist',
  access: 'customer',
  summary: "The caller's waitlist entries and current offers.",
  response: z.array(WaitlistEntry),
})

export const leaveWaitlist = endpoint({
  method: 'DELETE',
  path: '/api/waitlist/:id',
  access: 'customer',
  summary: 'Leaves the waitlist; an open offer goes to the next in line.',
  params: z.object({ id: IdInPath }),
  response: null,
  errors: ['waitlist-entry-not-found'],
})

/** A waitlist entry as the owner sees it. */
export const AdminWaitlistEntry = z.object({
  id: Id,
  selectedDate: TripDate,
  /** The place in line for that day, from 1. A larger group that doesn't fit is skipped. */
  place: z.int(),
  numberOfGuests: z.int(),
  createdAt: Instant,
  customer: z.object({
    id: Id,
    name: z.string(),
    firstName: z.nullable(z.string()),
    lastName: z.nullable(z.string()),
    email: z.string(),
    phone: z.nullable(z.string()),
  }),
  /**
   * The current offer; `isBeingPaid` means a payment is in progress and `expiresAt` no longer applies.
   */
  offer: z.nullable(z.object({ madeAt: Instant, expiresAt: Instant, isBeingPaid: z.boolean() })),
})
export type AdminWaitlistEntry = z.infer<typeof AdminWaitlistEntry>

export const listWaitlist = endpoint({
  method: 'GET',
  path: '/api/admin/waitlist',
  access: 'office',
  summary: 'The waitlist from today on, with offers, by day and place in line.',
  failed: 'Failed to load the waitlist',
  query: z.object(pageQuery),
  response: pageOf(AdminWaitlistEntry),
})
