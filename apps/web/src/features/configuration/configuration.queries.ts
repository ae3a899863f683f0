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

/** What the server wrote into the page; undefined when it did not, or on the server itself. */
function configOfPage(): BookingConfig | undefined {
  if (typeof document === 'undefined') return undefined
  return z.safeDecode(z.nullable(BookingConfig), readSiteData().config).data ?? undefined
}

/** The booking configuration: undefined while it loads (show a spinner), the fallback when it cannot be loaded. */
export function useBookingConfig(): BookingConfig | undefined {
  const hydrated = useHydrated()
  const { data, isPending } = useQuery(bookingConfigQuery)
  if (!hydrated || isPending) return undefined
  return data ?? FALLBACK_CONFIG
}
