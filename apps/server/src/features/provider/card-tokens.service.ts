import type { CardPayload } from '@arcadia/contract/payments'
import type { Base } from '../../base.ts'
import { HOUR_MS } from '../../clock.ts'
import { AppError } from '../../http/app-error.ts'
import { limitFor } from '../../http/limits.rules.ts'
import type { Merchant } from '../merchant/merchant.service.ts'
import type { PaymentsProvider } from './provider.ts'

/** A token reveals whether a card exists, just like a charge, so card testing is rate limited here too. */
const tokensOf = limitFor('card-tokens', 20, HOUR_MS)
const tokensFrom = limitFor('card-tokens', 60, HOUR_MS)

/** Card tokens for clients that can't reach the provider themselves. The card stays in memory (docs/rules.md §3.5). */
export function createCardTokens(
  deps: Pick<Base, 'limits' | 'addressLimits'> & {
    provider: PaymentsProvider
    merchant: Pick<Merchant, 'findRealm'>
    cardTokensViaServer: boolean
  },
) {
  return {
    /**
     * @throws AppError `card-tokens-off`, `payments-not-connected`, `too-many-requests`, `card-token-refused`, `realm-mismatch`,
     * `payment-failed`, `payments-unavailable`
     */
    async make(
      card: CardPayload,
      { userId, network, realmId }: { userId: number; network: string; realmId: string | undefined },
    ): Promise<{ value: string }> {
      if (!deps.cardTokensViaServer) throw new AppError('card-tokens-off')
      await deps.addressLimits.spend(tokensFrom(network))
      await deps.limits.spend(tokensOf(userId))
      const connected = await deps.merchant.findRealm()
      if (!connected) throw new AppError('payments-not-connected')
      if (realmId && realmId !== connected) throw new AppError('realm-mismatch')
      const outcome = await deps.provider.createCardToken(card)
      if (outcome.kind === 'created') return { value: outcome.token }
      if (outcome.kind === 'refused') {
        const { message, path } = outcome
        throw new AppError('card-token-refused', path ? { message, path } : { message })
      }
      throw new AppError(outcome.code)
    },
  }
}
