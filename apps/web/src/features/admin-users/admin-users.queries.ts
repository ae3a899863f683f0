import { type AdminUser, getUser, listUsers, setUserStatus } from '@arcadia/contract/accounts'
import { listAdminBookings } from '@arcadia/contract/admin-bookings'
import type { Input } from '@arcadia/contract/endpoint'
import { DEFAULT_PAGE_SIZE, type Page } from '@arcadia/contract/fields'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { type ListState, toQuery } from '../../list/list-state.ts'
import { useOptimisticChange } from '../../list/use-optimistic-change.ts'

export const USERS_LIST = {
  statuses: ['ACTIVE', 'INACTIVE'],
  sorts: ['name', 'email', 'role', 'bookings', 'created'],
} as const

type UsersListState = ListState<(typeof USERS_LIST.statuses)[number], (typeof USERS_LIST.sorts)[number]>

export function usersQuery(token: string, list: UsersListState) {
  const query = { ...toQuery(list), size: DEFAULT_PAGE_SIZE }
  return queryOptions({
    queryKey: ['admin-users', token, query],
    queryFn: ({ signal }) => fetchUsers(token, query, signal),
    placeholderData: keepPreviousData,
  })
}

export async function fetchUsers(
  token: string,
  query: Input<typeof listUsers>['query'],
  signal: AbortSignal,
): Promise<Page<AdminUser>> {
  const answer = await call(listUsers, { query }, { token, signal })
  if (Array.isArray(answer)) throw new TypeError('A page was asked for')
  return answer
}

export function useUserStatus(token: string) {
  return useOptimisticChange<AdminUser, boolean>({
    lists: ['admin-users', token],
    send: ({ id }, isActive) => call(setUserStatus, { params: { id }, query: { isActive } }, { token }),
    foresee: (user, isActive) => ({ ...user, isActive }),
  })
}

export function userQuery(token: string, id: number) {
  return queryOptions({
    queryKey: ['admin-user', token, id],
    queryFn: ({ signal }) => call(getUser, { params: { id } }, { token, signal }),
  })
}

/** The latest twenty. */
export function userBookingsQuery(token: string, userId: number) {
  return queryOptions({
    queryKey: ['admin-user-bookings', token, userId],
    queryFn: async ({ signal }) => {
      const answer = await call(listAdminBookings, { query: { page: 0, size: 20, userId } }, { token, signal })
      return Array.isArray(answer) ? answer : answer.content
    },
  })
}
