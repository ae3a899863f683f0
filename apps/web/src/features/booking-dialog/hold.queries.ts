import type { Session } from '@arcadia/contract/accounts'
import { getCurrentHold, releaseHold } from '@arcadia/contract/holds'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { readLeftOpen } from './payment-outcome.ts'

export const askCurrentHold = (session: Session, holdId?: string, signal?: AbortSignal) =>
  call(getCurrentHold, { query: { holdId } }, { as: session, signal })

/** A hold that was left open, until there is none or the booking dialog, when it opens, takes it over. */
export const openHoldQuery = queryOptions({
  queryKey: ['customer', 'open-hold'],
  queryFn: async ({ signal }) => {
    const found = readLeftOpen(await call(getCurrentHold, { query: {} }, { signal }))
    // An offer waits in Manage Bookings, and a payment under way opens the dialog itself.
    return found.kind === 'open' && !found.hold.isOffer ? found.hold : null
  },
  enabled: ({ state }) => state.data !== null,
  // It may have been paid for or released in another tab meanwhile.
  refetchOnWindowFocus: 'always',
})

/**
 * Gives a hold's spots back. It is sent even from a page that is being closed, and a failure is only logged: the hold
 * runs out by itself.
 */
export async function freeHold(session: Session, holdId: string): Promise<void> {
  try {
    await call(releaseHold, { params: { id: holdId } }, { as: session, keepalive: true })
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: whoever looks for the cause reads it there
    console.error('We could not release your hold', error)
  }
}
