import type { CardPayload } from '@arcadia/contract/payments'
import { AppError } from '../../http/app-error.ts'
import type { PaymentsProvider } from './provider.ts'

/** The path of a card for clients that cannot reach the provider themselves: memory only (decisions §7). */
export interface CardTokens {
  /** @throws AppError `card-tokens-off`, `card-token-refused`, `payment-failed`, `payments-unavailable` */
  create(card: CardPayload): Promise<{ value: string }>
}

export function createCardTokens(deps: { provider: PaymentsProvider; isAllowed: boolean }): CardTokens {
  return {
    async create(card) {
      if (!deps.isAllowed) throw new AppError('card-tokens-off')
      const outcome = await deps.provider.createCardToken(card)
      if (outcome.kind === 'created') return { value: outcome.token }
      if (outcome.kind === 'refused') throw new AppError('card-token-refused', { message: outcome.message })
      throw new AppError(outcome.code)
    },
  }
}
