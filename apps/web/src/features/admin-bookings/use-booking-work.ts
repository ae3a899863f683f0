import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAdminAuth } from '../../session/session.tsx'
import { useTracesReload } from './admin-bookings.queries.ts'

/** What the owner writes into the books: afterwards lists, panel, log and mails are loaded again. */
export function useBookingWork<Wish, Answer>(send: (wish: Wish, token: string) => Promise<Answer>) {
  const { token: signedIn } = useAdminAuth()
  const token = signedIn ?? ''
  const client = useQueryClient()
  const reloadTraces = useTracesReload(token)
  return useMutation({
    mutationFn: (wish: Wish) => send(wish, token),
    onSettled: async () => {
      const shown = ['admin-bookings', 'admin-refunds']
      await Promise.all(shown.map((list) => client.invalidateQueries({ queryKey: [list, token] })))
      await reloadTraces()
    },
  })
}
