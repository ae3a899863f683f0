import pg from 'pg'
import { pinTo } from './support/cores.ts'
import { hold, makeCustomers, openDays, release } from './support/customers.ts'
import { middleOf } from './support/middle.ts'
import { MISSED } from './support/missed.ts'
import { type Ask, onePerson, requestOf, roundsASecond } from './support/people.ts'
import { backendsOf, withProcessors } from './support/processor-time.ts'
import { startSite } from './support/site-under-test.ts'

// How much longer the slowest hundredth of a customer's calls takes at 70 % of what the server can serve than for one alone; and
// the same while others guess passwords. Customers come when they come, however long others wait, and who waits for a free
// connection waits from then on.

const ROUNDS = Number(process.argv[2] ?? 5)
const isShort = ROUNDS === 1
const SECONDS = isShort ? 1 : 6
const PEOPLE = 32
/** Of the customers that come when they come, so that hardly anybody waits for another to go. */
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
  // PostgreSQL was started before and stays where it likes.
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

  /** What a customer does, each time told from when; the first call's time begins when the customer came. */
  const visit = async (ask: Ask, person: number, came: number, took?: Took): Promise<true> => {
    const customer = customers[person]!
    const timed = async <T>(call: keyof Took, since: number, work: Promise<T>): Promise<T> => {
      const answer = await work
      took?.[call].push(performance.now() - since)
      return answer
    }
    const { status } = await timed('days of a month', came, ask(month))
    if (status !== 200) throw new Error(`A month was answered ${status}.`)
    const held = await timed('a hold', performance.now(), hold(ask, site.address, customer, dayOf(person)))
    if (!held) throw new Error('A day with free spots was full.')
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

  // What is compiled and planned at first is nobody's.
  await peak()
  const rounds: { peak: number; idle: Took; busy: Took; flooded: Took; guesses: number; processors: number[] }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const idle = await alone()
    const most = await peak()
    const { result: busy, processors } = await withProcessors(
      [[site.pid], await backendsOf(database), [process.pid]],
      () => arrivals(SHARE * most, visit),
    )
    const beside = await besideGuesses(() => arrivals(SHARE * most, visit))
    rounds.push({ peak: most, idle, busy, processors, ...beside })
  }
  console.log(
    `| p99 of ${ROUNDS} rounds | alone, ms | at ${100 * SHARE} % ÷ alone (range) | wanted | beside guesses ÷ alone (range) | wanted |\n|---|---|---|---|---|---|`,
  )
  for (const call of CALLS) {
    const ratios = (which: 'busy' | 'flooded') => rounds.map((round) => p99(round[which][call]) / p99(round.idle[call]))
    const idle = middleOf(rounds.map((round) => p99(round.idle[call])))
    console.log(
      `| ${call} | ${idle.toFixed(1)} | ${told(ratios('busy'))} | <= ${WANTED.busy} | ${told(ratios('flooded'))} | <= ${WANTED.flooded} |`,
    )
    for (const which of ['busy', 'flooded'] as const)
      if (middleOf(ratios(which)) > WANTED[which]) process.exitCode = MISSED
  }
  const [most, guesses] = (['peak', 'guesses'] as const).map((which) => middleOf(rounds.map((round) => round[which])))
  console.log(
    `\nAt the peak ${Math.round(most!)} visits a second, of three calls each; ${Math.round(guesses!)} guesses a second, each from an address of its own.`,
  )
  const used = [0, 1, 2].map((who) => middleOf(rounds.map(({ processors }) => processors[who]!)).toFixed(2))
  console.log(
    `At ${100 * SHARE} % of it the server uses ${used[0]} of a processor, PostgreSQL ${used[1]}, whoever asks ${used[2]}.`,
  )
} finally {
  await database.end()
  await site.stop()
}

function nothing(): Took {
  return { 'days of a month': [], 'a hold': [], 'its release': [] }
}

function p99(figures: number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.ceil(figures.length * 0.99) - 1]!
}

function told(ratios: number[]): string {
  return `${middleOf(ratios).toFixed(1)} (${Math.min(...ratios).toFixed(1)}–${Math.max(...ratios).toFixed(1)})`
}

/** Visits that begin by chance, so many a second, whether or not those before have ended. */
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
      while (performance.now() < came)
        await new Promise((resolve) => setTimeout(resolve, Math.max(1, came - performance.now())))
      const someone = idle.shift()
      if (someone) someone(came)
      else waiting.push(came)
    }
    while (idle.length < CROWD) await new Promise((resolve) => setTimeout(resolve, 10))
    for (const leave of idle) leave(undefined)
  }
  await Promise.all([people, coming()])
  return took
}

/**
 * Beside sign-ins with names and passwords that leaked elsewhere, each from an address of its own, as fast as they are
 * answered.
 */
async function besideGuesses(work: () => Promise<Took>): Promise<{ flooded: Took; guesses: number }> {
  let isOver = false
  let guessed = 0
  const guessing = Array.from({ length: GUESSERS }, () =>
    onePerson(site.address, async (ask) => {
      while (!isOver) {
        const nth = ++guessedEver
        const from = { 'x-forwarded-for': `20.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}` }
        const body = { usernameOrEmail: `leaked-${nth}@example.com`, password: `leaked ${nth}` }
        const { status } = await ask(requestOf(site.address, 'POST', '/api/auth/login', from, body))
        if (status !== 401) throw new Error(`A guess was answered ${status}.`)
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
