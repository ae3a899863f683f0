import { getMe } from '@arcadia/contract/accounts'
import { addressOf } from '@arcadia/contract/addresses'
import { getUser, listUsers } from '@arcadia/contract/admin/accounts'
import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import {
  getAdminBooking,
  listAdminBookings,
  listBookingNotes,
  listBookingTimeline,
} from '@arcadia/contract/admin/bookings'
import { checkLedger, getSeasonMoney, listMoneyEntries } from '@arcadia/contract/admin/bookkeeping'
import {
  getDashboard,
  getDashboardOverview,
  getDaySheet,
  getGuideCalendar,
  getSeasonFill,
} from '@arcadia/contract/admin/dashboard'
import { listGiftVouchers } from '@arcadia/contract/admin/gift-vouchers'
import { listInbox } from '@arcadia/contract/admin/inbox'
import { listMails } from '@arcadia/contract/admin/mails'
import { listManualPayments } from '@arcadia/contract/admin/manual-payments'
import { listMessages } from '@arcadia/contract/admin/messages'
import { getOwnerNotices } from '@arcadia/contract/admin/owner-notices'
import { listPeople } from '@arcadia/contract/admin/people'
import { listCallers } from '@arcadia/contract/admin/phone-bookings'
import { listSavedReplies } from '@arcadia/contract/admin/replies'
import { getAvailability, getAvailabilityRange, listBookedDates } from '@arcadia/contract/availability'
import {
  getBookingQueryStats,
  listBookingQueries,
  listBookingQueriesByStatus,
  listMyQueries,
  listQueriesOfBooking,
  searchBookingQueries,
} from '@arcadia/contract/booking-queries'
import {
  getBooking,
  getRescheduleEligibility,
  getTripCalendar,
  listBookingEvents,
  rescheduleBooking,
} from '@arcadia/contract/bookings'
import { getBookingConfig } from '@arcadia/contract/configuration'
import { listDayMoves, listMovedDays } from '@arcadia/contract/day-moves'
import { getEnquiryStats, listEnquiries, listEnquiriesByStatus, searchEnquiries } from '@arcadia/contract/enquiries'
import { listMyGiftVouchers } from '@arcadia/contract/gift-vouchers'
import { getGuestNotes } from '@arcadia/contract/guest-notes'
import { createHold, getCurrentHold, releaseHold } from '@arcadia/contract/holds'
import { getConnectionStatus } from '@arcadia/contract/merchant'
import { downloadMyData } from '@arcadia/contract/my-data'
import { payForBooking } from '@arcadia/contract/payments'
import { listRefundableFailures, listRefundRequests } from '@arcadia/contract/refunds'
import { listAdminReviews, listMyReviews, listReviews } from '@arcadia/contract/reviews'
import { getFunnel } from '@arcadia/contract/site/funnel'
import { listMyBookings } from '@arcadia/contract/trips'
import { listMyWaitlist, listWaitlist } from '@arcadia/contract/waitlist'
import { getBookingWaiver, listWaiverSignatures, listWaiverTexts } from '@arcadia/contract/waivers'
import { aDeposit } from './customers.ts'

/** A call made by customer or portal pages, on a site filled by `fillWith`. */
export interface Call {
  who: 'customer' | 'portal'
  name: string
  method: string
  path: string
  body?: object | ((now: Now) => object)
  status: number
}

/** Values a call needs that are new in each round. */
export interface Now {
  round: number
  /** The customer's latest hold. */
  holdId: string
  cardToken: string
}

export interface About {
  /** The customer's past and upcoming bookings. */
  past: { id: number; trip_date: string }
  coming: {
    id: number
    trip_date: string
    confirmation_number: string
    last_name: string
    first_name: string
    email: string
    phone: string
    number_of_guests: number
  }
  /** Days with free spots, without the upcoming trip's day. */
  free: string[]
}

const reading = (who: Call['who'], name: string, path: string): Call => ({
  who,
  name,
  method: 'GET',
  path,
  status: 200,
})

