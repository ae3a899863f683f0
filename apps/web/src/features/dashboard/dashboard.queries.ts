import { getDashboard, getDashboardOverview, getDaySheet, getSeasonFill } from '@arcadia/contract/dashboard'
import type { TripDate } from '@arcadia/contract/trip-date'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FOLLOWED } from '../../news/private-news.ts'

export function dashboardQuery(token: string) {
  return queryOptions({
    queryKey: ['admin-dashboard', token],
    queryFn: ({ signal }) => call(getDashboard, {}, { token, signal }),
    ...FOLLOWED,
  })
}

export function overviewQuery(token: string) {
  return queryOptions({
    queryKey: ['admin-dashboard', 'overview', token],
    queryFn: ({ signal }) => call(getDashboardOverview, {}, { token, signal }),
    ...FOLLOWED,
  })
}

export function daySheetQuery(token: string, date: TripDate) {
  return queryOptions({
    queryKey: ['admin-dashboard', 'day-sheet', token, date],
    queryFn: ({ signal }) => call(getDaySheet, { params: { date } }, { token, signal }),
    ...FOLLOWED,
  })
}

export function seasonQuery(token: string) {
  return queryOptions({
    queryKey: ['admin-dashboard', 'season', token],
    queryFn: ({ signal }) => call(getSeasonFill, {}, { token, signal }),
    ...FOLLOWED,
  })
}
