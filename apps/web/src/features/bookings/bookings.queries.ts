import { type Booking, getCurrentHold, listMyBookings, releaseHold } from '@arcadia/contract/bookings'
import { queryOptions } from '@tanstack/react-query'
import { call, urlOf } from '../../api.ts'
import { readLeftOpen } from './payment-outcome.ts'

export const MY_BOOKINGS = ['my-bookings']

/** The stream says what changed; this is for a network that lets no stream through. */
const POLL_MS = 60_000
const PENDING_POLL_MS = 10_000

/** The customer's own bookings, kept up to date; more often while one of them waits for its payment. */
export const myBookingsQuery = (token: string) =>
  queryOptions({
    queryKey: [...MY_BOOKINGS, token],
    queryFn: ({ signal }) => call(listMyBookings, {}, { token, signal }),
    refetchInterval: ({ state }) => (state.data?.some(isPending) ? PENDING_POLL_MS : POLL_MS),
    refetchOnWindowFocus: 'always',
  })

const isPending = ({ status }: Booking) => status === 'PENDING'

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
