import { setTimeout as delay } from 'node:timers/promises'
import { login, register } from '@arcadia/contract/accounts'
import { createHold, releaseHold } from '@arcadia/contract/holds'
import type { Context, Experiment, Row } from '../experiment.ts'
import type { Client, Heard } from '../support/client.ts'
import { aNewcomer } from '../support/people.ts'
import { seededRandom } from '../support/random.ts'
import { openDates, type System, startSystem } from '../support/system.ts'

const GUESSERS = 32
/** In full: guesses from one address, and as many from a thousand; pairs of other sites' leaks; sign-ins that are timed. */
const FULL = { guesses: 10_000, addresses: 1000, pairs: 100_000, timings: 20_000, floods: 10 }
const SHORT_FORM = { guesses: 300, addresses: 100, pairs: 400, timings: 400, floods: 3 }
const EVALUATED_OF_AN_ACCOUNT = 100
const EVALUATED_OF_A_NETWORK = 50
/** Of Welch's test: 20,000 timings that give nothing away stay below it but once in hundreds of thousands. */
const TELLS_APART = 4.5

const FLOOD_A_SECOND = 200
const FLOOD_SECONDS = 8
const BOOKERS = 4
const SLOWER_IN_A_FLOOD = 2

const PASSWORD = 'nobody guesses this one'
const addressOf = (nth: number) => `203.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`
const from = (nth: number) => ({ headers: { 'x-forwarded-for': addressOf(nth) } })

let made = 0
async function anAccount(server: Client, network: number): Promise<string> {
  const username = `target-${++made}`
  const account = { username, email: `${username}@example.com`, phoneNumber: '(863) 555-0142', password: PASSWORD }
  await server.call(register, { body: account, ...from(network) })
  return username
}

export const guessing: Experiment = {
  id: 'R19',
  title: 'Passwords are not guessed',
  async run(context) {
    const much = context.minutes === undefined ? SHORT_FORM : FULL
    const failures: string[] = []
    const hear = ({ method, path, status, body }: Heard) => {
      if (status === 0 || (status >= 500 && status !== 503))
        failures.push(`${method} ${path} ${status} ${JSON.stringify(body)}`)
    }
    const settings = { RATE_LIMITS: 'on', TRUST_PROXY: '1' }
    const system = await startSystem(2, { settings, hear })
    try {
      const rows = [
        await oneAccount(system, much, context),
        await stuffing(system, much, context),
        await timing(system, much, context),
        await flood(system, much, context),
      ]
      for (const line of failures.slice(0, 10)) console.error(`    ${line}`)
      return [
        ...rows,
        {
          what: 'answers that are failures of ours (5xx but 503, or none)',
          tried: 'throughout',
          figure: `${failures.length}`,
          bar: '0',
          held: failures.length === 0,
        },
      ]
    } finally {
      await system.close()
    }
  },
}

type Much = typeof FULL

/** Guesses at one account, from one address and then from many. How many of them were compared with the password. */
async function guess({ servers }: System, username: string, { guesses, addresses }: Much): Promise<number> {
  let evaluated = 0
  for (const networks of [1, addresses]) {
    let nth = 0
    await Promise.all(
      Array.from({ length: GUESSERS }, async () => {
        while (nth < guesses) {
          const body = { usernameOrEmail: username, password: `guess ${nth}` }
          const server = servers[nth % servers.length]!
          const { status } = await server.answer(login, { body, ...from(1000 + (nth++ % networks)) })
          if (status === 401) evaluated++
        }
      }),
    )
  }
  return evaluated
}

