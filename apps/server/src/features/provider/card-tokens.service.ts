import type { CardPayload } from '@arcadia/contract/payments'
import type { Base } from '../../base.ts'
import { HOUR_MS } from '../../clock.ts'
import { AppError } from '../../http/app-error.ts'
import { limitFor } from '../../http/limits.rules.ts'
import type { Merchant } from '../merchant/merchant.service.ts'
import type { PaymentsProvider } from './provider.ts'

/** A token tells whether a card exists, as a charge does, so that whoever tries out cards has a budget here too. */
const tokensOf = limitFor('card-tokens', 20, HOUR_MS)
const tokensFrom = limitFor('card-tokens', 60, HOUR_MS)

/**
 * The path of a card for clients that cannot reach the provider themselves: memory only (docs/rules.md §3.5).
 * @throws AppError `card-tokens-off`, `too-many-requests`, `card-token-refused`, `realm-mismatch`, `payment-failed`,
 * `payments-unavailable`
 */
export async function makeCardToken(
  deps: Pick<Base, 'limits' | 'addressLimits'> & {
    provider: PaymentsProvider
    merchant: Pick<Merchant, 'findRealm'>
    cardTokensViaServer: boolean
  },
  card: CardPayload,
  { userId, network, realmId }: { userId: number; network: string; realmId: string | undefined },
): Promise<{ value: string }> {
  if (!deps.cardTokensViaServer) throw new AppError('card-tokens-off')
  await deps.addressLimits.spend(tokensFrom(network))
  await deps.limits.spend(tokensOf(userId))
  if (realmId && realmId !== (await deps.merchant.findRealm())) throw new AppError('realm-mismatch')
  const outcome = await deps.provider.createCardToken(card)
  if (outcome.kind === 'created') return { value: outcome.token }
  if (outcome.kind === 'refused') throw new AppError('card-token-refused', { message: outcome.message })
  throw new AppError(outcome.code)
}
