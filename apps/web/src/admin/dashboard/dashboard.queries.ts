import { getDashboard, getDashboardOverview } from '@arcadia/contract/dashboard'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api.ts'

const LIVE = { refetchInterval: 30_000, refetchOnWindowFocus: 'always' } as const

export function dashboardQuery(token: string) {
  return queryOptions({
    queryKey: ['admin-dashboard', token],
    queryFn: ({ signal }) => call(getDashboard, {}, { token, signal }),
    ...LIVE,
  })
}

export function overviewQuery(token: string) {
  return queryOptions({
    queryKey: ['admin-dashboard', 'overview', token],
    queryFn: ({ signal }) => call(getDashboardOverview, {}, { token, signal }),
    ...LIVE,
  })
}
