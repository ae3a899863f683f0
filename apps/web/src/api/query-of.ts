import type { Endpoint, Input } from '@arcadia/contract/endpoint'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { sessionOf } from '../session/session.tsx'
import { audienceOf, call } from './call.ts'

/** How often to reload if the network blocks the news stream or it broke silently. */
const POLL_MS = 60_000

interface QueryOptions {
  /** `admin` in the portal, for endpoints customers may call too. */
  as?: 'admin'
  /** Replaces the endpoint's `failed`. */
  fallback?: string
}

/**
 * A `useQuery` query that reads an endpoint. Its key starts with the session, so news can reload, and sign-out can
 * remove, everything read with that session.
 */
export function queryOf<E extends Endpoint>(endpoint: E, input: Input<E>, options: QueryOptions = {}) {
  const audience = audienceOf(endpoint, options)
  return queryOptions({
    queryKey: [audience, endpoint.path, input] as QueryKey,
    queryFn: ({ signal }) => call(endpoint, input, { ...options, signal }),
    ...(audience !== 'public' && {
      enabled: () => sessionOf(audience) !== null,
      refetchInterval: POLL_MS,
      refetchOnWindowFocus: 'always' as const,
    }),
  })
}
