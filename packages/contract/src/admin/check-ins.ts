import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { IdInPath, Instant } from '../fields.ts'
import { TripDate } from '../trip-date.ts'

export const CheckInState = z.enum(['ARRIVED', 'NO_SHOW'])
export type CheckInState = z.infer<typeof CheckInState>

/** Whether a group came, as it was said last. */
export const CheckIn = z.object({
  state: CheckInState,
  /** When it was tapped. */
  at: Instant,
  /** Whoever tapped it. */
  by: z.string(),
})
export type CheckIn = z.infer<typeof CheckIn>

export const errors = {
  'checked-in-otherwise': { status: 409, message: 'Somebody else has checked this group in meanwhile.' },
  'check-in-elsewhere': { status: 409, message: 'This booking is not on that day anymore.' },
  'check-in-too-early': { status: 409, message: 'This trip is on a later day.' },
} as const

export const checkIn = endpoint({
  method: 'PUT',
  path: '/api/admin/bookings/:id/check-in',
  access: 'guide',
  summary:
    'Says that a group arrived or did not show up, or takes that back with `state` null. Refused when the booking was cancelled or moved from `date`, when it was tapped before that day, or when it says something else by now than `was`; what it says already stays. Changes neither status nor money. The same `Idempotency-Key` is the same tap, however late it comes.',
  failed: 'Failed to check in the group',
  params: z.object({ id: IdInPath }),
  body: z.strictObject({
    /** Of the day sheet that was tapped. */
    date: TripDate,
    state: z.nullable(CheckInState),
    /** What the sheet showed before. */
    was: z.nullable(CheckInState),
    /** When it was tapped, by the phone; never later than now. */
    at: Instant,
  }),
  response: z.object({ checkIn: z.nullable(CheckIn) }),
  errors: ['booking-not-found', 'checked-in-otherwise', 'check-in-elsewhere', 'check-in-too-early', 'key-reused'],
})
