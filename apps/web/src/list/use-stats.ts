import type { Endpoint, Input, Output } from '@arcadia/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryOf } from '../api/query-of.ts'

/** Counts beside a list: that they could not be loaded is only logged (docs/rules.md §6.12). */
export function useStats<E extends Endpoint>(endpoint: E): Output<E> | undefined {
  const input = {} as Input<E>
  return useQuery({
    ...queryOf(endpoint, input),
    retry: false,
    queryFn: ({ signal }) =>
      call(endpoint, input, { signal }).catch((error: unknown) => {
        // biome-ignore lint/suspicious/noConsole: only logged (docs/rules.md §6.12)
        if (!signal.aborted) console.error('We could not load the counts', error)
        throw error
      }),
  }).data
}
