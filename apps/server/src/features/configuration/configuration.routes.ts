import { getBookingConfig } from '@arcadia/contract/configuration'
import type { Db } from '../../database/transaction.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import { getConfig } from './configuration.service.ts'

export function configurationRoutes(bind: Bind, db: Db): void {
  bind(getBookingConfig, () => getConfig(db))
}
