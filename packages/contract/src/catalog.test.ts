import { expect, test } from 'vitest'
import { endpoints } from './catalog.ts'

/** Fixed word for word, for whoever would say one better (docs/decisions/021-what-the-dialog-says.md). */
const FIXED = `
  Login failed|Registration failed|Card token creation failed|Booking payment failed|Refund failed
  Failed to create hold|Failed to retrieve user bookings|Failed to request refund|Failed to retrieve booked dates
  Failed to retrieve availability|Failed to retrieve booking configuration|Failed to check availability
  Failed to retrieve booking|Failed to check slot availability|Failed to check reschedule eligibility
  Failed to reschedule booking|Failed to submit enquiry|Failed to load dashboard stats|Failed to load bookings
  Failed to load users|Failed to load enquiries|Failed to load booking queries|Failed to load refund items
  Failed to update user status|Failed to update booking status|Failed to update enquiry status
  Failed to update booking query status|Failed to update max capacity|Failed to update hold duration
  Failed to update deposit per guest|Failed to update standard package price|Failed to update trophy package price
  Failed to refresh access token|Failed to trigger auto-refresh|Failed to load OAuth status
  Failed to initiate connection|Failed to disconnect QuickBooks|Failed to complete OAuth setup`

test('the fixed failure messages are there, word for word', () => {
  const said = endpoints.map(({ failed }) => failed)
  for (const text of FIXED.trim().split(/\n *|\|/)) expect(said).toContain(text)
})

// The portal does not call these, or does not show their failures.
const SILENT = [
  'GET /api/enquiries/stats',
  'GET /api/booking-queries/admin/stats',
  'PATCH /api/bookings/:id/status',
  'DELETE /api/bookings/:id',
]

test('every portal call has its own failure message', () => {
  const unsaid = endpoints
    .filter(
      ({ access, response, failed }) =>
        ['owner', 'office', 'guide'].includes(access) && response !== 'stream' && !failed,
    )
    .map(({ method, path }) => `${method} ${path}`)
  expect(unsaid.sort()).toEqual(SILENT.sort())
})
