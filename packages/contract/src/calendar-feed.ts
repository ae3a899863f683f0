import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'

export const CalendarFeed = z.object({ createdAt: Instant, expiresAt: Instant })

export const getCalendarFeed = endpoint({
  method: 'GET',
  path: '/api/admin/calendar-feed',
  access: 'admin',
  summary: "Whether the caller has a private address of the season's calendar, and until when it works.",
  failed: 'Failed to load the calendar link',
  response: z.object({ feed: z.nullable(CalendarFeed) }),
})

export const renewCalendarFeed = endpoint({
  method: 'POST',
  path: '/api/admin/calendar-feed',
  access: 'admin',
  summary: "Makes the caller's address, or a new one in place of the old, which ends at once. It is told this once.",
  failed: 'Failed to create a calendar link',
  response: z.object({ url: z.url(), feed: CalendarFeed }),
  status: 201,
})

export const revokeCalendarFeed = endpoint({
  method: 'DELETE',
  path: '/api/admin/calendar-feed',
  access: 'admin',
  summary: "Ends the caller's address; again is no error.",
  failed: 'Failed to turn off the calendar link',
  response: null,
  status: 204,
})

export const readCalendarFeed = endpoint({
  method: 'GET',
  path: '/api/calendar/:token.ics',
  access: 'public',
  summary: "The year's bookings for an admin's calendar app. 404 when the address was revoked, replaced or is too old.",
  params: z.object({ token: z.string() }),
  response: 'calendar',
  errors: ['not-found'],
})