async function oneAccount(system: System, much: Much, { say }: Context): Promise<Row> {
  const server = system.servers[0]!
  const username = await anAccount(server, 1)
  const evaluated = await guess(system, username, much)
  const rightOne = { usernameOrEmail: username, password: PASSWORD }
  const stranger = await server.answer(login, { body: rightOne, ...from(999) })
  const owner = await server.answer(login, { body: rightOne, ...from(1) })
  say(
    `${evaluated} guesses were evaluated; the owner's sign-in from elsewhere ${stranger.status}, from home ${owner.status}`,
  )
  // Nothing that failed is written down.
  await system.pool.query(
    "create function forget_failure() returns trigger language plpgsql as 'begin return null; end'",
  )
  await system.pool.query(
    'create trigger forget before insert on sign_in_failures for each row execute function forget_failure()',
  )
  const unprotected = await anAccount(server, 2)
  const sabotaged = await guess(system, unprotected, { ...much, guesses: 150, addresses: 100 })
  await system.pool.query('drop trigger forget on sign_in_failures')
  return {
    what: 'guesses at one account that were compared with its password, from one address and from many; its owner gets in from a network of before',
    tried: `${much.guesses} from one address, ${much.guesses} from ${much.addresses}`,
    figure: `${evaluated}; the owner ${owner.status}`,
    bar: `${EVALUATED_OF_AN_ACCOUNT}; 200`,
    held: evaluated > 0 && evaluated <= EVALUATED_OF_AN_ACCOUNT && owner.status === 200,
    saboteurCaught: sabotaged > EVALUATED_OF_AN_ACCOUNT,
  }
}

/** Names and passwords that leaked elsewhere, each once, from one network. */
async function stuffing({ servers }: System, { pairs }: Much, { say }: Context): Promise<Row> {
  let nth = 0
  const found = { evaluated: 0, signedIn: 0 }
  await Promise.all(
    Array.from({ length: GUESSERS }, async () => {
      while (nth < pairs) {
        const body = { usernameOrEmail: `leaked-${nth}@example.com`, password: `leaked ${nth}` }
        const { status } = await servers[nth++ % servers.length]!.answer(login, { body, ...from(7) })
        if (status === 401) found.evaluated++
        if (status === 200) found.signedIn++
      }
    }),
  )
  say(`${found.evaluated} of ${pairs} pairs were evaluated`)
  return {
    what: 'pairs of other sites, each tried once from one network, that were looked at, and that signed in',
    tried: `${pairs} pairs`,
    figure: `${found.evaluated}; ${found.signedIn}`,
    // Two quarters of an hour may be touched.
    bar: `${EVALUATED_OF_A_NETWORK} in 15 minutes; 0`,
    held: found.evaluated > 0 && found.evaluated <= 2 * EVALUATED_OF_A_NETWORK && found.signedIn === 0,
  }
}

/** How long a wrong password takes, for names that exist and names that do not, in turns that nothing decides but the seed. */
async function timing(system: System, { timings }: Much, { seed, say }: Context): Promise<Row> {
  const server = system.servers[0]!
  const names: string[] = []
  // A name is guessed at eight times from as many networks, below what holds guesses up.
  for (let n = 0; n < timings / 16 + 1; n++) names.push(await anAccount(server, 50_000 + n))
  const measure = async (times: number) => {
    const random = seededRandom(seed)
    const took = { existing: [] as number[], unknown: [] as number[] }
    for (let n = 0; n < times; n++) {
      const kind = random.percent(50) ? ('existing' as const) : ('unknown' as const)
      const nth = took[kind].length % names.length
      const usernameOrEmail = kind === 'existing' ? names[nth]! : names[nth]!.replace('target', 'nobody')
      const started = performance.now()
      await server.answer(login, { body: { usernameOrEmail, password: 'not this one' }, ...from(100_000 + n) })
      took[kind].push(performance.now() - started)
    }
    return welch(took.existing, took.unknown)
  }
  const t = await measure(timings)
  say(`existing and unknown names: t = ${t.toFixed(2)}`)
  // To write down that it failed costs a little more where there is an account.
  await system.pool.query(`
    create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.04); return new; end $$;
    create trigger slow before insert on sign_in_failures for each row when (new.account like 'user:%')
      execute function slowly()`)
  await system.pool.query('delete from sign_in_failures')
  const sabotaged = await measure(Math.min(timings, 400))
  await system.pool.query('drop trigger slow on sign_in_failures')
  return {
    what: 'a wrong password for a name that exists and for one that does not take the same time (Welch’s t)',
    tried: `${timings} sign-ins`,
    figure: `t = ±${Math.abs(t).toFixed(2)}`,
    bar: `below ${TELLS_APART}`,
    held: Math.abs(t) < TELLS_APART,
    saboteurCaught: Math.abs(sabotaged) >= TELLS_APART,
  }
}

