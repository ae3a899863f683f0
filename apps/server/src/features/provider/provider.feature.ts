import { createCardToken } from '@arcadia/contract/payments'
import type { Base } from '../../base.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { networkOf } from '../../http/rate-limits.ts'
import type { Merchant } from '../merchant/merchant.service.ts'
import { quickbooksAddresses, type SimulatorPlace } from '../merchant/quickbooks-addresses.ts'
import { createCardTokens } from './card-tokens.service.ts'
import { createChargeLog } from './charge-log.ts'
import type { MerchantAccount } from './merchant-account.ts'
import { createQuickbooksProvider } from './quickbooks-provider.ts'

interface Deps extends Pick<Base, 'environment' | 'callMs' | 'clock' | 'limits' | 'addressLimits' | 'log'> {
  quickbooks: SimulatorPlace
  cardTokensViaServer: boolean
  /** The charge log's file. */
  chargeLog: string
  merchant: Merchant
}

export function providerFeature(deps: Deps) {
  const addresses = quickbooksAddresses(deps.environment, deps.quickbooks)
  const chargeLog = createChargeLog({ ...deps, file: deps.chargeLog })
  const provider = chargeLog.around(createQuickbooksProvider({ ...deps, addresses }))
  const cardTokens = createCardTokens({ ...deps, provider })
  return {
    name: 'provider',
    api: {
      provider,
      chargeLog,
      connectedAccount: async (): Promise<MerchantAccount> => ({
        environment: deps.environment,
        realmId: await deps.merchant.findRealm(),
      }),
    },
    endpoints: [
      serve(createCardToken, ({ user, body, query, request }) =>
        cardTokens.make(body, {
          userId: user.id,
          network: networkOf(request.ip),
          realmId: query.realmId,
        }),
      ),
    ],
  } satisfies Feature
}
