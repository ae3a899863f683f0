import { openGift } from '@arcadia/contract/gifts'
import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../api/query-of.ts'

/** A gift that is set aside is good again by itself. */
const WHILE_SET_ASIDE_MS = 15_000

export const giftQuery = (code: string) =>
  queryOptions({
    ...queryOf(openGift, { body: { code } }),
    refetchInterval: ({ state }) => (state.data?.setAside ? WHILE_SET_ASIDE_MS : false),
  })
