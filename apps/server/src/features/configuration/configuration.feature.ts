import {
  findStranded,
  setBlackoutDates,
  setClosedDays,
  setDepositPerGuest,
  setHoldDuration,
  setMaxCapacity,
  setSeason,
  setSharing,
  setStandardPackagePrice,
  setTrophyPackagePrice,
} from '@arcadia/contract/admin/configuration'
import { getBookingConfig } from '@arcadia/contract/configuration'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import type { Feature } from '../../feature.ts'
import { serve, serveRemembered } from '../../http/bind-endpoint.ts'
import { changeConfig, findStrandedDays, getConfig } from './configuration.service.ts'

export function configurationFeature(deps: { db: Db; clock: Clock }) {
  return {
    name: 'configuration',
    api: { get: () => getConfig(deps.db) },
    endpoints: [
      serveRemembered(getBookingConfig, () => getConfig(deps.db)),
      serve(findStranded, ({ body }) => findStrandedDays(deps, body)),
      serve(setMaxCapacity, ({ user, body }) => changeConfig(deps, user.id, body)),
      serve(setSharing, ({ user, body }) => changeConfig(deps, user.id, body)),
      serve(setHoldDuration, ({ user, body }) => changeConfig(deps, user.id, body)),
      serve(setDepositPerGuest, ({ user, body }) => changeConfig(deps, user.id, body)),
      serve(setStandardPackagePrice, ({ user, body }) => changeConfig(deps, user.id, body)),
      serve(setTrophyPackagePrice, ({ user, body }) => changeConfig(deps, user.id, body)),
      serve(setSeason, ({ user, body }) => changeConfig(deps, user.id, body)),
      serve(setClosedDays, ({ user, body }) => changeConfig(deps, user.id, body)),
      serve(setBlackoutDates, ({ user, body }) => changeConfig(deps, user.id, body)),
    ],
  } satisfies Feature
}
