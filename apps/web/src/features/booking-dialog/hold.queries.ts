import { getCurrentHold, releaseHold } from '@arcadia/contract/bookings'
import { queryOptions } from '@tanstack/react-query'
import { call, urlOf } from '../../api/call.ts'
import { readLeftOpen } from './payment-outcome.ts'

export const askCurrentHold = (token: string, signal?: AbortSignal) => call(getCurrentHold, {}, { token, signal })

/** A hold that was left open, until there is none or the booking dialog, when it opens, takes it over. */
export const openHoldQuery = (token: string) =>
  queryOptions({
    queryKey: ['open-hold', token],
    queryFn: async ({ signal }) => {
      const found = readLeftOpen(await askCurrentHold(token, signal))
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
export async function freeHold(token: string, holdId: string): Promise<void> {
  try {
    const response = await fetch(urlOf(releaseHold, { params: { id: holdId } }), {
      method: releaseHold.method,
      headers: { authorization: `Bearer ${token}` },
      keepalive: true,
    })
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`)
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification asks for it
    console.error('The hold could not be released', error)
  }
}
