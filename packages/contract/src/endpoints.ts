import * as accounts from './accounts.ts'
import * as adminBookingDetails from './admin-booking-details.ts'
import * as adminBookings from './admin-bookings.ts'
import * as adminDayMoves from './admin-day-moves.ts'
import * as adminWaitlist from './admin-waitlist.ts'
import * as analytics from './analytics.ts'
import * as auditLog from './audit-log.ts'
import * as availability from './availability.ts'
import * as bookingCorrections from './booking-corrections.ts'
import * as bookingNotes from './booking-notes.ts'
import * as bookingQueries from './booking-queries.ts'
import * as bookings from './bookings.ts'
import * as calendarFeed from './calendar-feed.ts'
import * as configuration from './configuration.ts'
import * as configurationChanges from './configuration-changes.ts'
import * as dashboard from './dashboard.ts'
import * as dayMoves from './day-moves.ts'
import * as disputePacks from './dispute-packs.ts'
import type { Endpoint } from './endpoint.ts'
import * as enquiries from './enquiries.ts'
import * as ledger from './ledger.ts'
import * as mails from './mails.ts'
import * as manualPayments from './manual-payments.ts'
import * as merchant from './merchant.ts'
import * as myData from './my-data.ts'
import * as payments from './payments.ts'
import * as phoneBookings from './phone-bookings.ts'
import * as refunds from './refunds.ts'
import * as reviews from './reviews.ts'
import * as secondFactor from './second-factor.ts'
import * as waitlist from './waitlist.ts'

function isEndpoint(entry: [name: string, value: unknown]): entry is [string, Endpoint] {
  const [, value] = entry
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
}

const exported = [
  accounts,
  secondFactor,
  myData,
  configuration,
  configurationChanges,
  availability,
  bookings,
  adminBookings,
  phoneBookings,
  bookingCorrections,
  bookingNotes,
  adminBookingDetails,
  disputePacks,
  bookingQueries,
  payments,
  manualPayments,
  refunds,
  ledger,
  merchant,
  enquiries,
  mails,
  reviews,
  waitlist,
  adminWaitlist,
  auditLog,
  calendarFeed,
  analytics,
  dashboard,
  dayMoves,
  adminDayMoves,
].flatMap((file) => Object.entries(file).filter(isEndpoint))

/** The name under which the contract exports each endpoint. */
export const endpointNames: ReadonlyMap<Endpoint, string> = new Map(
  exported.map(([name, endpoint]) => [endpoint, name]),
)

/** Every call of the API: whatever a contract file exports as an endpoint. The server refuses to start if one is unbound. */
export const endpoints: readonly Endpoint[] = [...endpointNames.keys()]
