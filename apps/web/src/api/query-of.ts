import type { Endpoint, Input } from '@arcadia/contract/endpoint'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { sessionOf } from '../session/session.tsx'
import { audienceOf, call } from './call.ts'

/** For a network that lets no stream of news through, or whose stream broke without a word. */
const POLL_MS = 60_000

interface QueryOptions {
  /** `admin` in the portal, for what customers may ask too. */
  as?: 'admin'
  /** Instead of the endpoint's `failed`. */
  fallback?: string
}

/**
 * What an endpoint answers to this input, for `useQuery`. Its key begins with whose session it is read with, so that
 * news reads again, and a sign-out removes, all that was read with it. What belongs to a session is kept up to date.
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
