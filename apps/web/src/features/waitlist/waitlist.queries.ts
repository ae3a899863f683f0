import { joinWaitlist, leaveWaitlist, listMyWaitlist } from '@arcadia/contract/waitlist'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'

/** What the customer waits for, and what is offered; an email comes too, but a page that is open shows it sooner. */
export const myWaitlistQuery = {
  ...queryOf(listMyWaitlist, {}, { fallback: 'We could not load your waitlist.' }),
  // Sooner than usual: no stream is followed where a day is waited for.
  refetchInterval: 30_000,
}

export const useJoinWaitlist = () =>
  useMutation({
    mutationFn: (body: { selectedDate: string; numberOfGuests: number }) => call(joinWaitlist, { body }),
  })

export const useLeaveWaitlist = () =>
  useMutation({ mutationFn: (id: number) => call(leaveWaitlist, { params: { id } }) })

/** Where the email of an offer leads, with the waitlist entry's id. */
export const OFFER_LINK = /^#offer-(\d+)$/
