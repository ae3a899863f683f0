import * as calls from '@arcadia/contract/admin/configuration'
import { getBookingConfig } from '@arcadia/contract/configuration'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import type { Feature } from '../../feature.ts'
import { serve, serveRemembered } from '../../http/bind-endpoint.ts'
import { createConfiguration, getConfig } from './configuration.service.ts'

export function configurationFeature(deps: { db: Db; clock: Clock }) {
  const configuration = createConfiguration(deps)
  return {
    name: 'configuration',
    api: { get: () => getConfig(deps.db) },
    endpoints: [
      serveRemembered(getBookingConfig, () => getConfig(deps.db)),
      serve(calls.findStranded, ({ body }) => configuration.findStranded(body)),
      ...[
        calls.setMaxCapacity,
        calls.setSharing,
        calls.setHoldDuration,
        calls.setDepositPerGuest,
        calls.setStandardPackagePrice,
        calls.setTrophyPackagePrice,
        calls.setPrivateSpotPrice,
        calls.setSeason,
        calls.setClosedDays,
        calls.setBlackoutDates,
      ].map((call) => serve(call, ({ user, form }) => configuration.change(user, form))),
    ],
  } satisfies Feature
}
