import { getDashboard, getDashboardOverview, getDaySheet, getSeasonFill } from '@arcadia/contract/dashboard'
import type { TripDate } from '@arcadia/contract/trip-date'
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

export function daySheetQuery(token: string, date: TripDate) {
  return queryOptions({
    queryKey: ['admin-dashboard', 'day-sheet', token, date],
    queryFn: ({ signal }) => call(getDaySheet, { params: { date } }, { token, signal }),
    ...LIVE,
  })
}

export function seasonQuery(token: string) {
  return queryOptions({
    queryKey: ['admin-dashboard', 'season', token],
    queryFn: ({ signal }) => call(getSeasonFill, {}, { token, signal }),
    ...LIVE,
  })
}
