import { FALLBACK_CONFIG } from '@arcadia/contract/configuration'
import { factsOf, type SiteFacts } from '@arcadia/contract/site/site-data'
import { venueDate } from '@arcadia/contract/trip-date'
import { QueryObserver } from '@tanstack/react-query'
import { serverNow } from '../../api/clock.ts'
import { queryClient } from '../../api/query-client.ts'
import { bookingConfigQuery } from '../../features/configuration/configuration.queries.ts'

/** Calls back with the facts once the configuration, or its fallback, is loaded and after every change. */
export function followSiteFacts(show: (facts: SiteFacts) => void) {
  const now = () => venueDate(serverNow())
  const observer = new QueryObserver(queryClient, bookingConfigQuery)
  observer.subscribe(({ data, isPending }) => {
    if (!isPending) show(factsOf(data ?? FALLBACK_CONFIG, now()))
  })
  const { data } = observer.getCurrentResult()
  if (data) show(factsOf(data, now()))
}
