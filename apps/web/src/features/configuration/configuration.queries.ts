import { BookingConfig, FALLBACK_CONFIG, getBookingConfig } from '@arcadia/contract/configuration'
import { queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { queryOf } from '../../api/query-of.ts'
import { useHydrated } from '../../prerender/hydration.ts'
import { readSiteData } from '../../prerender/site-data.ts'

export const bookingConfigQuery = queryOptions({
  ...queryOf(getBookingConfig, {}),
  initialData: configOfPage,
  initialDataUpdatedAt: () => performance.timeOrigin,
  staleTime: 60_000,
})

/** The configuration the server wrote into the page; undefined if it didn't, or during prerendering. */
function configOfPage(): BookingConfig | undefined {
  if (typeof document === 'undefined') return undefined
  return z.safeDecode(z.nullable(BookingConfig), readSiteData().config).data ?? undefined
}

/** The booking configuration: undefined while loading (show a spinner), the fallback if loading fails. */
export function useBookingConfig(): BookingConfig | undefined {
  const hydrated = useHydrated()
  const { data, isPending } = useQuery(bookingConfigQuery)
  if (!hydrated || isPending) return undefined
  return data ?? FALLBACK_CONFIG
}
