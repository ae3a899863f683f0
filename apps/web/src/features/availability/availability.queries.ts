import { getAvailabilityRange, withoutOpening } from '@arcadia/contract/availability'
import { type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { type QueryClient, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { serverNow } from '../../api/clock.ts'
import { queryClient } from '../../api/query-client.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import {
  addMonths,
  firstDayOf,
  lastDayOf,
  type Month,
  monthOf,
  monthsOfSeason,
} from '../../ui/calendar/calendar-month.ts'
import { bookingConfigQuery } from '../configuration/configuration.queries.ts'
import { followAvailability } from './availability-events.ts'
import type { Days } from './day-look.ts'
import { createMonthRefresher } from './month-refresher.ts'

const ALL_MONTHS = ['availability']

/** `today` is in the key because bookable dates change at midnight. */
const monthQuery = (month: Month, today: TripDate) =>
  queryOptions({
    queryKey: [...ALL_MONTHS, month, today],
    queryFn: ({ signal }) =>
      call(getAvailabilityRange, { query: { startDate: firstDayOf(month), endDate: lastDayOf(month) } }, { signal }),
    // A fallback for networks that block the news stream.
    refetchInterval: 60_000,
  })

/** Preloads what a calendar shows first. If that fails, the calendar loads it itself. */
export async function fetchFirstDays(): Promise<void> {
  await queryClient.prefetchQuery(bookingConfigQuery)
  const rules = queryClient.getQueryData(bookingConfigQuery.queryKey)
  if (!rules) return
  const today = venueDate(serverNow())
  await queryClient.prefetchQuery(monthQuery(monthsOfSeason(today, rules)[0]!, today))
}

/** The loaded days of a month and its neighbors in the season, kept up to date. */
export function useDaysAround(month: Month, season: readonly Month[]) {
  const around = [addMonths(month, -1), addMonths(month, 1)].filter((one) => season.includes(one))
  const months = [month, ...around]
  const { days, answers } = useMonths(months)
  const shown = answers[0]!
  return { days, error: shown.data ? null : shown.error, retry: shown.refetch }
}

/** The loaded days of all these months, kept up to date; `retry` refetches the failed ones. */
export function useDaysOf(months: readonly Month[]) {
  const { days, answers } = useMonths(months)
  const failed = answers.filter(({ data, isError }) => isError && !data)
  return {
    days,
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}

function useMonths(months: readonly Month[]) {
  useLiveAvailability()
  const today = useVenueToday()
  const answers = useQueries({ queries: months.map((month) => monthQuery(month, today)) })
  const days: Days = Object.assign({}, ...answers.map(({ data }) => data))
  return { days, answers }
}

/** Current availability of one date; undefined until known. */
export function useDay(date: TripDate | null, beforeOpening = false) {
  useLiveAvailability()
  const today = useVenueToday()
  const { data } = useQuery({ ...monthQuery(monthOf(date ?? today), today), enabled: date !== null })
  const day = date ? data?.[date] : undefined
  return day && beforeOpening ? withoutOpening(day) : day
}

/** Refetches a date's month now if shown, else the next time it is shown. */
export function reloadMonthOf(client: QueryClient, date: TripDate): Promise<void> {
  return client.invalidateQueries({ queryKey: [...ALL_MONTHS, monthOf(date)] })
}

function useLiveAvailability() {
  const client = useQueryClient()
  useEffect(() => follow(client), [client])
}

let followers = 0
let stopFollowing = () => {}

/** One subscription, shared by every part of the page that shows availability. */
function follow(client: QueryClient): () => void {
  if (followers++ === 0) {
    const refresh = createMonthRefresher((months) => reload(client, months))
    stopFollowing = followAvailability((change) => refresh(change === 'all' ? 'all' : change.map(monthOf)))
  }
  return () => {
    if (--followers === 0) stopFollowing()
  }
}

async function reload(client: QueryClient, months: ReadonlySet<Month> | 'all'): Promise<void> {
  const isMeant = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    months === 'all' || months.has(queryKey[ALL_MONTHS.length] as Month)
  const changed = { queryKey: ALL_MONTHS, predicate: isMeant }
  // A request in flight may predate the change, so wait for it and refetch.
  await client.refetchQueries({ ...changed, fetchStatus: 'fetching' }, { cancelRefetch: false })
  // Changes by the owner arrive the same way: season, closed days and capacity may differ too.
  const rules = months === 'all' && client.invalidateQueries({ queryKey: bookingConfigQuery.queryKey })
  await Promise.all([rules, client.invalidateQueries(changed, { cancelRefetch: false })])
}
