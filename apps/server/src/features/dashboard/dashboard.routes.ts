import { getDashboard, getDashboardOverview, getDaySheet, getSeasonFill } from '@arcadia/contract/dashboard'
import type { Db } from '../../database/transaction.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import type { Dashboard } from './dashboard.service.ts'
import { countForDashboard } from './dashboard.store.ts'

export function dashboardRoutes(bind: Bind, { db, dashboard }: { db: Db; dashboard: Dashboard }): void {
  bind(getDashboard, () => countForDashboard(db))
  bind(getDashboardOverview, () => dashboard.overview())
  bind(getSeasonFill, () => dashboard.season())
  bind(getDaySheet, ({ params }) => dashboard.daySheet(params.date))
}
