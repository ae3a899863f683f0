import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { pinTo } from './support/cores.ts'
import { guess, hold, makeCustomers, openDays, release } from './support/customers.ts'
import { middleOf, p99Of, rangeOf } from './support/middle.ts'
import { MISSED } from './support/missed.ts'
import { type Ask, onePerson, requestOf, roundsASecond } from './support/people.ts'
import { backendsOf, withProcessors } from './support/processor-time.ts'
import { startSite } from './support/site-under-test.ts'

// How much longer a customer's p99 is at 70 % of the server's capacity than alone, and while others guess passwords. Customers
// arrive at random regardless of the queue, and waiting for a free connection counts.

const ROUNDS = Number(process.argv[2] ?? 5)
const isShort = ROUNDS === 1
const SECONDS = isShort ? 1 : 6
const PEOPLE = 32
/** Enough random arrivals that hardly anyone waits for a connection. */
const CROWD = 256
const SHARE = 0.7
const GUESSERS = 32
const CALLS = ['days of a month', 'a hold', 'its release'] as const
const WANTED = { busy: 3, flooded: 4.5 }

type Took = Record<(typeof CALLS)[number], number[]>

let guessedEver = 0
const site = await startSite({ settings: { TRUST_PROXY: '127.0.0.1' } })
const database = new pg.Client(await site.databaseUrl())
await database.connect()
try {
  // PostgreSQL is already running and stays unpinned.
  pinTo(1, site.pid)
  pinTo(0)
  const customers = await makeCustomers(database, CROWD)
  const days = await openDays(site.address)
  const dayOf = (person: number) => days[person % days.length]!
  const month = requestOf(
    site.address,
    'GET',
    `/api/bookings/availability/range?startDate=${days[0]!.slice(0, 8)}01&endDate=${days[0]!.slice(0, 8)}28`,
  )

  /** One customer's calls; the first is timed from the customer's arrival. */
  const visit = async (ask: Ask, person: number, came: number, took?: Took): Promise<true> => {
    const customer = customers[person]!
    const timed = async <T>(call: keyof Took, since: number, work: Promise<T>): Promise<T> => {
      const answer = await work
      took?.[call].push(performance.now() - since)
      return answer
    }
    const { status } = await timed('days of a month', came, ask(month))
    if (status !== 200) throw new Error(`A month of availability answered ${status}.`)
    const held = await timed('a hold', performance.now(), hold(ask, site.address, customer, dayOf(person)))
    if (!held) throw new Error('Expected free spots, but the day was full.')
    await timed('its release', performance.now(), release(ask, site.address, customer, held))
    return true
  }
  const alone = async (): Promise<Took> => {
    const took = nothing()
    const until = performance.now() + SECONDS * 1000
    await onePerson(site.address, async (ask) => {
      while (performance.now() < until) await visit(ask, 0, performance.now(), took)
    })
    return took
  }
  const peak = () => roundsASecond(site.address, SECONDS / 2, PEOPLE, (ask, person) => visit(ask, person, 0))

  // Warm up.
  await peak()
  const rounds: { peak: number; idle: Took; busy: Took; flooded: Took; guesses: number; processors: number[] }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const idle = await alone()
    const most = await peak()
    const { result: busy, processors } = await withProcessors(
      [[site.pid], await backendsOf(database), [process.pid]],
      () => arrivals(SHARE * most, visit),
    )
    const guessed = await duringGuesses(() => arrivals(SHARE * most, visit))
    rounds.push({ peak: most, idle, busy, processors, ...guessed })
  }
  console.log(
    `| p99 of ${ROUNDS} rounds | alone, ms | at ${100 * SHARE} % ÷ alone (range) | wanted | during guesses ÷ alone (range) | wanted |\n|---|---|---|---|---|---|`,
  )
  for (const call of CALLS) {
    const ratios = (which: 'busy' | 'flooded') =>
      rounds.map((round) => p99Of(round[which][call]) / p99Of(round.idle[call]))
    const idle = middleOf(rounds.map((round) => p99Of(round.idle[call])))
    console.log(
      `| ${call} | ${idle.toFixed(1)} | ${rangeOf(ratios('busy'), 1)} | <= ${WANTED.busy} | ${rangeOf(ratios('flooded'), 1)} | <= ${WANTED.flooded} |`,
    )
    for (const which of ['busy', 'flooded'] as const)
      if (middleOf(ratios(which)) > WANTED[which]) process.exitCode = MISSED
  }
  const [most, guesses] = (['peak', 'guesses'] as const).map((which) => middleOf(rounds.map((round) => round[which])))
  console.log(
    `\nAt the peak ${Math.round(most!)} visits a second, three calls each; ${Math.round(guesses!)} guesses a second, each from its own address.`,
  )
  const used = [0, 1, 2].map((who) => middleOf(rounds.map(({ processors }) => processors[who]!)).toFixed(2))
  console.log(
    `At ${100 * SHARE} % of the peak the server uses ${used[0]} of a processor, PostgreSQL ${used[1]}, the load ${used[2]}.`,
  )
} finally {
  await database.end()
  await site.stop()
}

function nothing(): Took {
  return { 'days of a month': [], 'a hold': [], 'its release': [] }
}

/** Starts visits at random times at this rate, whether or not earlier ones have ended. */
async function arrivals(
  aSecond: number,
  visit: (ask: Ask, person: number, came: number, took: Took) => Promise<unknown>,
): Promise<Took> {
  const took = nothing()
  const waiting: number[] = []
  const idle: ((came: number | undefined) => void)[] = []
  const people = Promise.all(
    Array.from({ length: CROWD }, (_, person) =>
      onePerson(site.address, async (ask) => {
        for (;;) {
          const came = waiting.shift() ?? (await new Promise<number | undefined>((resolve) => idle.push(resolve)))
          if (came === undefined) return
          await visit(ask, person, came, took)
        }
      }),
    ),
  )
  const coming = async () => {
    const until = performance.now() + SECONDS * 1000
    for (let came = performance.now(); came < until; came += (1000 / aSecond) * -Math.log(1 - Math.random())) {
      while (performance.now() < came) await delay(Math.max(1, came - performance.now()))
      const someone = idle.shift()
      if (someone) someone(came)
      else waiting.push(came)
    }
    while (idle.length < CROWD) await delay(10)
    for (const leave of idle) leave(undefined)
  }
  await Promise.all([people, coming()])
  return took
}

/** Runs `work` during nonstop sign-ins with leaked credentials, each from its own address. */
async function duringGuesses(work: () => Promise<Took>): Promise<{ flooded: Took; guesses: number }> {
  let isOver = false
  let guessed = 0
  const guessing = Array.from({ length: GUESSERS }, () =>
    onePerson(site.address, async (ask) => {
      while (!isOver) {
        await guess(ask, site.address, ++guessedEver)
        guessed++
      }
    }),
  )
  const ended = work().finally(() => {
    isOver = true
  })
  const started = performance.now()
  await Promise.all([ended, ...guessing])
  return { flooded: await ended, guesses: (guessed * 1000) / (performance.now() - started) }
}
