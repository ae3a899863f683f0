import * as portal from '@arcadia/contract/admin/gift-vouchers'
import * as calls from '@arcadia/contract/gift-vouchers'
import { openGift, sendGift } from '@arcadia/contract/gifts'
import { HOUR_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { networkOf } from '../../http/rate-limits.ts'
import { createAdminGiftVouchers } from './admin-gift-vouchers.service.ts'
import { giftsBack, giftVoucherEmails } from './gift-vouchers.emails.ts'
import { createGiftVouchers } from './gift-vouchers.service.ts'
import { listImbalances } from './gift-vouchers.store.ts'
import { createReceivedGifts } from './received-gifts.service.ts'
import { createRedeeming } from './redeem-vouchers.service.ts'
import { createVoucherRefunds } from './voucher-refunds.service.ts'

type Deps = Parameters<typeof createGiftVouchers>[0] &
  Parameters<typeof createRedeeming>[0] &
  Parameters<typeof createReceivedGifts>[0]

export function giftVouchersFeature(deps: Deps) {
  const vouchers = createGiftVouchers(deps)
  const ofAdmins = createAdminGiftVouchers(deps)
  const redeeming = createRedeeming(deps)
  const received = createReceivedGifts(deps)
  return {
    name: 'gift-vouchers',
    api: {
      ...vouchers,
      ...createVoucherRefunds(deps),
      make: ofAdmins.make,
      linkToPay: ofAdmins.linkToPay,
      endUnused: ofAdmins.endUnused,
      payWith: redeeming.payWith,
      findSent: received.findSent,
      giftsBack: (context: Parameters<typeof giftsBack>[0], bookingId: number) => giftsBack(context, deps, bookingId),
    },
    endpoints: [
      serve(calls.listMyGiftVouchers, ({ user }) => vouchers.listOf(user.id)),
      serve(calls.redeemOnHold, ({ user, params, body, request }) =>
        redeeming.redeemOnHold(user, params.id, body, networkOf(request.ip)),
      ),
      serve(calls.takeOffHold, ({ user, params }) => redeeming.takeOffHold(user, params.id)),
      serve(calls.redeemOnBooking, ({ user, params, body, request }) =>
        redeeming.redeemOnBooking(user, params.id, body.code, networkOf(request.ip)),
      ),
      serve(openGift, ({ body, request }) => received.open(body.code, networkOf(request.ip))),
      serve(sendGift, ({ body }) => vouchers.sendTo(body)),
      serve(portal.listGiftVouchers, ({ query }) => ofAdmins.search(query)),
      serve(portal.showVoucherCode, ({ user, params }) => ofAdmins.showCode(user.id, params.id)),
      serve(portal.makeGiftVoucher, ({ user, body, key }) => ofAdmins.make(user, body, key)),
      serve(portal.setVoucherExpiry, ({ user, params, body }) =>
        ofAdmins.setExpiry(user.id, params.id, body.expiresOn),
      ),
      serve(portal.voidGiftVoucher, ({ user, params, body }) => ofAdmins.void(user.id, params.id, body.reason)),
    ],
    emails: giftVoucherEmails(deps),
    sweeps: [
      { name: 'gift vouchers', everyMs: 5000, run: () => vouchers.send() },
      { name: 'names on old gift vouchers', everyMs: HOUR_MS, run: () => vouchers.blank() },
    ],
    checks: [
      {
        name: 'gift-vouchers',
        look: async () => ({
          about: 'gift vouchers: none is overspent, and every valid one was paid for',
          problems: await listImbalances(deps.db),
        }),
      },
    ],
  } satisfies Feature
}
