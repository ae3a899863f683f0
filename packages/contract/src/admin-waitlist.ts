import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, Instant, pageOf, pageQuery } from './fields.ts'
import { TripDate } from './trip-date.ts'

// Apart from `waitlist.ts`, which customers load.

/** Somebody who waits for places on a full day, as the owner sees them. */
export const AdminWaitlistEntry = z.object({
  id: Id,
  selectedDate: TripDate,
  /** From 1: who came first that day. A party that fits is asked before a larger one that does not. */
  place: z.int(),
  numberOfGuests: z.int(),
  createdAt: Instant,
  customer: z.object({ id: Id, name: z.string(), email: z.string(), phone: z.nullable(z.string()) }),
  /** Places that are kept for them now; `isBeingPaid`: their payment is under way, whatever the end says. */
  offer: z.nullable(z.object({ madeAt: Instant, expiresAt: Instant, isBeingPaid: z.boolean() })),
})
export type AdminWaitlistEntry = z.infer<typeof AdminWaitlistEntry>

export const listWaitlist = endpoint({
  method: 'GET',
  path: '/api/admin/waitlist',
  access: 'admin',
  summary: 'Who waits for which day from today on, and what is offered to them, by day and in line.',
  failed: 'Failed to load the waitlist',
  query: z.object(pageQuery),
  response: pageOf(AdminWaitlistEntry),
})
