import * as z from 'zod/mini'
import { BookingQuery } from './booking-queries.ts'
import { AdminBooking, BookingEvent } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { Id, IdInPath, Instant } from './fields.ts'
import { Money } from './money.ts'

/** One try to take money by card. `NEEDS_REVIEW`: nobody knows how it ended, and the owner is to say. */
export const BookingCharge = z.object({
  id: Id,
  startedAt: Instant,
  amount: Money,
  status: z.enum(['PROCESSING', 'NEEDS_REVIEW', 'CAPTURED', 'DECLINED', 'NOT_CHARGED', 'VOIDED']),
  endedAt: z.nullable(Instant),
  /** What the customer was told, when it failed. */
  message: z.nullable(z.string()),
  /** The provider's id of the charge, and the one it was asked for under. */
  chargeId: z.nullable(z.string()),
  requestId: z.string(),
  realmId: z.string(),
  cardBrand: z.nullable(z.string()),
  last4: z.nullable(z.string()),
  refundedAmount: Money,
})
export type BookingCharge = z.infer<typeof BookingCharge>

/** What was ordered to go back, or went back by the provider's own hand, and what became of it at each charge. */
export const BookingRefund = z.object({
  id: Id,
  kind: z.enum(['REFUND', 'VOID', 'PROVIDER_CANCELLED', 'MADE_OUTSIDE']),
  orderedAt: Instant,
  orderedBy: z.string(),
  description: z.nullable(z.string()),
  /** `PARTIAL`: a part of it was refused. */
  status: z.enum(['PROCESSING', 'DONE', 'PARTIAL', 'FAILED']),
  parts: z.array(
    z.object({
      chargeId: z.nullable(z.string()),
      amount: Money,
      status: z.enum(['PROCESSING', 'REFUNDED', 'REFUSED']),
      endedAt: z.nullable(Instant),
      requestId: z.string(),
      refundId: z.nullable(z.string()),
      problem: z.nullable(z.string()),
    }),
  ),
})
export type BookingRefund = z.infer<typeof BookingRefund>

/** A booking with all that belongs to it, as the owner sees it. */
export const AdminBookingDetails = z.extend(AdminBooking, {
  customer: z.object({ id: Id, name: z.string(), email: z.string(), isActive: z.boolean() }),
  /** Why it waits or was cancelled. */
  statusReason: z.nullable(z.string()),
  /** Null: the booking was made without accepting them on the site. */
  terms: z.nullable(z.object({ version: z.string(), acceptedAt: z.nullable(Instant) })),
  charges: z.array(BookingCharge),
  refunds: z.array(BookingRefund),
  questions: z.array(BookingQuery),
  history: z.array(BookingEvent),
})
export type AdminBookingDetails = z.infer<typeof AdminBookingDetails>

export const getAdminBooking = endpoint({
  method: 'GET',
  path: '/api/admin/bookings/:id',
  access: 'admin',
  summary: 'One booking with its customer, charges, refunds, questions and history.',
  failed: 'Failed to load bookings',
  params: z.object({ id: IdInPath }),
  response: AdminBookingDetails,
  errors: ['booking-not-found'],
})
