import type { Endpoint, Input, Output } from '@arcadia/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryOf } from '../api/query-of.ts'

/**
 * What `countsOf` finds in the counts of a list, and nothing while they load: that they could not be loaded is only logged
 * (docs/rules.md §6.12).
 */
export function useCounts<E extends Endpoint, Counts extends object>(
  endpoint: E,
  countsOf: (stats: Output<E>) => Counts,
): Partial<Counts> {
  const input = {} as Input<E>
  const { data } = useQuery({
    ...queryOf(endpoint, input),
    retry: false,
    queryFn: ({ signal }) =>
      call(endpoint, input, { signal }).catch((error: unknown) => {
        // biome-ignore lint/suspicious/noConsole: only logged (docs/rules.md §6.12)
        if (!signal.aborted) console.error('Could not load the counts', error)
        throw error
      }),
  })
  return data ? countsOf(data) : {}
}
