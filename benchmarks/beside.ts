import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { addressOf } from '@arcadia/contract/addresses'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { getBookingConfig } from '@arcadia/contract/configuration'
import pg from 'pg'
import { arrivals } from './support/arrivals.ts'
import { pinTo } from './support/cores.ts'
import { type Customer, cyclesASecond, hold, openDays, refusalsASecond, release, sellOut } from './support/customers.ts'
import { instant } from './support/instant.ts'
import { type Asked, answersASecond } from './support/load.ts'
import { middleOf, p99Of, rangeOf } from './support/middle.ts'
import { openCalendars } from './support/open-calendars.ts'
import { onePerson, requestOf, roundsASecond } from './support/people.ts'
import { residentBytes } from './support/processor-time.ts'
import { CALLS, monthOf, nothing, visiting } from './support/visit.ts'

// This checkout beside another one of the same machine: both servers run, each with its own PostgreSQL, and every load is
// measured on one and then on the other. A ratio above 1 means that this checkout is better; without another one it is compared
// with itself, which shows the noise.

const [pairs = '5', folder = join(import.meta.dirname, '..'), ...chosen] = process.argv.slice(2)
const PAIRS = Number(pairs)
const SECONDS = PAIRS === 1 ? 0.5 : 2
const PEOPLE = 32
const CROWDED = { people: 200, days: 10, rounds: 5, calendars: 500, changes: 100 }
const SHARE = 0.7

interface Side {
  site: { address: string; pid: number; databaseUrl: () => Promise<string>; stop: () => Promise<void> }
  database: pg.Client
  customers: Customer[]
  days: string[]
  refusedDay?: string
  /** Visits a second while everyone asks at once. */
  peak?: number
}

type TookOfOpening = Record<'the landing page' | 'days of a month' | 'a hold' | 'a refusal', number[]>

/** Figures by name; more is better if the name ends with "a second", else less. */
type Figures = Record<string, number>

const LOADS: Record<string, (side: Side) => Promise<Figures>> = {
  holds: async ({ site, customers, days }) => ({
    'holds and releases over the season, a second': await cyclesASecond(
      site.address,
      customers.slice(0, PEOPLE),
      days,
      SECONDS,
    ),
  }),
  day: async ({ site, database, customers, days }) => {
    await database.query('update booking_config set max_capacity = $1', [PEOPLE])
    const pace = await cyclesASecond(site.address, customers.slice(0, PEOPLE), days.slice(0, 1), SECONDS)
    await database.query('update booking_config set max_capacity = 4')
    return { 'holds and releases on one day of 32 spots, a second': pace }
  },
  refusals: async (side) => {
    const { site, days } = side
    const customers = side.customers.slice(0, PEOPLE)
    if (!side.refusedDay) {
      side.refusedDay = days.pop()!
      await sellOut(site.address, customers, side.refusedDay)
    }
    return {
      'refusals of a sold-out day, a second': await refusalsASecond(site.address, customers, side.refusedDay, SECONDS),
    }
  },
  reads: async ({ site, days }) => {
    const path = monthOf(days[0]!)
    const etag = (await fetch(site.address + path)).headers.get('etag')!
    const pace = (asked: Asked) => answersASecond(site.address, asked, SECONDS / 2)
    return {
      'a month of days, a second': await pace({ path, status: 200 }),
      'the same, unchanged, a second': await pace({ path, status: 304, headers: { 'if-none-match': etag } }),
      'the configuration, a second': await pace({ path: getBookingConfig.path, status: 200 }),
      'the landing page, a second': await pace({ path: '/', status: 200, headers: { 'accept-encoding': 'br' } }),
    }
  },
  opening: async (side) => {
    const calendars = await openCalendars(side.site.address, CROWDED.calendars)
    const megabytes = residentBytes(side.site.pid) / 1024 ** 2
    const [holds, lasts] = await changes(side, calendars)
    const whole: number[] = []
    const took: TookOfOpening = { 'the landing page': [], 'days of a month': [], 'a hold': [], 'a refusal': [] }
    for (let round = 0; round < (PAIRS === 1 ? 1 : CROWDED.rounds); round++) whole.push(await opening(side, took))
    await calendars.close()
    return {
      [`server memory with ${CROWDED.calendars} calendars open, MB`]: megabytes,
      'from a change to the last of them, median, ms': middleOf(lasts),
      'the same, p99, ms': p99Of(lasts),
      'a hold with them open, median, ms': middleOf(holds),
      'this hold, p99, ms': p99Of(holds),
      [`until all of ${CROWDED.people} people at once have a spot or see none, ms`]: middleOf(whole),
      ...Object.fromEntries(
        Object.entries(took).map(([call, times]) => [`${call} among ${CROWDED.people} people, p99, ms`, p99Of(times)]),
      ),
    }
  },
  tail: async (side) => {
    const took = nothing()
    const visit = visiting(side.site.address, side.customers, side.days)
    const aSecond = SHARE * Math.min(...sides.map(({ peak }) => peak!))
    await arrivals(side.site.address, { aSecond, seconds: 2 * SECONDS }, (ask, person, came) =>
      visit(ask, person, came, took),
    )
    return Object.fromEntries(
      CALLS.map((call) => [`${call} at ${Math.round(aSecond)} visits a second, p99, ms`, p99Of(took[call])]),
    )
  },
}

