import type { Endpoint } from '@arcadia/contract/endpoint'

/** What a failed call says when the server gave no words (both specifications, §8), by method and path. */
const DEFAULT_MESSAGES: Record<string, string> = {
  'POST /api/auth/login': 'Login failed',
  'POST /api/auth/register': 'Registration failed',
  'GET /api/auth/test': 'Authentication failed',

  'GET /api/bookings/config': 'Failed to retrieve booking configuration',
  'GET /api/bookings/booked-dates': 'Failed to retrieve booked dates',
  'GET /api/bookings/availability/range': 'Failed to retrieve availability',
  'GET /api/bookings/availability/:date': 'Failed to retrieve availability',
  'POST /api/bookings/check-availability': 'Failed to check availability',
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

  'GET /api/admin/dashboard': 'Failed to load dashboard stats',
  'GET /api/admin/users': 'Failed to load users',
  'GET /api/admin/users/:id': 'Failed to load users',
  'PUT /api/admin/users/:id/status': 'Failed to update user status',
  'GET /api/admin/bookings': 'Failed to load bookings',
  'PUT /api/admin/bookings/:id/status': 'Failed to update booking status',
  'POST /api/admin/bookings/:id/refund': 'Refund failed',
  'POST /api/admin/bookings/:id/void': 'Refund failed',
  'POST /api/admin/refund-requests/:id/approve': 'Refund failed',
  'GET /api/admin/refund-requests': 'Failed to load refund items',
  'GET /api/admin/refunds': 'Failed to load refund items',
  'POST /api/admin/refunds/:id/refund': 'Refund failed',
  'GET /api/enquiries': 'Failed to load enquiries',
  'GET /api/enquiries/search': 'Failed to load enquiries',
  'GET /api/enquiries/status/:status': 'Failed to load enquiries',
  'PUT /api/enquiries/:id/status': 'Failed to update enquiry status',
  'GET /api/booking-queries/admin': 'Failed to load booking queries',
  'GET /api/booking-queries/admin/:id': 'Failed to load booking queries',
  'GET /api/booking-queries/admin/search': 'Failed to load booking queries',
  'GET /api/booking-queries/admin/status/:status': 'Failed to load booking queries',
  'PUT /api/booking-queries/admin/:id/status': 'Failed to update booking query status',
  'GET /api/admin/audit-log': 'Failed to load the audit log',
  'GET /api/admin/reviews': 'Failed to load reviews',
  'PUT /api/admin/reviews/:id/status': 'Failed to update review status',
  'PUT /api/bookings/config/max-capacity': 'Failed to update max capacity',
  'PUT /api/bookings/config/hold-duration': 'Failed to update hold duration',
  'PUT /api/bookings/config/deposit-per-guest': 'Failed to update deposit per guest',
  'PUT /api/bookings/config/standard-package-price': 'Failed to update standard package price',
  'PUT /api/bookings/config/trophy-package-price': 'Failed to update trophy package price',

  'PUT /api/bookings/config/season': 'Failed to update season',
  'PUT /api/bookings/config/closed-days': 'Failed to update closed days',
  'PUT /api/bookings/config/blackout-dates': 'Failed to update blackout dates',
  'POST /api/bookings/config/stranded': 'Failed to check which trips this affects',

  'GET /api/quickbooks/oauth/status': 'Failed to load OAuth status',
  'POST /api/quickbooks/oauth/connect-ticket': 'Failed to initiate connection',
  'POST /api/quickbooks/oauth/refresh': 'Failed to refresh access token',
  'POST /api/quickbooks/oauth/refresh/auto': 'Failed to trigger auto-refresh',
  'DELETE /api/quickbooks/oauth/disconnect': 'Failed to disconnect QuickBooks',
  'GET /api/quickbooks/oauth/callback': 'Failed to complete OAuth setup',
}

export function defaultMessage(endpoint: Pick<Endpoint, 'method' | 'path'>): string {
  return DEFAULT_MESSAGES[`${endpoint.method} ${endpoint.path}`] ?? 'Something went wrong. Please try again.'
}
