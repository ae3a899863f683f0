import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { IdInPath, Instant } from '../fields.ts'
import { TripDate } from '../trip-date.ts'

export const CheckInState = z.enum(['ARRIVED', 'NO_SHOW'])
export type CheckInState = z.infer<typeof CheckInState>

/** A group's latest check-in. */
export const CheckIn = z.object({
  state: CheckInState,
  /** When it was tapped. */
  at: Instant,
  /** Username of the admin who tapped it. */
  by: z.string(),
})
export type CheckIn = z.infer<typeof CheckIn>

export const errors = {
  'checked-in-otherwise': { status: 409, message: 'Someone else just checked in this group.' },
  'check-in-elsewhere': { status: 409, message: "This booking isn't on that day anymore." },
  'check-in-too-early': { status: 409, message: 'This trip is on a later day.' },
  'no-show-filled': { status: 409, message: "There isn't room for this group anymore." },
  'check-in-ahead': {
    status: 409,
    message: "This phone's clock was ahead when you tapped. Check the group in again.",
  },
} as const

export const checkIn = endpoint({
  method: 'PUT',
  path: '/api/admin/bookings/:id/check-in',
  access: 'guide',
  takesKey: true,
  summary:
    'Marks a group as arrived or a no-show; `state` null undoes it. Refused if the booking was canceled or moved from `date`, before that day on the clock of the server, if it was tapped before that day or in the future, or if the state is no longer `was`; setting the current state again is a no-op. The mark of a no-show frees its spots and forgives what is owed; undoing it takes the spots again, and is refused if they are gone, and asks for the money again. Changes no status. A repeated `Idempotency-Key` is the same tap, however late.',
  failed: 'Failed to check in the group',
  params: z.object({ id: IdInPath }),
  body: z.strictObject({
    /** The day sheet's date. */
    date: TripDate,
    state: z.nullable(CheckInState),
    /** What the sheet showed before. */
    was: z.nullable(CheckInState),
    /** When it was tapped, by the phone's clock, which may be 5 minutes ahead; recorded as now at the latest. */
    at: Instant,
  }),
  response: z.object({ checkIn: z.nullable(CheckIn) }),
  errors: [
    'booking-not-found',
    'checked-in-otherwise',
    'check-in-elsewhere',
    'check-in-too-early',
    'check-in-ahead',
    'no-show-filled',
    'key-reused',
  ],
})
