import pg from 'pg'
import { pinTo } from './support/cores.ts'
import { type Customer, hold, holding, makeCustomers, openDays, release } from './support/customers.ts'
import { LEAST, LEAST_SETUP, OURS, pgbench, type Where } from './support/holds-sql.ts'
import { answersASecond } from './support/load.ts'
import { MISSED } from './support/missed.ts'
import { onePerson, roundsASecond } from './support/people.ts'
import { startProgram, startSite } from './support/site-under-test.ts'

// How many holds and releases a second one process serves, by pgbench on the same PostgreSQL in turn, and how many refusals
// of a sold-out day, by a bare Fastify "hello world": A, B, A, B. Everybody asks from a network of their own, with the limits on.

const PAIRS = Number(process.argv[2] ?? 5)
const SECONDS = PAIRS === 1 ? 0.5 : 3
const PEOPLE = 32

const site = await startSite({ settings: { TRUST_PROXY: '127.0.0.1' } })
const hello = await startProgram('benchmarks/support/hello.ts')
const database = new pg.Client(await site.databaseUrl())
await database.connect()
try {
  // PostgreSQL was started before and stays where it likes.
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
    // With the 4 spots that a day has, 32 people on one day would measure refusals.
    await database.query(`alter table booking_config drop constraint if exists booking_config_max_capacity_check`)
    await database.query(`update booking_config set max_capacity = $1`, [where === 'day' ? PEOPLE : 4])
    const cycles = () => cyclesASecond(customers, where === 'day' ? days.slice(0, 1) : days)
    const reference = (sql: string) => () => referenceOf(sql, where, first)
    const [name, least, own] = where === 'day' ? ['on one day of 32 spots', 4, 1] : ['spread over the season', 0.3, 0.7]
    await compare(`holds and releases ${name} ÷ pgbench, the same SQL`, own as number, cycles, reference(OURS))
    await compare(`holds and releases ${name} ÷ pgbench, the least SQL`, least as number, cycles, reference(LEAST))
  }
  await database.query(`update booking_config set max_capacity = 4`)
  await sellOut(days[0]!, customers)
  const idle = await queriesSoFar()
  await new Promise((resolve) => setTimeout(resolve, 1000 * SECONDS))
  const queries = await queriesSoFar()
  const sweepsASecond = (queries - idle) / (SECONDS + 1.5)
  let refusals = 0
  let seconds = -performance.now() / 1000
  await compare(
    'refusals of a sold-out day ÷ hello world',
    0.5,
    async () => {
      const pace = await refusalsASecond(customers, days[0]!)
      refusals += pace * SECONDS
      return pace
    },
    () => answersASecond(hello.address, { path: '/', status: 200 }, SECONDS, PEOPLE),
  )
  const asked = (await queriesSoFar()) - queries
  seconds += performance.now() / 1000
  const without = Math.max(0, asked - seconds * sweepsASecond)
  console.log(
    `\nTransactions of PostgreSQL a refusal: ${(without / refusals).toFixed(4)}; with sweeps ${(asked / refusals).toFixed(4)}`,
  )
} finally {
  await database.end()
  await hello.stop()
  await site.stop()
}

/** One row of the table: ours and the reference in turn. */
async function compare(
  name: string,
  atLeast: number,
  ours: () => Promise<number>,
  reference: () => Promise<number | undefined>,
): Promise<void> {
  const pairs: [number, number][] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    const [one, other] = [await ours(), await reference()]
    if (other === undefined) return console.log(`| ${name} | no pgbench here | >= ${atLeast} | ${Math.round(one)} | |`)
    pairs.push([one, other])
  }
  const middle = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!
  const ratios = pairs.map(([one, other]) => one / other).sort((a, b) => a - b)
  const perSecond = [0, 1].map((side) => Math.round(middle(pairs.map((pair) => pair[side]!))))
  const range = `${middle(ratios).toFixed(2)} (${ratios[0]!.toFixed(2)}–${ratios.at(-1)!.toFixed(2)})`
  console.log(`| ${name} | ${range} | >= ${atLeast} | ${perSecond.join(' | ')} |`)
  if (middle(ratios) < atLeast) process.exitCode = MISSED
}

/** Each takes a spot of a day by chance and gives it back; a day that happened to be full does not count. */
async function cyclesASecond(customers: Customer[], days: string[]): Promise<number> {
  return roundsASecond(site.address, SECONDS, PEOPLE, async (ask, person) => {
    const customer = customers[person]!
    const held = await hold(ask, site.address, customer, days[Math.floor(Math.random() * days.length)]!)
    if (held) await release(ask, site.address, customer, held)
    return held !== undefined
  })
}

/** pgbench counts in whole seconds. */
async function referenceOf(sql: string, where: Where, first: number): Promise<number | undefined> {
  return pgbench(await site.databaseUrl(), sql, { where, seconds: Math.ceil(SECONDS), people: PEOPLE, first })
}

async function sellOut(day: string, customers: Customer[]): Promise<void> {
  for (const customer of customers.slice(0, 4))
    if (!(await onePerson(site.address, (ask) => hold(ask, site.address, customer, day))))
      throw new Error('A day with free spots was full.')
}

/** Of those who have no hold. */
async function refusalsASecond(customers: Customer[], day: string): Promise<number> {
  const requests = customers.map((customer) => holding(site.address, customer, day))
  return roundsASecond(site.address, SECONDS, PEOPLE, async (ask, person) => {
    const refused = await ask(requests[4 + (person % (PEOPLE - 4))]!)
    if (refused.status !== 409) throw new Error(`A hold was answered ${refused.status} ${refused.body}`)
    return true
  })
}

async function queriesSoFar(): Promise<number> {
  // A connection tells its figures a second late.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  const { rows } = await database.query(
    `select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()`,
  )
  return Number(rows[0].count)
}
