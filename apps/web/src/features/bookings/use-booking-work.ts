import type { AdminBooking } from '@arcadia/contract/bookings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAdminAuth } from '../../session.tsx'
import { useTracesReload } from './admin-bookings.queries.ts'

/** What the owner writes into the books: afterwards lists, panel, log and mails are loaded again. */
export function useBookingWork<Wish>(send: (wish: Wish, token: string) => Promise<AdminBooking>) {
  const { token: signedIn } = useAdminAuth()
  const token = signedIn ?? ''
  const client = useQueryClient()
  const reloadTraces = useTracesReload(token)
  return useMutation({
    mutationFn: (wish: Wish) => send(wish, token),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['admin-bookings', token] })
      await reloadTraces()
    },
  })
}
