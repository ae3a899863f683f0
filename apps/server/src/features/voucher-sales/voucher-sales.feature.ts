import { sellGiftVoucher, undoVoucherSale } from '@arcadia/contract/admin/gift-vouchers'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createVoucherSales } from './voucher-sales.service.ts'

/** Gift vouchers that are sold in the portal. */
export function voucherSalesFeature(deps: Parameters<typeof createVoucherSales>[0]) {
  const sales = createVoucherSales(deps)
  return {
    name: 'voucher-sales',
    api: {},
    endpoints: [
      serve(sellGiftVoucher, ({ user, body, key }) => sales.sell(user, body, key)),
      serve(undoVoucherSale, ({ user, params, body }) => sales.undo(user, params.id, body)),
    ],
  } satisfies Feature
}
