import { createBookingQuery, listQueriesOfBooking } from '@arcadia/contract/booking-queries'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'

/** The questions about a booking, the latest first; an answer appears while one looks. */
export const queriesOfBooking = (bookingId: number) => queryOf(listQueriesOfBooking, { params: { id: bookingId } })

export const useAsk = (bookingId: number) =>
  useMutation({
    mutationFn: (queryMessage: string) => call(createBookingQuery, { body: { bookingId, queryMessage } }),
  })
