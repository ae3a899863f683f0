import * as z from 'zod/mini'
import { AdminBooking } from '../bookings.ts'
import { BookingConfig, UnpricedMorning } from '../configuration.ts'
import { endpoint } from '../endpoint.ts'
import { Id, Instant } from '../fields.ts'
import { NotesOfBooking } from '../guest-notes.ts'
import { Money } from '../money.ts'
import { TipLink } from '../tips.ts'
import { TripDate } from '../trip-date.ts'
import { CheckIn } from './check-ins.ts'
import { DayGuide } from './day-guides.ts'
import { ManualMethod, ManualPayment } from './manual-payments.ts'
import { WAITING_KINDS } from './waiting.ts'

export const errors = {
  'not-a-guides-day': { status: 403, message: 'You can see groups for today and the next 14 days.' },
} as const

const Count = z.int()

/** The seven counts (docs/rules.md §9.2). Closed accounts don't count. */
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
  summary: 'Counts of users and bookings by status.',
  failed: 'Failed to load dashboard stats',
  response: DashboardStats,
})

/** What the guide needs about a booking at the ramp. */
export const Party = z.object({
  ...z.pick(AdminBooking, {
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
    outcome: true,
    confirmationNumber: true,
  }).shape,
  privateMorning: UnpricedMorning,
})
export type Party = z.infer<typeof Party>

export const DashboardOverview = z.object({
  /** Whether the opening list is gone (docs/rules.md §9.10). */
  isOpeningOver: z.boolean(),
  /** The date at the venue. */
  today: TripDate,
  /** Groups of the next trip dates, including today, in order. */
  trips: z.array(Party),
  /** How much of each waits for the owner. */
  waiting: z.record(z.enum(WAITING_KINDS), Count),
  /** Four of each kind, those that have waited longest: whom they are from, and how they begin (docs/rules.md §9.2). */
  waitingLongest: z.array(
    z.object({ kind: z.enum(WAITING_KINDS), id: Id, name: z.string(), line: z.nullable(z.string()) }),
  ),
  money: z.object({
    /** Taken by card since January 1 at the venue. */
    captured: Money,
    /** Taken in cash or by check since then. */
    cash: Money,
    /** Refunded to cards since then. */
    refunded: Money,
    /** Balances of confirmed trips from today on. */
    due: Money,
    /** Balances due before today, and those of past trips, whatever their age. */
    overdue: Money,
  }),
  failedMails: Count,
  /** Emails that wait for a yes since a restore, or a day without a mail server; not those over a budget. */
  heldMails: Count,
  /** Emails waiting for a mail server to be set up; null if there is one. */
  unsentMails: z.nullable(Count),
  /** Since when emails have not gone out, if for more than ten minutes. */
  mailsWaitSince: z.nullable(Instant),
  merchant: z.object({ isConnected: z.boolean(), needsRefresh: z.boolean() }),
})
export type DashboardOverview = z.infer<typeof DashboardOverview>

export const getDashboardOverview = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard/overview',
  access: 'office',
  summary: 'The next trips, open items for the owner, money, email and the merchant account.',
  failed: 'Failed to load the overview',
  response: DashboardOverview,
})

