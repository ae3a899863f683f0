import { portal } from '@arcadia/contract/addresses'
import type { PortalView } from '../../screen.ts'

/** A file of its own, so that visitors don't load the portal's addresses. */
export const adminGiftVouchers: PortalView = {
  at: portal.bookings.giftVouchers,
  label: 'Gift vouchers',
  load: async () => (await import('./admin-gift-vouchers.tsx')).AdminGiftVouchers,
}
