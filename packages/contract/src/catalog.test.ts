import { expect, test } from 'vitest'
import { endpoints } from './catalog.ts'

const said = (call: string) => {
  const [method = '', path = ''] = call.split(' ')
  return endpoints.find((one) => one.method === method && one.path === `/api${path}`)?.failed
}

test.each([
  ['GET /admin/dashboard', 'Failed to load dashboard stats'],
  ['GET /admin/bookings', 'Failed to load bookings'],
  ['GET /admin/users', 'Failed to load users'],
  ['GET /enquiries', 'Failed to load enquiries'],
  ['GET /enquiries/search', 'Failed to load enquiries'],
  ['GET /enquiries/status/:status', 'Failed to load enquiries'],
  ['GET /booking-queries/admin', 'Failed to load booking queries'],
  ['GET /booking-queries/admin/search', 'Failed to load booking queries'],
  ['GET /booking-queries/admin/status/:status', 'Failed to load booking queries'],
  ['GET /admin/refunds', 'Failed to load refund items'],
  ['PUT /admin/users/:id/status', 'Failed to update user status'],
  ['PUT /admin/bookings/:id/status', 'Failed to update booking status'],
  ['PUT /enquiries/:id/status', 'Failed to update enquiry status'],
  ['PUT /booking-queries/admin/:id/status', 'Failed to update booking query status'],
  ['PUT /bookings/config/max-capacity', 'Failed to update max capacity'],
  ['PUT /bookings/config/hold-duration', 'Failed to update hold duration'],
  ['PUT /bookings/config/deposit-per-guest', 'Failed to update deposit per guest'],
  ['PUT /bookings/config/standard-package-price', 'Failed to update standard package price'],
  ['PUT /bookings/config/trophy-package-price', 'Failed to update trophy package price'],
  ['POST /admin/refunds/:id/refund', 'Refund failed'],
  ['POST /admin/bookings/:id/refund', 'Refund failed'],
  ['POST /quickbooks/oauth/refresh', 'Failed to refresh access token'],
  ['POST /quickbooks/oauth/refresh/auto', 'Failed to trigger auto-refresh'],
  ['GET /quickbooks/oauth/status', 'Failed to load OAuth status'],
  ['GET /quickbooks/oauth/refresh/status', 'Failed to load OAuth status'],
  ['POST /quickbooks/oauth/connect-ticket', 'Failed to initiate connection'],
  ['DELETE /quickbooks/oauth/disconnect', 'Failed to disconnect QuickBooks'],
  ['POST /auth/login', 'Login failed'],
  ['GET /quickbooks/oauth/callback', 'Failed to complete OAuth setup'],
])('%s fails with the specified message if the server sends none', (call, message) => {
  expect(said(call)).toBe(message)
})

// The portal does not call these, or does not show their failures.
const SILENT = [
  'GET /api/enquiries/stats',
  'GET /api/booking-queries/admin/stats',
  'PATCH /api/bookings/:id/status',
  'DELETE /api/bookings/:id',
]

test('every other portal call has its own failure message', () => {
  const unsaid = endpoints
    .filter(
      ({ access, response, failed }) =>
        ['owner', 'office', 'guide'].includes(access) && response !== 'stream' && !failed,
    )
    .map(({ method, path }) => `${method} ${path}`)
  expect(unsaid.sort()).toEqual(SILENT.sort())
})
