import { closeDayMove, type DayMove, listDayMoves, moveDay } from '@arcadia/contract/admin-day-moves'
import type { Input } from '@arcadia/contract/endpoint'
import { resendMail } from '@arcadia/contract/mails'
import type { TripDate } from '@arcadia/contract/trip-date'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FOLLOWED } from '../../news/private-news.ts'

const DAY_MOVES = ['admin-day-moves']

export const dayMovesQuery = (token: string, page: number) =>
  queryOptions({
    queryKey: [...DAY_MOVES, token, page],
    queryFn: ({ signal }) => call(listDayMoves, { query: { page, size: 20 } }, { token, signal }),
    ...FOLLOWED,
    placeholderData: keepPreviousData,
  })

/** The move of a date that is under way, if there is one; open moves come first in the list. */
export function useOpenMove(token: string, date: TripDate): DayMove | undefined {
  const { data } = useQuery({ ...dayMovesQuery(token, 0), enabled: token !== '' })
  return data?.content.find((move) => move.date === date && move.closedAt === null)
}

export function useMoveDay(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Input<typeof moveDay>['body']) => call(moveDay, { body }, { token }),
    onSettled: () => client.invalidateQueries({ queryKey: DAY_MOVES }),
  })
}

export function useCloseMove(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, opensDay }: { id: number; opensDay: boolean }) =>
      call(closeDayMove, { params: { id }, body: { opensDay } }, { token }),
    onSettled: () => client.invalidateQueries({ queryKey: DAY_MOVES }),
  })
}

/** The mail that asked a party, once more. */
export function useAskAgain(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mailId: number) => call(resendMail, { params: { id: mailId } }, { token }),
    onSettled: () => client.invalidateQueries({ queryKey: DAY_MOVES }),
  })
}
