import { joinWaitlist, leaveWaitlist, listMyWaitlist } from '@arcadia/contract/waitlist'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const WAITLIST = ['my-waitlist']

/** The stream says what changed; this is for where none is followed. */
const POLL_MS = 30_000

/** What the customer waits for, and what is offered; a mail comes too, but a page that is open shows it sooner. */
export const myWaitlistQuery = (token: string) =>
  queryOptions({
    queryKey: [...WAITLIST, token],
    queryFn: ({ signal }) =>
      call(listMyWaitlist, {}, { token, signal, fallback: 'Your waitlist could not be loaded.' }),
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
  })

export function useJoinWaitlist(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { selectedDate: string; numberOfGuests: number }) => call(joinWaitlist, { body }, { token }),
    onSettled: () => client.invalidateQueries({ queryKey: WAITLIST }),
  })
}

export function useLeaveWaitlist(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(leaveWaitlist, { params: { id } }, { token }),
    onSettled: () => client.invalidateQueries({ queryKey: WAITLIST }),
  })
}
