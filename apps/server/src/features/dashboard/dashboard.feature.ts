import {
  getDashboard,
  getDashboardOverview,
  getDaySheet,
  getSeasonFill,
  streamOfficeNews,
} from '@arcadia/contract/dashboard'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import type { PrivateStream } from '../../http/private-stream.ts'
import { createDashboard } from './dashboard.service.ts'
import { countForDashboard } from './dashboard.store.ts'

export function dashboardFeature(deps: Parameters<typeof createDashboard>[0] & { privateStream: PrivateStream }) {
  const dashboard = createDashboard(deps)
  return {
    name: 'dashboard',
    api: {},
    endpoints: [
      serve(getDashboard, () => countForDashboard(deps.db)),
      serve(getDashboardOverview, () => dashboard.overview()),
      serve(getSeasonFill, () => dashboard.season()),
      serve(streamOfficeNews, ({ user, reply }) => {
        deps.privateStream.serve(user, reply, 'office', () => true)
        return undefined
      }),
      serve(getDaySheet, ({ params }) => dashboard.daySheet(params.date)),
    ],
  } satisfies Feature
}
