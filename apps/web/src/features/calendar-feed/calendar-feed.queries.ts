import { getCalendarFeed, renewCalendarFeed, revokeCalendarFeed } from '@arcadia/contract/calendar-feed'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export function calendarFeedQuery(token: string) {
  return queryOptions({
    queryKey: ['calendar-feed', token],
    queryFn: ({ signal }) => call(getCalendarFeed, {}, { token, signal }),
  })
}

/** The address is in the answer of `renew`, and nowhere else. */
export function useCalendarFeedChanges(token: string) {
  const client = useQueryClient()
  const { queryKey } = calendarFeedQuery(token)
  const renew = useMutation({
    mutationFn: () => call(renewCalendarFeed, {}, { token }),
    onSuccess: ({ feed }) => client.setQueryData(queryKey, { feed }),
  })
  const revoke = useMutation({
    mutationFn: () => call(revokeCalendarFeed, {}, { token }),
    onSuccess() {
      renew.reset()
      client.setQueryData(queryKey, { feed: null })
    },
  })
  return { renew, revoke }
}
