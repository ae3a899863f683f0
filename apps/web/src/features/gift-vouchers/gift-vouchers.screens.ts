import { addresses } from '@arcadia/contract/addresses'
import type { Screens } from '../../screen.ts'

export const giftVouchers: Screens = {
  pages: [
    { path: addresses.gift.path, load: async () => (await import('./gift-page.tsx')).GiftPage },
    { path: addresses.payVoucher.path, load: async () => (await import('./pay-voucher-page.tsx')).PayVoucherPage },
    {
      path: addresses.giftVouchers.path,
      link: 'Gifts',
      load: async () => (await import('./gift-vouchers-page.tsx')).GiftVouchersPage,
    },
  ],
}
