import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { addressOf } from '@arcadia/contract/addresses'
import { listAdminBookings } from '@arcadia/contract/admin/bookings'
import { getDashboard } from '@arcadia/contract/admin/dashboard'
import { getAvailability, getAvailabilityRange } from '@arcadia/contract/availability'
import { getBookingConfig } from '@arcadia/contract/configuration'
import pg from 'pg'
import { type Customer, guess, hold, makeCustomers, openDays, release } from './support/customers.ts'
import { MISSED } from './support/missed.ts'
import { type Ask, onePerson, requestOf } from './support/people.ts'
import { residentBytes } from './support/processor-time.ts'
import { openSessions } from './support/sessions.ts'
import { startSite } from './support/site-under-test.ts'

// The server's memory without PostgreSQL, when idle and under mixed requests, a tenth of them holds and releases.

const REQUESTS = Number(process.argv[2] ?? 100_000)
const isShort = REQUESTS === 1
const TENTH = isShort ? 40 : REQUESTS / 10
const PEOPLE = 32
/** `growth`: the peak of the second half may be this many times the first's. */
const LIMITS = { idle: 120, underLoad: 250, growth: 1.05 }

/** Cached, computed and refused requests, and how often each occurs in a round of twenty. */
const MIX: { times: number; path: string; status: number; headers?: Record<string, string> }[] = [
  {
    times: 6,
    path: addressOf(getAvailabilityRange, { query: { startDate: '2027-06-01', endDate: '2027-06-30' } }),
    status: 200,
  },
  { times: 3, path: addressOf(getAvailability, { params: { date: '2027-06-01' } }), status: 200 },
  { times: 3, path: getBookingConfig.path, status: 200 },
  { times: 3, path: '/', status: 200, headers: { 'accept-encoding': 'br' } },
  { times: 1, path: '/no/such/page', status: 404 },
  { times: 1, path: addressOf(getAvailability, { params: { date: 'soon' } }), status: 400 },
  { times: 1, path: getDashboard.path, status: 401 },
]
const ROUND = 20
/** One portal page per five rounds, and one wrong password per fifty. */
const RARELY = { portal: 5, guess: 50 }

// The same compile cache as `npm start`.
const compiled = join(import.meta.dirname, '../.cache/compiled')
const site = await startSite({ settings: { NODE_COMPILE_CACHE: compiled, TRUST_PROXY: '127.0.0.1' } })
const database = new pg.Client(await site.databaseUrl())
await database.connect()
try {
  const idle = await residentAfter(isShort ? 0 : 8000)
  const [customers, days] = [await makeCustomers(database, PEOPLE), await openDays(site.address)]
  const [owner] = await openSessions(database, [1])
  let asked = 0
  const round = async (ask: Ask, customer: Customer, nth: number) => {
    const get = async (path: string, status: number, headers: Record<string, string> = {}) => {
      const all = { 'x-forwarded-for': customer.headers['x-forwarded-for']!, ...headers }
      const answer = await ask(requestOf(site.address, 'GET', path, all))
      if (answer.status !== status) throw new Error(`${path} answered ${answer.status}, not ${status}.`)
      asked++
    }
    const held = await hold(ask, site.address, customer, days[(customer.id * 7 + nth) % days.length]!)
    for (const { times, path, status, headers } of MIX)
      for (let time = 0; time < times; time++) await get(path, status, headers)
    if (held) await release(ask, site.address, customer, held)
    asked += held ? 2 : 1
    if (nth % RARELY.portal === 0)
      await get(addressOf(listAdminBookings, { query: { page: 0 } }), 200, { authorization: `Bearer ${owner}` })
    if (nth % RARELY.guess === 0) {
      await guess(ask, site.address, nth)
      asked++
    }
  }
  const tenths: number[] = []
  const started = performance.now()
  for (let tenth = 1; tenth <= 10; tenth++) {
    let nth = ((tenth - 1) * TENTH) / ROUND
    await Promise.all(
      customers.map((customer) =>
        onePerson(site.address, async (ask) => {
          while (asked < tenth * TENTH) await round(ask, customer, ++nth)
        }),
      ),
    )
    tenths.push(await residentAfter(0))
  }
  const pace = (asked * 1000) / (performance.now() - started)
  const [first, second] = [Math.max(...tenths.slice(0, 5)), Math.max(...tenths.slice(5))]
  console.log(`| memory | MB | wanted |\n|---|---|---|`)
  console.log(`| idle | ${idle} | <= ${LIMITS.idle} |`)
  console.log(`| after each tenth of ${asked} requests | ${tenths.join(', ')} | <= ${LIMITS.underLoad} |`)
  console.log(
    `| peak of the second half ÷ the first | ${(second / first).toFixed(2)} | <= ${LIMITS.growth}, in a million |`,
  )
  console.log(`\n${Math.round(pace)} requests a second.`)
  if (idle > LIMITS.idle || Math.max(first, second) > LIMITS.underLoad) process.exitCode = MISSED
  if (REQUESTS >= 1_000_000 && second / first > LIMITS.growth) process.exitCode = MISSED
} finally {
  await database.end()
  await site.stop()
}

async function residentAfter(milliseconds: number): Promise<number> {
  await delay(milliseconds)
  return Math.round(residentBytes(site.pid) / 2 ** 20)
}
