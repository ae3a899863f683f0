import { getDashboard } from '@arcadia/contract/dashboard'
import type { Db } from '../../database/transaction.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import { countForDashboard } from './dashboard.store.ts'

export function dashboardRoutes(bind: Bind, { db }: { db: Db }): void {
  bind(getDashboard, () => countForDashboard(db))
}
