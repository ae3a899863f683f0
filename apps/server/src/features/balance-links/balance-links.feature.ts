import {
  emailReceipt,
  makePayLink,
  openBalanceLink,
  payLinkedBalance,
  readLinkedPayment,
} from '@arcadia/contract/balance-links'
import { redeemOnLink } from '@arcadia/contract/gift-vouchers'
import type { Base } from '../../base.ts'
import type { Feature } from '../../feature.ts'
import { Answer, serve } from '../../http/bind-endpoint.ts'
import { networkOf } from '../../http/rate-limits.ts'
import { addPayLink, balanceEmails } from './balance-links.emails.ts'
import { remindingAt } from './balance-links.rules.ts'
import { createBalanceLinks } from './balance-links.service.ts'
import { isOwing } from './balance-links.store.ts'
import { sendReceipt } from './email-receipt.service.ts'
import { createPayLink } from './make-pay-link.service.ts'

/** No reminder this soon after booking. */
const QUIET_DAYS = 2

export function balanceLinksFeature(
  deps: Parameters<typeof createBalanceLinks>[0] & Parameters<typeof createPayLink>[0] & Pick<Base, 'limits'>,
) {
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
      serve(emailReceipt, ({ params, body: { token, email: to } }) =>
        sendReceipt({ ...deps, links }, { token, id: params.id, to }),
      ),
      serve(redeemOnLink, ({ body, request }) => links.redeem(body, networkOf(request.ip))),
      serve(makePayLink, ({ user, params, body }) => createPayLink(deps, user, params.id, body.depositUntil)),
      serve(readLinkedPayment, ({ params, body }) => links.read(body.token, params.id)),
    ],
    emails: balanceEmails,
    addToBookingMail: addPayLink,
    /** Based on the owner's due date; none if no due date is set (docs/rules.md §8.2). */
    async reminders(now) {
      const { balanceDueDays: daysBefore } = await deps.business.get()
      if (typeof daysBefore !== 'number') return []
      return remindingAt(now, daysBefore).map(({ stage, first, last }) => ({
        kind: `BALANCE_${stage}`,
        first,
        last,
        daysBefore,
        quietDays: QUIET_DAYS,
        isNeeded: isOwing,
        mail: (trip, dueOn) => ({ kind: 'balance-reminder', params: { ...trip, dueOn } }),
      }))
    },
  } satisfies Feature
}