/** People hold spots while two hundred others a second sign in, in turns with times when nobody does. */
async function flood(system: System, { floods }: Much, { say }: Context): Promise<Row> {
  const took = { quiet: [] as number[], flooded: [] as number[] }
  const answers = new Map<number, number>()
  // They are the same people throughout: a network makes so many accounts an hour and no more.
  const bookers = await Promise.all(
    Array.from({ length: BOOKERS }, (_, nth) => aNewcomer(system.servers[nth % system.servers.length]!)),
  )
  await book(system, bookers, FLOOD_SECONDS)
  for (let round = 0; round < floods; round++) {
    took.quiet.push(...(await book(system, bookers, FLOOD_SECONDS)))
    const [times] = await Promise.all([book(system, bookers, FLOOD_SECONDS), pour(system, round, answers)])
    took.flooded.push(...times)
  }
  const p99 = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!
  const [quiet, flooded] = [p99(took.quiet), p99(took.flooded)]
  const told = [...answers].sort().map(([status, times]) => `${times} × ${status}`)
  say(
    `sign-ins were answered ${told.join(', ')}; holds ${took.quiet.length} quiet, ${took.flooded.length} in the flood`,
  )
  return {
    what: `holds while ${FLOOD_A_SECOND} others a second sign in with wrong passwords, from as many networks: the slowest hundredth, to the same without them`,
    tried: `${took.flooded.length} holds and ${took.quiet.length} quiet ones, in ${floods} turns; sign-ins ${told.join(', ')}`,
    figure: `${(flooded / quiet).toFixed(1)} times: ${flooded.toFixed(0)} ms, ${quiet.toFixed(0)} quiet`,
    bar: `${SLOWER_IN_A_FLOOD} times`,
    // A flood that is turned away before any password is checked proves nothing.
    held: flooded <= SLOWER_IN_A_FLOOD * quiet && answers.has(401),
  }
}

/** How long each hold of a few people (their tokens) took, one after the other, for so many seconds. */
async function book({ servers }: System, bookers: string[], seconds: number): Promise<number[]> {
  const dates = await openDates(servers[0]!)
  const took: number[] = []
  await Promise.all(
    bookers.map(async (token, nth) => {
      const server = servers[nth % servers.length]!
      const until = performance.now() + seconds * 1000
      for (let n = nth; performance.now() < until; n += BOOKERS) {
        const body = { selectedDate: dates[n % dates.length]!, numberOfGuests: 1 }
        const started = performance.now()
        const { holdId } = await server.call(createHold, { token, body })
        took.push(performance.now() - started)
        await server.call(releaseHold, { token, params: { id: holdId } })
      }
    }),
  )
  return took
}

/** As many a second, whether or not the ones before were answered. */
async function pour({ servers }: System, round: number, answers: Map<number, number>): Promise<void> {
  const sent: Promise<void>[] = []
  const started = performance.now()
  for (let nth = 0; nth < FLOOD_A_SECOND * FLOOD_SECONDS; nth++) {
    await delay(Math.max(0, started + (nth * 1000) / FLOOD_A_SECOND - performance.now()))
    const body = { usernameOrEmail: `flood-${round}-${nth}@example.com`, password: 'not this one' }
    const asked = servers[nth % servers.length]!.answer(login, { body, ...from(1_000_000 + round * 10_000 + nth) })
    sent.push(asked.then(({ status }) => void answers.set(status, (answers.get(status) ?? 0) + 1)))
  }
  await Promise.all(sent)
}

/** The slowest hundredth of either is left out: it is the machine's. */
function welch(one: number[], other: number[]): number {
  const [a, b] = [one, other].map((values) => {
    const kept = values.sort((x, y) => x - y).slice(0, Math.ceil(values.length * 0.99))
    const mean = kept.reduce((sum, value) => sum + value, 0) / kept.length
    const variance = kept.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (kept.length - 1)
    return { mean, error: variance / kept.length }
  })
  return (a!.mean - b!.mean) / Math.sqrt(a!.error + b!.error)
}
