import { createCardToken } from '@arcadia/contract/payments'
import type { Bind } from '../../http/bind-endpoint.ts'
import { networkOf } from '../../http/rate-limits.ts'
import type { CardTokens } from './card-tokens.service.ts'

export function providerRoutes(bind: Bind, cardTokens: CardTokens): void {
  bind(createCardToken, ({ user, body, query, request }) =>
    cardTokens.create(body, { userId: user.id, network: networkOf(request.ip), realmId: query.realmId }),
  )
}
