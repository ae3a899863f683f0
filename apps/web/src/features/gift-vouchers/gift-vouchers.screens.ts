import type { PortalView, Screens } from '../../screen.ts'

export const giftVouchers: Screens = {
  pages: [
    {
      path: '/gift-vouchers',
      link: 'Gift vouchers',
      load: async () => (await import('./gift-vouchers-page.tsx')).GiftVouchersPage,
    },
  ],
}

export const adminGiftVouchers: PortalView = {
  tab: 'bookings',
  view: 'gift-vouchers',
  label: 'Gift vouchers',
  load: async () => (await import('./admin-gift-vouchers.tsx')).AdminGiftVouchers,
}