export function callsOf({ past, coming, free }: About): Call[] {
  const lastYear = Number(coming.trip_date.slice(0, 4)) - 1
  const month = free[0]!.slice(0, 8)
  const customer = (name: string, path: string) => reading('customer', name, path)
  const portal = (name: string, path: string) => reading('portal', name, path)
  const bookings = (name: string, query: object) =>
    portal(`bookings: ${name}`, addressOf(listAdminBookings, { query: { page: 0, ...query } }))
  return [
    {
      ...customer('a hold', createHold.path),
      method: 'POST',
      body: { selectedDate: free[0], numberOfGuests: 1 },
      status: 201,
    },
    { ...customer('its release', releaseHold.path.replace(':id', ':hold')), method: 'DELETE', status: 204 },
    {
      ...customer('a hold to be paid', createHold.path),
      method: 'POST',
      body: ({ round }) => ({ selectedDate: free[3 + round], numberOfGuests: 1 }),
      status: 201,
    },
    {
      ...customer('its deposit', payForBooking.path),
      method: 'POST',
      body: ({ round, holdId, cardToken }) => aDeposit(holdId, free[3 + round]!, cardToken),
      status: 201,
    },
    {
      ...customer('a move to another day', addressOf(rescheduleBooking, { params: { id: coming.id } })),
      method: 'PUT',
      body: ({ round }) => ({ newSelectedDate: free[1 + (round % 2)], numberOfGuests: coming.number_of_guests }),
      status: 200,
    },
    customer(
      'days of a month',
      addressOf(getAvailabilityRange, { query: { startDate: `${month}01`, endDate: `${month}28` } }),
    ),
    customer('one day', addressOf(getAvailability, { params: { date: free[0] } })),
    customer('configuration', getBookingConfig.path),
    customer('booked days', listBookedDates.path),
    customer('reviews', listReviews.path),
    customer('current hold', getCurrentHold.path),
    customer('my bookings', listMyBookings.path),
    customer('a booking', addressOf(getBooking, { params: { id: coming.id } })),
    customer('its history', addressOf(listBookingEvents, { params: { id: coming.id } })),
    customer('its calendar file', addressOf(getTripCalendar, { params: { id: coming.id } })),
    customer('whether it can move', addressOf(getRescheduleEligibility, { params: { id: coming.id } })),
    customer('its guest notes', addressOf(getGuestNotes, { params: { id: coming.id } })),
    customer('its waiver', addressOf(getBookingWaiver, { params: { id: coming.id } })),
    customer('my questions', listMyQueries.path),
    customer('questions of a booking', addressOf(listQueriesOfBooking, { params: { id: coming.id } })),
    customer('my reviews', listMyReviews.path),
    customer('my waitlist', listMyWaitlist.path),
    customer('my vouchers', listMyGiftVouchers.path),
    customer('days called off', listMovedDays.path),
    customer('all my data', downloadMyData.path),
    customer('who I am', getMe.path),
    portal('counts', getDashboard.path),
    portal('overview', getDashboardOverview.path),
    portal('season', getSeasonFill.path),
    portal("guide's calendar", getGuideCalendar.path),
    portal('day sheet, coming', addressOf(getDaySheet, { params: { date: coming.trip_date } })),
    portal('day sheet, past', addressOf(getDaySheet, { params: { date: past.trip_date } })),
    portal('funnel', getFunnel.path),
    bookings('newest', {}),
    portal('bookings: a later page', addressOf(listAdminBookings, { query: { page: 20 } })),
    bookings('by name', { sort: 'name' }),
    bookings('by date', { sort: 'date' }),
    bookings('by total', { sort: '-total' }),
    bookings('by guests', { sort: 'guests' }),
    bookings('by status', { sort: 'status' }),
    bookings('confirmed', { status: 'CONFIRMED' }),
    bookings('completed', { status: 'COMPLETED' }),
    bookings('cancelled', { status: 'CANCELLED' }),
    bookings('overdue', { status: 'OVERDUE' }),
    bookings('unpaid', { only: 'UNPAID' }),
    bookings('refunded', { only: 'REFUNDED' }),
    bookings('without a waiver', { only: 'WAIVER_MISSING' }),
    bookings('of a season', { from: coming.trip_date, to: `${coming.trip_date.slice(0, 4)}-12-31` }),
    bookings('of a customer', { userId: '14' }),
    bookings('a last name', { q: coming.last_name }),
    bookings('a first name', { q: coming.first_name }),
    bookings('a whole name', { q: `${coming.first_name} ${coming.last_name}` }),
    bookings('an email', { q: coming.email }),
    bookings('a phone', { q: coming.phone }),
    bookings('a number', { q: coming.confirmation_number }),
    bookings('a date', { q: coming.trip_date }),
    bookings('a month', { q: 'May' }),
    bookings('no match', { q: 'zzqx' }),
    bookings('two letters', { q: 'er' }),
    portal('bookings, all at once', listAdminBookings.path),
    portal('a booking', addressOf(getAdminBooking, { params: { id: past.id } })),
    portal('its timeline', addressOf(listBookingTimeline, { params: { id: past.id } })),
    portal('its notes', addressOf(listBookingNotes, { params: { id: past.id } })),
    portal('its payments', addressOf(listManualPayments, { params: { id: past.id } })),
    portal('its waivers', addressOf(listWaiverSignatures, { params: { id: past.id } })),
    portal('callers', addressOf(listCallers, { query: { phone: coming.phone } })),
    portal('customers', addressOf(listUsers, { query: { page: 0 } })),
    portal('customers: by name', addressOf(listUsers, { query: { page: 0, sort: 'name' } })),
    portal('customers: by bookings', addressOf(listUsers, { query: { page: 0, sort: '-bookings' } })),
    portal('customers: a name', addressOf(listUsers, { query: { page: 0, q: coming.last_name } })),
    portal('customers: active', addressOf(listUsers, { query: { page: 0, status: 'ACTIVE' } })),
    portal('a customer', addressOf(getUser, { params: { id: 14 } })),
    portal('people', listPeople.path),
    portal('enquiries', listEnquiries.path),
    portal('enquiries: by name', addressOf(listEnquiries, { query: { sort: 'name' } })),
    portal('enquiries: by email', addressOf(listEnquiries, { query: { sort: 'email' } })),
    portal('enquiries: new', addressOf(listEnquiriesByStatus, { params: { status: 'NEW' } })),
    portal('enquiries: answered', addressOf(listEnquiriesByStatus, { params: { status: 'RESPONDED' } })),
    portal('enquiries: a name', addressOf(searchEnquiries, { query: { q: coming.last_name } })),
    portal('enquiries: a word', addressOf(searchEnquiries, { query: { q: 'August' } })),
    portal('enquiries: a word of all', addressOf(searchEnquiries, { query: { q: 'fish' } })),
    portal('enquiries: counts', getEnquiryStats.path),
    portal('inbox', listInbox.path),
    portal('inbox: needs a reply', addressOf(listInbox, { query: { status: 'NEEDS_REPLY' } })),
    portal('inbox: a name', addressOf(listInbox, { query: { q: coming.last_name } })),
    portal('inbox: a word of all', addressOf(listInbox, { query: { q: 'shade' } })),
    portal('questions', listBookingQueries.path),
    portal('questions: by name', addressOf(listBookingQueries, { query: { sort: 'name' } })),
    portal('questions: by trip', addressOf(listBookingQueries, { query: { sort: 'date' } })),
    portal('questions: new', addressOf(listBookingQueriesByStatus, { params: { status: 'NEW' } })),
    portal('questions: answered', addressOf(listBookingQueriesByStatus, { params: { status: 'RESPONDED' } })),
    portal('questions: a name', addressOf(searchBookingQueries, { query: { q: coming.last_name } })),
    portal('questions: a word of all', addressOf(searchBookingQueries, { query: { q: 'shade' } })),
    portal('questions: counts', getBookingQueryStats.path),
    portal('reviews', listAdminReviews.path),
    portal('reviews: published', addressOf(listAdminReviews, { query: { status: 'PUBLISHED' } })),
    portal('emails', listMails.path),
    portal('emails: sent', addressOf(listMails, { query: { status: 'SENT' } })),
    portal('emails: an address', addressOf(listMails, { query: { q: coming.email } })),
    portal('emails: a word of many', addressOf(listMails, { query: { q: 'booked' } })),
    portal('emails of a booking', addressOf(listMails, { query: { bookingId: past.id } })),
    portal('change log', listAuditEntries.path),
    portal(
      'change log: of a booking',
      addressOf(listAuditEntries, { query: { subjectKind: 'booking', subjectId: past.id } }),
    ),
    portal('change log: of a week', addressOf(listAuditEntries, { query: { from: past.trip_date } })),
    portal('change log: an action', addressOf(listAuditEntries, { query: { q: 'payment-recorded' } })),
    portal('change log: a person', addressOf(listAuditEntries, { query: { q: 'admin' } })),
    portal('issues', listRefundableFailures.path),
    portal('refund requests', listRefundRequests.path),
    portal('waitlist', listWaitlist.path),
    portal('days called off', listDayMoves.path),
    portal('messages', listMessages.path),
    portal('vouchers', listGiftVouchers.path),
    portal('vouchers: a name', addressOf(listGiftVouchers, { query: { q: coming.first_name } })),
    portal('money of a season', addressOf(getSeasonMoney, { query: { year: lastYear } })),
    portal('payments of a year', addressOf(listMoneyEntries, { query: { year: lastYear } })),
    portal('books', checkLedger.path),
    portal('merchant', getConnectionStatus.path),
    portal('saved replies', listSavedReplies.path),
    portal('notices', getOwnerNotices.path),
    portal('waivers', listWaiverTexts.path),
  ]
}
