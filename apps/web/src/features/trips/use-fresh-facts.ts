import { TRIPS } from '@arcadia/contract/addresses'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { takeSiteData } from '../../prerender/site-data.ts'
import { bookingConfigQuery } from '../configuration/configuration.queries.ts'

/**
 * A page that this device kept may tell facts of the business that have changed since, so they are read again as soon as the
 * server answers (docs/rules.md §23.8).
 */
export function useFreshFacts(isLost: boolean): void {
  const client = useQueryClient()
  const [mayBeKept] = useState(() => Boolean(navigator.serviceWorker?.controller))
  useQuery({
    queryKey: ['public', TRIPS],
    queryFn: async ({ signal }) => {
      // Not a navigation, so no worker answers.
      const answer = await fetch(TRIPS, { signal })
      if (!answer.ok) throw new Error(`The page answered ${answer.status}.`)
      const html = await answer.text()
      // Another release may tell them in another format.
      if (html.includes(ownScripts())) takeSiteData(html)
      await client.invalidateQueries(bookingConfigQuery)
      return true
    },
    enabled: mayBeKept && !isLost,
  })
}

const ownScripts = () => document.querySelector<HTMLElement>('script[data-modules]')?.dataset.modules ?? ''
