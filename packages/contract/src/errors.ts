import * as z from 'zod/mini'
import { accountErrors } from './accounts.ts'
import { bookingCorrectionErrors } from './booking-corrections.ts'
import { bookingErrors } from './bookings.ts'
import { dayMoveErrors } from './day-moves.ts'
import { mailErrors } from './mails.ts'
import { manualPaymentErrors } from './manual-payments.ts'
import { merchantErrors } from './merchant.ts'
import { paymentErrors } from './payments.ts'
import { phoneBookingErrors } from './phone-bookings.ts'
import { refundErrors } from './refunds.ts'
import { reviewErrors } from './reviews.ts'
import { secondFactorErrors } from './second-factor.ts'
import { waitlistErrors } from './waitlist.ts'

/** What any endpoint can answer. */
const commonErrors = {
  'invalid-input': { status: 400, message: 'Please check what you entered.' },
  'malformed-body': { status: 400, message: 'The request could not be read.' },
  unauthorized: { status: 401, message: 'Authentication required. Please log in to continue.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  'not-found': { status: 404, message: 'We could not find what you asked for.' },
  'body-too-large': { status: 413, message: 'The request is too large.' },
  'unsupported-media-type': { status: 415, message: 'Please send JSON.' },
  'too-many-requests': { status: 429, message: 'Too many requests. Please wait a little and try again.' },
  'internal-error': { status: 500, message: 'Something went wrong on our side. Please try again.' },
  'not-ready': { status: 503, message: 'The service is not ready. Please try again in a moment.' },
} as const

/** The closed catalogue: code, status and a sentence fit for a customer. */
export const errors = {
  ...commonErrors,
  ...accountErrors,
  ...bookingErrors,
  ...bookingCorrectionErrors,
  ...dayMoveErrors,
  ...mailErrors,
  ...manualPaymentErrors,
  ...merchantErrors,
  ...paymentErrors,
  ...phoneBookingErrors,
  ...refundErrors,
  ...reviewErrors,
  ...secondFactorErrors,
  ...waitlistErrors,
} as const
export type ErrorCode = keyof typeof errors

/** The form of every failed answer (docs/rules.md §7.1). */
export const ErrorBody = z.object({
  message: z.string(),
  error: z.string(),
  details: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  requestId: z.string(),
})
export type ErrorBody = z.infer<typeof ErrorBody>
