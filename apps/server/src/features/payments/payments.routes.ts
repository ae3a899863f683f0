import { checkLedger, createCardToken, payForBooking } from '@arcadia/contract/payments'
import { Answer, type Bind } from '../../http/bind-endpoint.ts'
import { networkOf } from '../../http/rate-limits.ts'
import type { BookingPayments } from './booking-payments.service.ts'
import type { CardTokens } from './card-tokens.service.ts'
import type { Ledger } from './ledger.service.ts'

export function paymentRoutes(
  bind: Bind,
  deps: { payments: BookingPayments; cardTokens: CardTokens; ledger: Ledger },
): void {
  bind(payForBooking, async ({ user, body, query, request }) => {
    const origin = { network: networkOf(request.ip), realmId: query.realmId }
    const { status, result } = await deps.payments.pay(user.id, body, origin)
    return new Answer(status, result)
  })
  bind(createCardToken, ({ body }) => deps.cardTokens.create(body))
  bind(checkLedger, () => deps.ledger.check())
}
