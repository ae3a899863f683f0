import { accounts } from './features/accounts/accounts.screens.ts'
import { bookingDialog } from './features/booking-dialog/booking-dialog.screens.ts'
import { enquiries } from './features/enquiries/enquiries.screens.ts'
import { merchant } from './features/merchant/merchant.screens.ts'
import { myBookings } from './features/my-bookings/my-bookings.screens.ts'
import type { Screens } from './screen.ts'

/** What features show; their views of the portal, which visitors do not load, are listed in `admin/portal-screens.ts`. */
export const screens: readonly Screens[] = [accounts, bookingDialog, enquiries, myBookings, merchant]
