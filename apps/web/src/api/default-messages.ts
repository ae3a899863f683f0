import type { Endpoint } from '@arcadia/contract/endpoint'

/** What a failed call says when the server gave no words (docs/rules.md §6.1), by method and path. */
const DEFAULT_MESSAGES: Record<string, string> = {
  'POST /api/auth/login': 'Login failed',
  'POST /api/auth/register': 'Registration failed',
  'GET /api/auth/test': 'Authentication failed',

  'GET /api/bookings/config': 'Failed to retrieve booking configuration',
  'GET /api/bookings/booked-dates': 'Failed to retrieve booked dates',
  'GET /api/bookings/availability/range': 'Failed to retrieve availability',
  'GET /api/bookings/availability/:date': 'Failed to check availability',
  'POST /api/bookings/check-availability': 'Failed to check slot availability',
  'POST /api/bookings/holds': 'Failed to create hold',
  'POST /api/bookings/payment': 'Booking payment failed',
  'GET /api/bookings/user/me': 'Failed to retrieve user bookings',
  'GET /api/bookings/:id': 'Failed to retrieve booking',
  'GET /api/bookings/:id/reschedule-eligibility': 'Failed to check reschedule eligibility',
  'PUT /api/bookings/:id/reschedule': 'Failed to reschedule booking',
  'POST /api/bookings/:id/refund': 'Failed to request refund',

  'POST /api/payments/tokens': 'Card token creation failed',
  'POST /api/payments': 'Payment failed',
  'GET /api/payments/:id': 'Failed to retrieve payment',
  'POST /api/quickbooks/charges': 'Failed to create charge',
  'GET /api/quickbooks/charges/:id': 'Failed to retrieve charge',

  'POST /api/enquiries': 'Failed to submit enquiry',
  'GET /api/enquiries/:id': 'Failed to retrieve enquiry',
  'POST /api/booking-queries': 'Failed to submit query. Please try again.',
  'GET /api/booking-queries/booking/:id': 'Failed to load queries',
  'GET /api/booking-queries/user': 'Failed to load queries',

  'GET /api/quickbooks/oauth/status': 'Failed to load OAuth status',
  'GET /api/quickbooks/oauth/callback': 'Failed to complete OAuth setup',
}

/** The portal adds its own: visitors do not load those. */
export function addDefaultMessages(messages: Record<string, string>): void {
  Object.assign(DEFAULT_MESSAGES, messages)
}

export function defaultMessage(endpoint: Pick<Endpoint, 'method' | 'path'>): string {
  return DEFAULT_MESSAGES[`${endpoint.method} ${endpoint.path}`] ?? 'Something went wrong. Please try again.'
}
