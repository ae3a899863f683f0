import { openTrip } from '@arcadia/contract/trips'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { KeptTrip } from './kept-trip.tsx'

/** The trip of a link that paid for it; nothing once it is over. */
export function TripOfLink({ token }: { token: string }) {
  const query = useQuery(queryOf(openTrip, { body: { token } }))
  if (query.error instanceof ApiError && query.error.code === 'trip-link-invalid') return null
  return (
    <Loaded query={query} height="h-60" isQuiet>
      {(linked) => <KeptTrip token={token} linked={linked} />}
    </Loaded>
  )
}
