import { queryOptions } from '@tanstack/react-query'

/** Counts beside a list: that they could not be loaded is only logged (docs/rules.md §6.12). */
export function statsQuery<Stats>(key: readonly unknown[], load: (signal: AbortSignal) => Promise<Stats>) {
  return queryOptions({
    queryKey: key,
    retry: false,
    queryFn: ({ signal }) =>
      load(signal).catch((error: unknown) => {
        // biome-ignore lint/suspicious/noConsole: the specification asks for it
        if (!signal.aborted) console.error('The counts could not be loaded', error)
        throw error
      }),
  })
}
