import type { Session } from '@arcadia/contract/accounts'
import type { Output } from '@arcadia/contract/endpoint'
import { type CurrentHold, getCurrentHold, releaseHold } from '@arcadia/contract/holds'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export type Current = Output<typeof getCurrentHold>

/** A hold left open, for a page with no payment under way. */
export type LeftOpen =
  | { kind: 'open'; hold: CurrentHold }
  | { kind: 'processing'; hold: CurrentHold; key: string }
  | { kind: 'nothing' }

/** What a dialog finds on opening with no payment under way. Earlier bookings are ignored. */
export function readLeftOpen({ hold, attempt }: Current): LeftOpen {
  if (!hold) return { kind: 'nothing' }
  if (attempt?.status === 'PROCESSING') return { kind: 'processing', hold, key: attempt.key }
  return { kind: 'open', hold }
}

/** The hold that this customer's pages offer to continue with, whichever tab or device made it. */
export const openHoldQuery = queryOptions({
  queryKey: ['customer', 'open-hold'],
  queryFn: async ({ signal }) => {
    const found = readLeftOpen(await call(getCurrentHold, { query: {} }, { signal }))
    // Offers show in Manage Bookings, and a payment under way opens the dialog itself.
    return found.kind === 'open' && !found.hold.isOffer ? found.hold : null
  },
  // Another tab may have made it, paid for it or released it.
  refetchOnWindowFocus: 'always',
})

/**
 * Releases a hold's spots, even from a page that is closing. A failure is only logged, because the hold expires anyway.
 */
export async function freeHold(session: Session, holdId: string): Promise<void> {
  try {
    await call(releaseHold, { params: { id: holdId } }, { as: session, keepalive: true })
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: for finding the cause
    console.error('Could not release the hold', error)
  }
}
