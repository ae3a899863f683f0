import type {
  AccountLinksTable,
  KnownOriginsTable,
  RecoveryCodesTable,
  ResetRequestsTable,
  SecondFactorsTable,
  SessionsTable,
  SignInFailuresTable,
  UsersTable,
} from '../features/accounts/accounts.tables.ts'
import type { AuditEntriesTable, AuditValuesTable } from '../features/audit-log/audit-log.tables.ts'
import type { BookingNotesTable } from '../features/booking-notes/booking-notes.tables.ts'
import type { BookingQueriesTable } from '../features/booking-queries/booking-queries.tables.ts'
import type { BookingEventsTable, BookingsTable } from '../features/bookings/bookings.tables.ts'
import type { CalendarFeedsTable } from '../features/calendar-feed/calendar-feed.tables.ts'
import type { BookingConfigTable } from '../features/configuration/configuration.tables.ts'
import type { DayMovePartiesTable, DayMovesTable } from '../features/day-moves/day-moves.tables.ts'
import type { EnquiriesTable } from '../features/enquiries/enquiries.tables.ts'
import type { HoldsTable } from '../features/holds/holds.tables.ts'
import type { ManualPaymentsTable } from '../features/manual-payments/manual-payments.tables.ts'
import type { ConnectionAttemptsTable, MerchantConnectionsTable } from '../features/merchant/merchant.tables.ts'
import type {
  BookComparisonsTable,
  PaymentAttemptsTable,
  PaymentFailuresTable,
} from '../features/payments/payments.tables.ts'
import type { RefundOrdersTable, RefundRequestsTable, RefundsTable } from '../features/refunds/refunds.tables.ts'
import type { ReviewsTable } from '../features/reviews/reviews.tables.ts'
import type { WaitlistEntriesTable } from '../features/waitlist/waitlist.tables.ts'
import type { RateCountersTable } from '../http/rate-limits.tables.ts'
import type { OutboxMailsTable } from '../mail/outbox.tables.ts'

/** Every table, as its feature describes it. A feature writes its own and may read any (docs/architecture.md). */
export interface Tables {
  users: UsersTable
  sessions: SessionsTable
  account_links: AccountLinksTable
  reset_requests: ResetRequestsTable
  sign_in_failures: SignInFailuresTable
  known_origins: KnownOriginsTable
  second_factors: SecondFactorsTable
  recovery_codes: RecoveryCodesTable
  rate_counters: RateCountersTable
  outbox_mails: OutboxMailsTable
  enquiries: EnquiriesTable
  booking_config: BookingConfigTable
  bookings: BookingsTable
  booking_events: BookingEventsTable
  booking_notes: BookingNotesTable
  holds: HoldsTable
  merchant_connections: MerchantConnectionsTable
  connection_attempts: ConnectionAttemptsTable
  payment_attempts: PaymentAttemptsTable
  payment_failures: PaymentFailuresTable
  book_comparisons: BookComparisonsTable
  manual_payments: ManualPaymentsTable
  reviews: ReviewsTable
  waitlist_entries: WaitlistEntriesTable
  day_moves: DayMovesTable
  day_move_parties: DayMovePartiesTable
  booking_queries: BookingQueriesTable
  refund_requests: RefundRequestsTable
  refund_orders: RefundOrdersTable
  refunds: RefundsTable
  audit_entries: AuditEntriesTable
  audit_values: AuditValuesTable
  calendar_feeds: CalendarFeedsTable
}
