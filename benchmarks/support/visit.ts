import { addressOf } from '@arcadia/contract/addresses'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { type Customer, hold, release } from './customers.ts'
import { type Ask, requestOf } from './people.ts'

export const CALLS = ['days of a month', 'a hold', 'its release'] as const
export type Took = Record<(typeof CALLS)[number], number[]>

export const nothing = (): Took => ({ 'days of a month': [], 'a hold': [], 'its release': [] })

/** How one customer looks at a month, holds a spot and releases it; the first call is timed from the customer's arrival. */
export function visiting(address: string, customers: readonly Customer[], days: readonly string[]) {
  const month = requestOf(address, 'GET', monthOf(days[0]!))
  return async (ask: Ask, person: number, came: number, took?: Took): Promise<true> => {
    const customer = customers[person]!
    const timed = async <T>(call: keyof Took, since: number, work: Promise<T>): Promise<T> => {
      const answer = await work
      took?.[call].push(performance.now() - since)
      return answer
    }
    const { status } = await timed('days of a month', came, ask(month))
    if (status !== 200) throw new Error(`A month of availability answered ${status}.`)
    const day = days[person % days.length]!
    const held = await timed('a hold', performance.now(), hold(ask, address, customer, day))
    if (!held) throw new Error('Expected free spots, but the day was full.')
    await timed('its release', performance.now(), release(ask, address, customer, held))
    return true
  }
}

/** The address of the days of the month that contains this day. */
export const monthOf = (day: string): string =>
  addressOf(getAvailabilityRange, { query: { startDate: `${day.slice(0, 8)}01`, endDate: `${day.slice(0, 8)}28` } })
