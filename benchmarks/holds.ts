import pg from 'pg'
import { pinTo } from './support/cores.ts'
import { cyclesASecond, makeCustomers, openDays, refusalsASecond, sellOut } from './support/customers.ts'
import { LEAST, LEAST_SETUP, OURS, pgbench, type Where } from './support/holds-sql.ts'
import { answersASecond } from './support/load.ts'
import { middleOf, rangeOf } from './support/middle.ts'
import { MISSED } from './support/missed.ts'
import { startProgram, startSite } from './support/site-under-test.ts'

// Holds and releases per second from one process, against pgbench on the same PostgreSQL, and refusals of a sold-out day, against
// a bare Fastify "hello world", measured alternately. Every client has its own network; rate limits are on.

const PAIRS = Number(process.argv[2] ?? 5)
const SECONDS = PAIRS === 1 ? 0.5 : 3
const PEOPLE = 32

const site = await startSite({ settings: { TRUST_PROXY: '127.0.0.1' } })
const hello = await startProgram('benchmarks/support/hello.ts')
const database = new pg.Client(await site.databaseUrl())
await database.connect()
try {
  // PostgreSQL is already running and stays unpinned.
  for (const { pid } of [site, hello]) pinTo(1, pid)
  pinTo(0)
  await database.query(LEAST_SETUP)
  const customers = await makeCustomers(database, PEOPLE)
  const first = Math.min(...customers.map(({ id }) => id))
  const days = await openDays(site.address)
  console.log(
    `| claim | ratio (range of ${PAIRS} pairs) | wanted | a second | reference a second |\n|---|---|---|---|---|`,
  )
  for (const where of ['season', 'day'] as const) {
    // With a day's usual 4 spots, 32 people would measure refusals.
    await database.query(`alter table booking_config drop constraint if exists booking_config_max_capacity_check`)
    await database.query(`update booking_config set max_capacity = $1`, [where === 'day' ? PEOPLE : 4])
    const cycles = () => cyclesASecond(site.address, customers, where === 'day' ? days.slice(0, 1) : days, SECONDS)
    const reference = (sql: string) => () => referenceOf(sql, where, first)
    const [name, least, same] =
      where === 'day' ? ['on one day of 32 spots', 4, 1] : ['spread over the season', 0.3, 0.7]
    await compare(`holds and releases ${name} ÷ pgbench, the same SQL`, same as number, cycles, reference(OURS))
    await compare(`holds and releases ${name} ÷ pgbench, minimal SQL`, least as number, cycles, reference(LEAST))
  }
  await database.query(`update booking_config set max_capacity = 4`)
  await sellOut(site.address, customers, days[0]!)
  await compare(
    'refusals of a sold-out day ÷ hello world',
    0.03,
    () => refusalsASecond(site.address, customers, days[0]!, SECONDS),
    () => answersASecond(hello.address, { path: '/', status: 200 }, SECONDS, PEOPLE),
  )
} finally {
  await database.end()
  await hello.stop()
  await site.stop()
}

/** Prints one row of the table, measuring ours and the reference alternately. */
async function compare(
  name: string,
  atLeast: number,
  ours: () => Promise<number>,
  reference: () => Promise<number | undefined>,
): Promise<void> {
  const pairs: [number, number][] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    const [one, other] = [await ours(), await reference()]
    if (other === undefined)
      return console.log(`| ${name} | pgbench not found | >= ${atLeast} | ${Math.round(one)} | |`)
    pairs.push([one, other])
  }
  const ratios = pairs.map(([one, other]) => one / other)
  const perSecond = [0, 1].map((side) => Math.round(middleOf(pairs.map((pair) => pair[side]!))))
  console.log(`| ${name} | ${rangeOf(ratios, 2)} | >= ${atLeast} | ${perSecond.join(' | ')} |`)
  if (middleOf(ratios) < atLeast) process.exitCode = MISSED
}

/** pgbench counts in whole seconds. */
async function referenceOf(sql: string, where: Where, first: number): Promise<number | undefined> {
  return pgbench(await site.databaseUrl(), sql, { where, seconds: Math.ceil(SECONDS), people: PEOPLE, first })
}
