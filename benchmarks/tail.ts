import pg from 'pg'
import { arrivals, CROWD } from './support/arrivals.ts'
import { pinTo } from './support/cores.ts'
import { guess, makeCustomers, openDays } from './support/customers.ts'
import { middleOf, p99Of, rangeOf } from './support/middle.ts'
import { MISSED } from './support/missed.ts'
import { onePerson, roundsASecond } from './support/people.ts'
import { backendsOf, withProcessors } from './support/processor-time.ts'
import { startSite } from './support/site-under-test.ts'
import { CALLS, nothing, type Took, visiting } from './support/visit.ts'

// How much longer a customer's p99 is at 70 % of the server's capacity than alone, and while others guess passwords. Customers
// arrive at random regardless of the queue, and waiting for a free connection counts.

const ROUNDS = Number(process.argv[2] ?? 5)
const isShort = ROUNDS === 1
const SECONDS = isShort ? 1 : 6
const PEOPLE = 32
const SHARE = 0.7
const GUESSERS = 32
const WANTED = { busy: 3, flooded: 4.5 }

let guessedEver = 0
const site = await startSite({ settings: { TRUST_PROXY: '127.0.0.1' } })
const database = new pg.Client(await site.databaseUrl())
await database.connect()
try {
  // PostgreSQL is already running and stays unpinned.
  pinTo(1, site.pid)
  pinTo(0)
  const customers = await makeCustomers(database, CROWD)
  const visit = visiting(site.address, customers, await openDays(site.address))
  const alone = async (): Promise<Took> => {
    const took = nothing()
    const until = performance.now() + SECONDS * 1000
    await onePerson(site.address, async (ask) => {
      while (performance.now() < until) await visit(ask, 0, performance.now(), took)
    })
    return took
  }
  const during = async (aSecond: number): Promise<Took> => {
    const took = nothing()
    await arrivals(site.address, { aSecond, seconds: SECONDS }, (ask, person, came) => visit(ask, person, came, took))
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
      () => during(SHARE * most),
    )
    const guessed = await duringGuesses(() => during(SHARE * most))
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
