import { adminBookings } from '../features/admin-bookings/admin-bookings.screens.ts'
import { adminUsers } from '../features/admin-users/admin-users.screens.ts'
import { auditLog } from '../features/audit-log/audit-log.screens.ts'
import { backups } from '../features/backups/backups.screens.ts'
import { bookingQueries } from '../features/booking-queries/booking-queries.screens.ts'
import { bookkeeping } from '../features/bookkeeping/bookkeeping.screens.ts'
import { business } from '../features/business/business.screens.ts'
import { configuration } from '../features/configuration/configuration.screens.ts'
import { dashboard } from '../features/dashboard/dashboard.screens.ts'
import { dayMoves } from '../features/day-moves/day-moves.screens.ts'
import { gallery } from '../features/gallery/gallery.screens.ts'
import { adminGiftVouchers } from '../features/gift-vouchers/admin-gift-vouchers.screens.ts'
import { mails } from '../features/mails/mails.screens.ts'
import { messages } from '../features/messages/messages.screens.ts'
import { ownerNotices } from '../features/owner-notices/owner-notices.screens.ts'
import { adminPeople } from '../features/people/people.screens.ts'
import { reviews } from '../features/reviews/admin-reviews.screens.ts'
import { waitlist } from '../features/waitlist/waitlist.screens.ts'
import { waiverText } from '../features/waivers/admin-waivers.screens.ts'
import type { PortalView } from '../screen.ts'

/** What features show in the portal; the views of a tab keep this order. Visitors don't load this list. */
export const portalScreens: readonly PortalView[] = [
  dashboard,
  dayMoves,
  bookkeeping,
  mails,
  auditLog,
  adminUsers,
  adminPeople,
  adminBookings,
  waitlist,
  adminGiftVouchers,
  bookingQueries,
  reviews,
  messages,
  configuration,
  business,
  gallery,
  waiverText,
  ownerNotices,
  backups,
].flat()
