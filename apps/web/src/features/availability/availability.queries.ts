import { getAvailabilityRange } from '@arcadia/contract/availability'
import { type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { type QueryClient, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { serverNow } from '../../api/clock.ts'
import { queryClient } from '../../api/query-client.ts'
import {
  addMonths,
  firstDayOf,
  lastDayOf,
  type Month,
  type MonthRange,
  monthOf,
  monthsOfSeason,
} from '../../ui/calendar/calendar-month.ts'
import { bookingConfigQuery } from '../configuration/configuration.queries.ts'
import { followAvailability } from './availability-events.ts'
import type { Days } from './day-look.ts'
import { createMonthRefresher } from './month-refresher.ts'
import { useVenueToday } from './venue-today.ts'

const ALL_MONTHS = ['availability']

/** `today` is in the key because what can be booked changes at midnight. */
const monthQuery = (month: Month, today: TripDate) =>
  queryOptions({
    queryKey: [...ALL_MONTHS, month, today],
    queryFn: ({ signal }) =>
      call(getAvailabilityRange, { query: { startDate: firstDayOf(month), endDate: lastDayOf(month) } }, { signal }),
    // The stream says what changed; this is for a network that lets no stream through.
    refetchInterval: 60_000,
  })

/** Asks for what a calendar shows first, for one that is going to be opened; what fails it asks for itself. */
export async function fetchFirstDays(): Promise<void> {
  await queryClient.prefetchQuery(bookingConfigQuery)
  const rules = queryClient.getQueryData(bookingConfigQuery.queryKey)
  if (!rules) return
  const today = venueDate(serverNow())
  await queryClient.prefetchQuery(monthQuery(monthsOfSeason(today, rules)[0]!, today))
}

/** The days of a month and its neighbours, as far as they have loaded, kept up to date. */
export function useDaysAround(month: Month, { first, last }: MonthRange) {
  // The shown month is always included, even where the range no longer covers it: at midnight, or when the clock is
  // corrected.
  const around = [addMonths(month, -1), addMonths(month, 1)].filter((one) => one >= first && one <= last)
  const months = [month, ...around]
  const { days, answers } = useMonths(months)
  const shown = answers[0]!
  return { days, error: shown.data ? null : shown.error, retry: shown.refetch }
}

/** The days of all these months, as far as they have loaded, kept up to date; `retry` asks for those that failed. */
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

/** What one date offers right now; undefined while it is not known. */
export function useDay(date: TripDate | null) {
  useLiveAvailability()
  const today = useVenueToday()
  const { data } = useQuery({ ...monthQuery(monthOf(date ?? today), today), enabled: date !== null })
  return date ? data?.[date] : undefined
}

/** Loads a date's month again, now if it is shown, else when it is next. */
export function reloadMonthOf(client: QueryClient, date: TripDate): Promise<void> {
  return client.invalidateQueries({ queryKey: [...ALL_MONTHS, monthOf(date)] })
}

function useLiveAvailability() {
  const client = useQueryClient()
  useEffect(() => follow(client), [client])
}

let followers = 0
let stopFollowing = () => {}

/** However many parts of the page show figures, their changes are followed once. */
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
  // A request under way may have been answered before the change, so we wait for it and ask again.
  await client.refetchQueries({ ...changed, fetchStatus: 'fetching' }, { cancelRefetch: false })
  // The owner's changes are announced as any other: season, closed days and capacity may be others too.
  const rules = months === 'all' && client.invalidateQueries({ queryKey: bookingConfigQuery.queryKey })
  await Promise.all([rules, client.invalidateQueries(changed, { cancelRefetch: false })])
}
