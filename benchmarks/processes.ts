import { addressOf } from '@arcadia/contract/addresses'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import pg from 'pg'
import { pinTo } from './support/cores.ts'
import { type Customer, cyclesASecond, hold, makeCustomers, openDays, release } from './support/customers.ts'
import { answersASecond } from './support/load.ts'
import { middleOf, rangeOf } from './support/middle.ts'
import { MISSED } from './support/missed.ts'
import { onePerson } from './support/people.ts'
import { backendsOf, withProcessors } from './support/processor-time.ts'
import { giveQuarters } from './support/quarters.ts'
import { startProgram, startSite } from './support/site-under-test.ts'

// What a second server process on the same PostgreSQL adds to reads and holds. Both share one core, a quarter of it each; the
// load runs on the other core, and PostgreSQL uses what is left of both. First, without throttling: whether simultaneous
// requests to both processes ever oversell a day.

const PAIRS = Number(process.argv[2] ?? 5)
const isShort = PAIRS === 1
const SECONDS = isShort ? 1 : 4
const RUSHES = isShort ? 5 : 60
const PEOPLE = 32
const CAPACITY = 4
const WANTED = { reads: 1.6, oversold: 0 }
const MONTH = addressOf(getAvailabilityRange, { query: { startDate: '2027-06-01', endDate: '2027-06-30' } })

const site = await startSite({ settings: { TRUST_PROXY: '127.0.0.1' } })
const another = await startProgram('scripts/start.ts', {
  ...(await site.settingsOfAnother()),
  TRUST_PROXY: '127.0.0.1',
})
const servers = [site, another]
const database = new pg.Client(await site.databaseUrl())
await database.connect()
try {
  // PostgreSQL is already running and stays unpinned.
  for (const { pid } of servers) pinTo(1, pid)
  pinTo(0)
  const customers = await makeCustomers(database, PEOPLE)
  const days = await openDays(site.address)
  const oversold = await rush(customers, days)
  for (const customer of customers) await releaseHolds(customer)

  console.log(
    `| two processes | ÷ one (range of ${PAIRS} pairs) | wanted | a second | one a second | processors: first, second, PostgreSQL | with one |\n|---|---|---|---|---|---|---|`,
  )
  const quarters = giveQuarters([site.pid, another.pid])
  try {
    const reads = await compare('a month of availability', WANTED.reads, (addresses) =>
      together(addresses, (address) =>
        answersASecond(address, { path: MONTH, status: 200 }, SECONDS, PEOPLE / addresses.length),
      ),
    )
    await compare('holds and releases', undefined, (addresses) =>
      together(addresses, (address, which) => {
        const clients = customers.filter((_, nth) => nth % addresses.length === which)
        return cyclesASecond(address, clients, days, SECONDS)
      }),
    )
    if (reads < WANTED.reads) process.exitCode = MISSED
  } finally {
    await quarters.end()
  }
  console.log(
    `\nSpots oversold in ${RUSHES} rushes of ${PEOPLE} people for a day of ${CAPACITY} spots, half at each process: ${oversold} (wanted: ${WANTED.oversold}).`,
  )
  if (oversold > WANTED.oversold) process.exitCode = 1
} finally {
  await database.end()
  await another.stop()
  await site.stop()
}

function siteOf(nth: number): string {
  return servers[nth % servers.length]!.address
}

/** Prints one row of the table, alternating between two processes and one with the other idle. */
async function compare(
  name: string,
  wanted: number | undefined,
  measure: (addresses: string[]) => Promise<number>,
): Promise<number> {
  const addresses = servers.map(({ address }) => address)
  const pairs: { two: Shared; one: Shared }[] = []
  for (let pair = 0; pair < PAIRS; pair++)
    pairs.push({
      two: await shared(() => measure(addresses)),
      one: await shared(() => measure(addresses.slice(0, 1))),
    })
  const ratios = pairs.map(({ two, one }) => two.pace / one.pace)
  const pace = (which: 'two' | 'one') => Math.round(middleOf(pairs.map((pair) => pair[which].pace)))
  const processors = (which: 'two' | 'one') =>
    [0, 1, 2].map((who) => middleOf(pairs.map((pair) => pair[which].processors[who]!)).toFixed(2)).join(', ')
  console.log(
    `| ${name} | ${rangeOf(ratios, 2)} | ${wanted ? `>= ${wanted}` : ''} | ${pace('two')} | ${pace('one')} | ${processors('two')} | ${processors('one')} |`,
  )
  return middleOf(ratios)
}

async function together(addresses: string[], work: (address: string, which: number) => Promise<number>) {
  return (await Promise.all(addresses.map(work))).reduce((sum, pace) => sum + pace)
}

interface Shared {
  pace: number
  /** Processor share of the first process, the second and PostgreSQL. */
  processors: number[]
}

async function shared(measure: () => Promise<number>): Promise<Shared> {
  const { result, processors } = await withProcessors([[site.pid], [another.pid], await backendsOf(database)], measure)
  return { pace: result, processors }
}

/** Everyone requests the same day at once. Returns the spots oversold according to the database. */
async function rush(customers: Customer[], days: string[]): Promise<number> {
  let oversold = 0
  for (let round = 0; round < RUSHES; round++) {
    const day = days[round % days.length]!
    await Promise.all(
      customers.map((customer, nth) => onePerson(siteOf(nth), (ask) => hold(ask, siteOf(nth), customer, day))),
    )
    const { rows } = await database.query(
      `select coalesce(sum(number_of_guests), 0)::integer as held from holds
        where trip_date = $1 and released_at is null and consumed_at is null and expires_at > now()`,
      [day],
    )
    if (rows[0].held === 0) throw new Error('Nobody got a spot on an empty day.')
    oversold += Math.max(0, rows[0].held - CAPACITY)
  }
  return oversold
}

/** Releases the hold a customer still has, if any. */
async function releaseHolds(customer: Customer): Promise<void> {
  const { rows } = await database.query(
    `select id from holds where user_id = $1 and released_at is null and consumed_at is null and expires_at > now()`,
    [customer.id],
  )
  for (const { id } of rows) await onePerson(site.address, (ask) => release(ask, site.address, customer, id))
}
