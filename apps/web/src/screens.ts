// What each feature shows on the site. Its portal views and pages are listed in `admin/`, which visitors don't load.

export { accounts } from './features/accounts/accounts.screens.ts'
export { balanceLinks } from './features/balance-links/balance-links.screens.ts'
export { bookingDialog } from './features/booking-dialog/booking-dialog.screens.ts'
export { enquiries } from './features/enquiries/enquiries.screens.ts'
export { giftVouchers } from './features/gift-vouchers/gift-vouchers.screens.ts'
export { myBookings } from './features/my-bookings/my-bookings.screens.ts'
export { receipts } from './features/receipts/receipts.screens.ts'
export { linkedReviews } from './features/reviews/reviews.screens.ts'
export { tips } from './features/tips/tips.screens.ts'
export { trips } from './features/trips/trips.screens.ts'
export { unsubscriptions } from './features/unsubscriptions/unsubscriptions.screens.ts'
export { waivers } from './features/waivers/waivers.screens.ts'
