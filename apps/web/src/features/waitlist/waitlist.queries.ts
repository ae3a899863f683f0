import { joinWaitlist, leaveWaitlist, listMyWaitlist } from '@arcadia/contract/waitlist'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'

/** The customer's waitlist with offers. They are emailed too, but an open page shows them sooner. */
export const myWaitlistQuery = {
  ...queryOf(listMyWaitlist, {}, { fallback: "We couldn't load your waitlist." }),
  // Shorter than usual, because this page follows no availability stream.
  refetchInterval: 30_000,
}

export const useJoinWaitlist = () =>
  useMutation({
    mutationFn: (body: { selectedDate: string; numberOfGuests: number }) => call(joinWaitlist, { body }),
  })

export const useLeaveWaitlist = () =>
  useMutation({ mutationFn: (id: number) => call(leaveWaitlist, { params: { id } }) })