export const DaySheet = z.object({
  date: TripDate,
  /** The nearest days with a group before and after it. */
  previousGroupDay: z.nullable(TripDate),
  nextGroupDay: z.nullable(TripDate),
  /** The day is called off and its day move is still open. */
  isCalledOff: z.boolean(),
  /** Spots for a walk-up, and why nobody can have one; null unless it is today's sheet. */
  walkUp: z.nullable(z.object({ spotsLeft: z.int(), whyNot: z.nullable(z.string()) })),
  /** Who guides, and who could; empty for a guide, who sets nobody. */
  ...DayGuide.shape,
  parties: z.array(
    z.extend(Party, {
      /** Null for a guide. */
      email: z.nullable(AdminBooking.shape.email),
      paidAmount: z.nullable(Money),
      refundedAmount: z.nullable(Money),
      chargedBackAmount: z.nullable(Money),
      /** The deposit of one more angler is being confirmed: a spot is kept, and the group is as it was. */
      isGrowing: z.boolean(),
      /** Unanswered questions. */
      questions: z.array(z.string()),
      /** Admin notes on the booking, oldest first. */
      notes: z.array(z.string()),
      /** The customer's notes for the guide, or null. */
      guestNotes: z.nullable(NotesOfBooking),
      /** What the guide shows to be tipped by card; null before the day. */
      tip: z.nullable(TipLink),
      /** Null until the group is checked in or marked a no-show. */
      checkIn: z.nullable(CheckIn),
      /** Payments by hand that were not removed, and by card on that day, oldest first; nobody records a card's. */
      received: z.array(
        z.extend(z.pick(ManualPayment, { amount: true, createdAt: true }), {
          method: z.enum(['CARD', ...ManualMethod.options]),
          recordedBy: z.nullable(z.string()),
        }),
      ),
      /** Who signed the waiver, how many should, and where; null if there is no waiver. */
      waiver: z.nullable(z.object({ names: z.array(z.string()), wanted: z.int(), url: z.url() })),
    }),
  ),
})
export type DaySheet = z.infer<typeof DaySheet>

/** The next day with a group, from today's sheet. */
export const groupDayFrom = (today: Pick<DaySheet, 'date' | 'parties' | 'nextGroupDay'>): TripDate | null =>
  today.parties.length > 0 ? today.date : today.nextGroupDay

export const getDaySheet = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard/days/:date',
  access: 'guide',
  summary:
    'The groups of one date, with balances and questions. A guide sees the next 14 days, without emails, questions and amounts paid.',
  failed: 'Failed to load the day sheet',
  params: z.object({ date: TripDate }),
  response: DaySheet,
  errors: ['not-a-guides-day'],
})

const FilledDay = z.object({
  date: TripDate,
  bookings: Count,
  anglers: Count,
  /** One group has the morning to itself (docs/rules.md §2.22). */
  isPrivate: z.boolean(),
  isCalledOff: z.boolean(),
})

export const getGuideCalendar = endpoint({
  method: 'GET',
  path: '/api/admin/dashboard/guide-calendar',
  access: 'guide',
  summary: 'Groups and anglers for each day of the season, and the groups of the next 14 days.',
  failed: 'Failed to load the calendar',
  response: z.object({ days: z.array(FilledDay), parties: z.array(Party) }),
})

/** The season's bookings; `days` leaves out days without a trip. */
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
      /** Total price of its trips. */
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

/** Server-sent events, read with `fetch` to send the header: `event: changed` if any portal data may have changed. */
export const streamOfficeNews = endpoint({
  method: 'GET',
  path: '/api/admin/news/stream',
  access: 'guide',
  summary: 'Server-sent events: portal data has changed.',
  response: 'stream',
  errors: ['too-many-requests'],
})

export const CalendarFeed = z.object({ createdAt: Instant, expiresAt: Instant })

export const getCalendarFeed = endpoint({
  method: 'GET',
  path: '/api/admin/calendar-feed',
  access: 'office',
  summary: 'Whether the caller has a private calendar link, and when it expires.',
  failed: 'Failed to load the calendar link',
  response: z.object({ feed: z.nullable(CalendarFeed) }),
})

export const renewCalendarFeed = endpoint({
  method: 'POST',
  path: '/api/admin/calendar-feed',
  access: 'office',
  asksAgain: 'exports',
  summary: "Creates the caller's calendar link, replacing an old one right away. It is shown only once.",
  failed: 'Failed to create a calendar link',
  response: z.object({ url: z.url(), feed: CalendarFeed }),
  status: 201,
})

export const revokeCalendarFeed = endpoint({
  method: 'DELETE',
  path: '/api/admin/calendar-feed',
  access: 'office',
  summary: "Turns off the caller's calendar link; idempotent.",
  failed: 'Failed to turn off the calendar link',
  response: null,
})

export const readCalendarFeed = endpoint({
  method: 'GET',
  path: '/api/calendar/:token.ics',
  access: 'public',
  summary: "The year's bookings for an admin's calendar app. 404 if the link was revoked, replaced or expired.",
  params: z.object({ token: z.string() }),
  response: 'calendar',
  errors: ['not-found'],
})
