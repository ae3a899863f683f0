import * as z from 'zod/mini'
import { AdminBooking } from '../bookings.ts'
import { BookingConfig } from '../configuration.ts'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../fields.ts'
import { NotesOfBooking } from '../guest-notes.ts'
import { Money } from '../money.ts'
import { TripDate } from '../trip-date.ts'
import { CheckIn } from './check-ins.ts'
import { ManualPayment } from './manual-payments.ts'

export const errors = {
  'not-a-guides-day': { status: 403, message: 'You see who comes today and in the next 14 days.' },
} as const

const Count = z.int()

/** The seven counts (docs/rules.md §9.2). Accounts that were closed are not users any more. */
export const DashboardStats = z.object({
  totalUsers: Count,
  activeUsers: Count,
  totalBookings: Count,
  pendingBookings: Count,
  confirmedBookings: Count,
  completedBookings: Count,
  cancelledBookings: Count,
})
export type DashboardStats = z.infer<typeof DashboardStats>

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard',
  access: 'office',
  summary: 'How many users and bookings there are, by state.',
  failed: 'Failed to load dashboard stats',
  response: DashboardStats,
})

/** A booking as the guide needs it on the ramp. */
export const Party = z.pick(AdminBooking, {
  id: true,
  selectedDate: true,
  numberOfGuests: true,
  packageType: true,
  riders: true,
  tackle: true,
  firstName: true,
  lastName: true,
  phone: true,
  pendingAmount: true,
  status: true,
  confirmationNumber: true,
})
export type Party = z.infer<typeof Party>

export const DashboardOverview = z.object({
  /** At the venue. */
  today: TripDate,
  /** The groups of today and of the next dates with a trip, in order. */
  trips: z.array(Party),
  /** What only the owner can answer. */
  waiting: z.object({
    enquiries: Count,
    bookingQueries: Count,
    refundRequests: Count,
    /** Captured money that has no trip. */
    failuresToRefund: Count,
    /** Payments of which nobody knows how they ended. */
    failuresToReview: Count,
    reviews: Count,
    /** Groups of called-off days that nobody has told in person yet. */
    groupsToReach: Count,
    /** Bookings whose balance was due before today. */
    overdueBalances: Count,
  }),
  money: z.object({
    /** Taken by card since January 1 at the venue. */
    captured: Money,
    /** Taken in cash or by check since then. */
    cash: Money,
    /** Given back to cards since then. */
    refunded: Money,
    /** What the confirmed trips from today on still owe. */
    due: Money,
    /** What was due before today, of any trip of the last year. */
    overdue: Money,
  }),
  failedMails: Count,
  /** Emails that wait because there is no mail server; null with one. */
  unsentMails: z.nullable(Count),
  merchant: z.object({ isConnected: z.boolean(), needsRefresh: z.boolean() }),
})
export type DashboardOverview = z.infer<typeof DashboardOverview>

export const getDashboardOverview = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard/overview',
  access: 'office',
  summary: 'The next trips, what waits for the owner, money, email and the merchant account.',
  failed: 'Failed to load the overview',
  response: DashboardOverview,
})

export const DaySheet = z.object({
  date: TripDate,
  /** The nearest days before and after it that have a group. */
  previousGroupDay: z.nullable(TripDate),
  nextGroupDay: z.nullable(TripDate),
  /** Its groups are asked for another date, and not all of that is settled. */
  isCalledOff: z.boolean(),
  parties: z.array(
    z.extend(Party, {
      /** Null for a guide. */
      email: z.nullable(AdminBooking.shape.email),
      paidAmount: z.nullable(Money),
      /** What they asked and nobody has answered. */
      questions: z.array(z.string()),
      /** What admins wrote down about the booking, for themselves; the oldest first. */
      notes: z.array(z.string()),
      /** What the guest tells the guide; null where nothing was told. */
      guestNotes: z.nullable(NotesOfBooking),
      /** Null until somebody has said whether they came. */
      checkIn: z.nullable(CheckIn),
      /** What was taken in cash or by check and not taken back. */
      received: z.array(z.pick(ManualPayment, { amount: true, method: true, createdAt: true, recordedBy: true })),
      /** Who signed the waiver, and of how many; null when none is asked for. */
      waiver: z.nullable(z.object({ names: z.array(z.string()), wanted: z.int() })),
    }),
  ),
})
export type DaySheet = z.infer<typeof DaySheet>

/** The next day with a group, as a sheet of today says. */
export const groupDayFrom = (today: Pick<DaySheet, 'date' | 'parties' | 'nextGroupDay'>): TripDate | null =>
  today.parties.length > 0 ? today.date : today.nextGroupDay

export const getDaySheet = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard/days/:date',
  access: 'guide',
  summary:
    'The groups of one date, with what they owe and what they asked, for the morning itself. A guide has the next 14 days, without emails, questions and what was paid.',
  failed: 'Failed to load the day sheet',
  params: z.object({ date: TripDate }),
  response: DaySheet,
  errors: ['not-a-guides-day'],
})

const FilledDay = z.object({ date: TripDate, bookings: Count, anglers: Count })

export const getGuideCalendar = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard/guide-calendar',
  access: 'guide',
  summary: 'How many groups and anglers come on each day of the season, and who comes in the next 14 days.',
  failed: 'Failed to load the calendar',
  response: z.object({ days: z.array(FilledDay), parties: z.array(Party) }),
})

/** The season as it is booked; a day without a trip is left out of `days`. */
export const SeasonFill = z.object({
  ...z.pick(BookingConfig, {
    seasonStart: true,
    seasonEnd: true,
    closedDays: true,
    blackoutDates: true,
    maxCapacity: true,
    sharing: true,
  }).shape,
  days: z.array(
    z.extend(FilledDay, {
      /** What its trips cost in all. */
      value: Money,
    }),
  ),
})
export type SeasonFill = z.infer<typeof SeasonFill>

export const getSeasonFill = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard/season',
  access: 'office',
  summary: 'Bookings, anglers and the value of the trips of each day of the season.',
  failed: 'Failed to load the season',
  response: SeasonFill,
})

/**
 * Server-sent events, read with `fetch` for the header: `event: changed` when anything of the portal's may have, and
 * nothing of what.
 */
export const streamOfficeNews = endpoint({
  method: 'GET',
  path: '/api/admin/news/stream',
  access: 'guide',
  summary: 'Server-sent events: something that the portal shows has changed.',
  response: 'stream',
  errors: ['too-many-requests'],
})

export const CalendarFeed = z.object({ createdAt: Instant, expiresAt: Instant })

export const getCalendarFeed = endpoint({
  method: 'GET',
  path: '/api/admin/calendar-feed',
  access: 'office',
  summary: "Whether the caller has a private address of the season's calendar, and until when it works.",
  failed: 'Failed to load the calendar link',
  response: z.object({ feed: z.nullable(CalendarFeed) }),
})

export const renewCalendarFeed = endpoint({
  method: 'POST',
  path: '/api/admin/calendar-feed',
  access: 'office',
  summary: "Creates the caller's address, or a new one that replaces the old right away. It is shown this once.",
  failed: 'Failed to create a calendar link',
  response: z.object({ url: z.url(), feed: CalendarFeed }),
  status: 201,
})

export const revokeCalendarFeed = endpoint({
  method: 'DELETE',
  path: '/api/admin/calendar-feed',
  access: 'office',
  summary: "Turns the caller's address off; repeating that is no error.",
  failed: 'Failed to turn off the calendar link',
  response: null,
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