const loads = chosen.length > 0 ? chosen : Object.keys(LOADS)
const unknown = loads.find((load) => !LOADS[load])
if (unknown) throw new Error(`No load '${unknown}'. Choose from ${Object.keys(LOADS).join(', ')}.`)
const sides: Side[] = []
try {
  for (const root of [join(import.meta.dirname, '..'), resolve(folder)]) sides.push(await start(root))
  pinTo(0)
  console.log(`| what | better by (range of ${PAIRS} pairs) | here | there |\n|---|---|---|---|`)
  for (const side of sides) side.peak = await peakOf(side)
  for (const load of loads) {
    const pairs: Figures[][] = []
    for (let pair = 0; pair < PAIRS; pair++) {
      // Each side is first as often as the other.
      const order = pair % 2 === 0 ? [0, 1] : [1, 0]
      const figures: Figures[] = []
      for (const which of order) figures[which] = await LOADS[load]!(sides[which]!)
      pairs.push(figures)
    }
    print(pairs)
  }
} finally {
  for (const { site, database } of sides) {
    await database.end()
    await site.stop()
  }
}

/** Prints a row for each figure of a load. */
function print(pairs: Figures[][]): void {
  for (const name of Object.keys(pairs[0]![0]!)) {
    const [here, there] = [0, 1].map((side) => pairs.map((pair) => pair[side]![name]!)) as [number[], number[]]
    const ratios = here.map((one, nth) => (name.endsWith('a second') ? one / there[nth]! : there[nth]! / one))
    const middles = [here, there].map((all) => Number(middleOf(all).toPrecision(3)))
    console.log(`| ${name} | ${rangeOf(ratios, 2)} | ${middles.join(' | ')} |`)
  }
}

/** Starts a checkout's site by its own programs, because another version has other tables. */
async function start(root: string): Promise<Side> {
  const load = (file: string) => import(pathToFileURL(join(root, 'benchmarks/support', file)).href)
  const { startSite }: typeof import('./support/site-under-test.ts') = await load('site-under-test.ts')
  const { makeCustomers }: typeof import('./support/customers.ts') = await load('customers.ts')
  const site = await startSite({ settings: { TRUST_PROXY: '127.0.0.1' } })
  // PostgreSQL is already running and stays unpinned.
  pinTo(1, site.pid)
  const database = new pg.Client(await site.databaseUrl())
  await database.connect()
  await database.query('alter table booking_config drop constraint if exists booking_config_max_capacity_check')
  return {
    site,
    database,
    customers: await makeCustomers(database, CROWDED.people),
    days: await openDays(site.address),
  }
}

async function peakOf({ site, customers, days }: Side): Promise<number> {
  const visit = visiting(site.address, customers, days)
  return roundsASecond(site.address, 2 * SECONDS, PEOPLE, (ask, person) => visit(ask, person, 0))
}

/** How long each hold took, and after how long the last calendar had each hold or release. */
async function changes(
  { site: { address }, customers, days }: Side,
  { lastHeard }: Awaited<ReturnType<typeof openCalendars>>,
): Promise<[holds: number[], lasts: number[]]> {
  const [holds, lasts]: [number[], number[]] = [[], []]
  await onePerson(address, async (ask) => {
    for (let change = 0; change < CROWDED.changes; change++) {
      const sentAt = instant()
      const held = await hold(ask, address, customers[0]!, days[0]!)
      holds.push(instant() - sentAt)
      lasts.push((await lastHeard(sentAt)) - sentAt)
      const releasedAt = instant()
      await release(ask, address, customers[0]!, held!)
      lasts.push((await lastHeard(releasedAt)) - releasedAt)
    }
  })
  return [holds, lasts]
}

/** Everyone comes at once for a few days with four spots each, and tries until there is none left. */
async function opening({ site: { address }, database, customers, days }: Side, took: TookOfOpening): Promise<number> {
  const wanted = days.slice(0, CROWDED.days)
  const month = requestOf(
    address,
    'GET',
    addressOf(getAvailabilityRange, { query: { startDate: wanted[0], endDate: wanted.at(-1) } }),
  )
  const page = requestOf(address, 'GET', '/', { 'accept-encoding': 'br' })
  const timed = async <T>(
    call: keyof TookOfOpening | ((answer: T) => keyof TookOfOpening),
    work: () => Promise<T>,
  ): Promise<T> => {
    const since = performance.now()
    const answer = await work()
    took[typeof call === 'string' ? call : call(answer)].push(performance.now() - since)
    return answer
  }
  const arrived = performance.now()
  const held = await Promise.all(
    customers.slice(0, CROWDED.people).map((customer) =>
      onePerson(address, async (ask) => {
        await timed('the landing page', () => ask(page))
        for (;;) {
          const shown: Record<string, { availableSpots: number }> = JSON.parse(
            (await timed('days of a month', () => ask(month))).body,
          )
          const free = wanted.filter((day) => shown[day]!.availableSpots > 0)
          if (free.length === 0) return undefined
          const day = free[Math.floor(Math.random() * free.length)]!
          const id = await timed(
            (answer) => (answer ? 'a hold' : 'a refusal'),
            () => hold(ask, address, customer, day),
          )
          if (id) return { customer, id }
        }
      }),
    ),
  )
  const whole = performance.now() - arrived
  const won = held.filter((one) => one !== undefined)
  if (won.length !== 4 * CROWDED.days) throw new Error(`${won.length} of ${4 * CROWDED.days} spots were held.`)
  await onePerson(address, async (ask) => {
    for (const { customer, id } of won) await release(ask, address, customer, id)
  })
  // Otherwise these people would still count as keeping spots unpaid in the next round.
  await database.query(
    `do $$ begin if to_regclass('unpaid_ends') is not null then delete from unpaid_ends; end if; end $$`,
  )
  return whole
}
