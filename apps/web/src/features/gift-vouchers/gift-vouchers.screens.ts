import type { PortalView, Screens } from '../../screen.ts'

export const giftVouchers: Screens = {
  pages: [
    {
      path: '/gift-vouchers',
      link: 'Gift vouchers',
      load: async () => (await import('./gift-vouchers-page.tsx')).GiftVouchersPage,
    },
  ],
  credit: async () => (await import('./redeem-voucher.tsx')).RedeemVoucher,
}

export const adminGiftVouchers: PortalView = {
  tab: 'bookings',
  view: 'gift-vouchers',
  label: 'Gift vouchers',
  load: async () => (await import('./admin-gift-vouchers.tsx')).AdminGiftVouchers,
}
