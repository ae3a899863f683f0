import { closeDayMove, type DayMove, listDayMoves, moveDay } from '@arcadia/contract/day-moves'
import type { Input } from '@arcadia/contract/endpoint'
import { resendMail } from '@arcadia/contract/mails'
import type { TripDate } from '@arcadia/contract/trip-date'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'

export const dayMovesQuery = (page: number) => ({
  ...queryOf(listDayMoves, { query: { page, size: 20 } }),
  placeholderData: keepPreviousData,
})

/** The move of a date that is under way, if there is one; open moves come first in the list. */
export function useOpenMove(date: TripDate): DayMove | undefined {
  const { data } = useQuery(dayMovesQuery(0))
  return data?.content.find((move) => move.date === date && move.closedAt === null)
}

export const useMoveDay = () =>
  useMutation({ mutationFn: (body: Input<typeof moveDay>['body']) => call(moveDay, { body }) })

export const useCloseMove = () =>
  useMutation({
    mutationFn: ({ id, opensDay }: { id: number; opensDay: boolean }) =>
      call(closeDayMove, { params: { id }, body: { opensDay } }),
  })

/** The mail that asked a party, once more. */
export const useAskAgain = () =>
  useMutation({ mutationFn: (mailId: number) => call(resendMail, { params: { id: mailId } }) })
