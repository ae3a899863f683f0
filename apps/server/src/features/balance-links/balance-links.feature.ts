import { makePayLink, openBalanceLink, payLinkedBalance, readLinkedPayment } from '@arcadia/contract/balance-links'
import { redeemOnLink } from '@arcadia/contract/gift-vouchers'
import type { Feature } from '../../feature.ts'
import { Answer, serve } from '../../http/bind-endpoint.ts'
import { networkOf } from '../../http/rate-limits.ts'
import { addPayLink, balanceEmails } from './balance-links.emails.ts'
import { createBalanceLinks } from './balance-links.service.ts'

export function balanceLinksFeature(deps: Parameters<typeof createBalanceLinks>[0]) {
  const links = createBalanceLinks(deps)
  return {
    name: 'balance-links',
    api: links,
    endpoints: [
      serve(openBalanceLink, ({ body }) => links.open(body.token)),
      serve(payLinkedBalance, async ({ query, body, key, request }) => {
        const press = {
          key,
          network: networkOf(request.ip),
          address: request.ip,
          realmIds: [query.realmId],
          isMobile: false,
        }
        const { status, body: payment } = await links.pay(press, body)
        return new Answer(status, payment)
      }),
      serve(redeemOnLink, ({ body, request }) => links.redeem(body, networkOf(request.ip))),
      serve(makePayLink, ({ user, params, body }) => links.make(user, params.id, body.depositUntil)),
      serve(readLinkedPayment, ({ params, body }) => links.read(body.token, params.id)),
    ],
    emails: balanceEmails,
    addToBookingMail: addPayLink,
    reminders: links.reminders,
  } satisfies Feature
}
