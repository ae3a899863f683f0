import { setTimeout as delay } from 'node:timers/promises'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { createHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import type { Context, Row } from '../experiment.ts'
import { seededRandom } from './random.ts'
import { aPayment } from './season.ts'
import { openDates, type System } from './system.ts'
import { someoneAt, startOver } from './unpaid-attacks.ts'

const PEOPLE = 200
/** How long a person types at the card form. */
const THINKS_MS = 500

/**
 * Two hundred honest newcomers from as many networks book at once until nothing is left. Above the quarter they pay first; nobody
 * may be refused a spot that is free (docs/rules.md §2.9).
 */
export async function openingMinute(system: System, { seed, say }: Context): Promise<Row> {
  await startOver(system)
  const [server] = system.servers
  const dates = await openDates(server!)
  const random = seededRandom(seed)
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, nth) => someoneAt(server!, `172.16.${nth}.1`, 'gmail.com')),
  )
  const count = { held: 0, paidFirst: 0, gone: 0 }
  const others: string[] = []
  const started = performance.now()

  const openDays = async () => {
    const query = { startDate: dates[0]!, endDate: dates.at(-1)! }
    const days = await server!.call(getAvailabilityRange, { query })
    return { free: dates.filter((date) => days[date]!.bookable), days }
  }

  async function book({ token, headers }: (typeof people)[number], nth: number): Promise<void> {
    for (let press = 0; ; press++) {
      const { free, days } = await openDays()
      if (free.length === 0) {
        // What is only held may still come free.
        if (dates.every((date) => days[date]!.existingBookings === 4)) return
        await delay(200)
        continue
      }
      const date = random.pick(free)
      const guests = Math.min(random.between(1, 4), days[date]!.availableSpots)
      const held = await server!.answer(createHold, {
        token,
        headers,
        body: { selectedDate: date, numberOfGuests: guests },
      })
      if (held.status === 409 && held.body.error === 'not-enough-spots') {
        count.gone++
        continue
      }
      if (held.status !== 201 && held.status !== 202) {
        others.push(`a hold answered ${held.status} ${held.body.error}`)
        return
      }
      const holdId = 'holdId' in held.body ? held.body.holdId : undefined
      await delay(THINKS_MS)
      const deposit = 350 * guests
      const body = aPayment({ ...(holdId && { holdId }), date, guests, deposit }, await system.provider.cardToken())
      const key = { 'idempotency-key': `opening-${nth}-${press}` }
      const paid = await server!.answer(payForBooking, { token, headers: { ...headers, ...key }, body })
      if (paid.status === 201) count[holdId ? 'held' : 'paidFirst']++
      else if (!holdId && paid.status === 409 && paid.body.error === 'not-enough-spots') count.gone++
      else others.push(`a payment answered ${paid.status} ${paid.body.error}`)
    }
  }

  await Promise.all(people.map(book))
  const seconds = (performance.now() - started) / 1000
  const { rows } = await system.pool.query<{ sold: number }>(
    "select coalesce(sum(number_of_guests), 0)::integer as sold from bookings where status = 'CONFIRMED'",
  )
  const { sold } = rows[0]!
  const all = 4 * dates.length
  say(
    `${sold} of ${all} spots sold in ${seconds.toFixed(1)} s: ${JSON.stringify(count)}; ${others.slice(0, 3).join(', ')}`,
  )
  return {
    what: 'the honest opening minute, everybody from a network of their own: spots sold; bookings held first and paid first; answers other than that the spots were taken',
    tried: `${PEOPLE} newcomers at once`,
    figure: `${sold} of ${all} in ${seconds.toFixed(1)} s; ${count.held} and ${count.paidFirst}; ${others.length}`,
    bar: 'all; some of each; 0',
    held: sold === all && others.length === 0 && count.held > 0 && count.paidFirst > 0,
  }
}
