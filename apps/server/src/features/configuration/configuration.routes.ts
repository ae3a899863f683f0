import { getBookingConfig } from '@arcadia/contract/configuration'
import {
  findStranded,
  setBlackoutDates,
  setClosedDays,
  setDepositPerGuest,
  setHoldDuration,
  setMaxCapacity,
  setSeason,
  setStandardPackagePrice,
  setTrophyPackagePrice,
} from '@arcadia/contract/configuration-changes'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import { changeConfig, findStrandedDays, getConfig } from './configuration.service.ts'

export function configurationRoutes(bind: Bind, deps: { db: Db; clock: Clock }): void {
  bind(getBookingConfig, () => getConfig(deps.db))
  bind(findStranded, ({ body }) => findStrandedDays(deps, body))
  bind(setMaxCapacity, ({ user, body }) => changeConfig(deps, user.id, body))
  bind(setHoldDuration, ({ user, body }) => changeConfig(deps, user.id, body))
  bind(setDepositPerGuest, ({ user, body }) => changeConfig(deps, user.id, body))
  bind(setStandardPackagePrice, ({ user, body }) => changeConfig(deps, user.id, body))
  bind(setTrophyPackagePrice, ({ user, body }) => changeConfig(deps, user.id, body))
  bind(setSeason, ({ user, body }) => changeConfig(deps, user.id, body))
  bind(setClosedDays, ({ user, body }) => changeConfig(deps, user.id, body))
  bind(setBlackoutDates, ({ user, body }) => changeConfig(deps, user.id, body))
}
