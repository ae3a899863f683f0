import type { CardPayload } from '@arcadia/contract/payments'
import { AppError } from '../../http/app-error.ts'
import type { Merchant } from '../merchant/merchant.service.ts'
import type { PaymentsProvider } from './provider.ts'

/** The path of a card for clients that cannot reach the provider themselves: memory only (decisions §7). */
export interface CardTokens {
  /**
   * @throws AppError `card-tokens-off`, `card-token-refused`, `realm-mismatch`, `payment-failed`,
   * `payments-unavailable`
   */
  create(card: CardPayload, realmId: string | undefined): Promise<{ value: string }>
}

export function createCardTokens(deps: {
  provider: PaymentsProvider
  merchant: Pick<Merchant, 'findRealm'>
  isAllowed: boolean
}): CardTokens {
  return {
    async create(card, realmId) {
      if (!deps.isAllowed) throw new AppError('card-tokens-off')
      if (realmId && realmId !== (await deps.merchant.findRealm())) throw new AppError('realm-mismatch')
      const outcome = await deps.provider.createCardToken(card)
      if (outcome.kind === 'created') return { value: outcome.token }
      if (outcome.kind === 'refused') throw new AppError('card-token-refused', { message: outcome.message })
      throw new AppError(outcome.code)
    },
  }
}
