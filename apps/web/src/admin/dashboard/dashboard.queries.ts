import { getDashboard } from '@arcadia/contract/dashboard'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api.ts'

export function dashboardQuery(token: string) {
  return queryOptions({
    queryKey: ['admin-dashboard', token],
    queryFn: ({ signal }) => call(getDashboard, {}, { token, signal }),
    refetchInterval: 30_000,
    refetchOnWindowFocus: 'always',
  })
}
