import {
  getDashboard,
  getDashboardOverview,
  getDaySheet,
  getSeasonFill,
  streamOfficeNews,
} from '@arcadia/contract/dashboard'
import type { Db } from '../../database/transaction.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import type { PrivateStream } from '../../http/private-stream.ts'
import type { Dashboard } from './dashboard.service.ts'
import { countForDashboard } from './dashboard.store.ts'

export function dashboardRoutes(
  bind: Bind,
  deps: { db: Db; dashboard: Dashboard; privateStream: PrivateStream },
): void {
  const { db, dashboard, privateStream } = deps
  bind(getDashboard, () => countForDashboard(db))
  bind(getDashboardOverview, () => dashboard.overview())
  bind(getSeasonFill, () => dashboard.season())
  bind(streamOfficeNews, ({ user, reply }) => {
    privateStream.serve(user, reply, 'office', () => true)
    return undefined
  })
  bind(getDaySheet, ({ params }) => dashboard.daySheet(params.date))
}
