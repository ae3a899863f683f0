import { makeVoucherLink, sellGiftVoucher, undoVoucherSale } from '@arcadia/contract/admin/gift-vouchers'
import { openVoucherLink, orderGiftVoucher, payLinkedVoucher } from '@arcadia/contract/gift-vouchers'
import type { Feature } from '../../feature.ts'
import { Answer, serve } from '../../http/bind-endpoint.ts'
import { networkOf } from '../../http/rate-limits.ts'
import { createVoucherLinks } from './voucher-links.service.ts'
import { createVoucherOrders } from './voucher-orders.service.ts'
import { createVoucherSales } from './voucher-sales.service.ts'

type Deps = Parameters<typeof createVoucherSales>[0] &
  Parameters<typeof createVoucherLinks>[0] &
  Parameters<typeof createVoucherOrders>[0]

/** Gift vouchers that are ordered on the site, or sold in the portal, by hand or with a link that pays. */
export function voucherSalesFeature(deps: Deps) {
  const sales = createVoucherSales(deps)
  const links = createVoucherLinks(deps)
  const orders = createVoucherOrders(deps)
  return {
    name: 'voucher-sales',
    api: {},
    endpoints: [
      serve(sellGiftVoucher, ({ user, body, key }) => sales.sell(user, body, key)),
      serve(makeVoucherLink, ({ user, params }) => sales.link(user, params.id)),
      serve(undoVoucherSale, ({ user, params, body }) => sales.undo(user, params.id, body)),
      serve(orderGiftVoucher, ({ user, body, request }) => orders.order(user, body, networkOf(request.ip))),
      serve(openVoucherLink, ({ body }) => links.open(body.token)),
      serve(payLinkedVoucher, async ({ query, body, key, request }) => {
        const from = { network: networkOf(request.ip), address: request.ip }
        const press = { key, ...from, realmIds: [query.realmId], isMobile: false }
        const paid = await links.pay(press, body)
        return new Answer(paid.status, paid.body)
      }),
    ],
  } satisfies Feature
}
