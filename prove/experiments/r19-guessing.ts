import { setTimeout as delay } from 'node:timers/promises'
import { login, register } from '@arcadia/contract/accounts'
import { createHold, releaseHold } from '@arcadia/contract/holds'
import { heldOf } from '@arcadia/contract/testing/held-of'
import type { Context, Experiment, Row } from '../experiment.ts'
import { type Client, clientOf, type Heard, ownerPassword } from '../support/client.ts'
import { aNewcomer } from '../support/people.ts'
import { seededRandom } from '../support/random.ts'
import { openDates, type System, startSystem } from '../support/system.ts'

const GUESSERS = 32
/** Guesses from one address and again from `addresses`, leaked credential pairs, timed sign-ins, and flood rounds. */
const FULL = { guesses: 10_000, addresses: 1000, pairs: 100_000, timings: 20_000, floods: 10 }
const SHORT_FORM = { guesses: 300, addresses: 100, pairs: 400, timings: 400, floods: 3 }
const EVALUATED_PER_ACCOUNT = 100
const EVALUATED_PER_NETWORK = 50
/** Threshold for Welch's t; equal timings exceed it once in hundreds of thousands of runs. */
const TELLS_APART = 4.5

const FLOOD_A_SECOND = 200
const FLOOD_SECONDS = 8
const BOOKERS = 4
const SLOWER_IN_A_FLOOD = 2

/** Networks that guess at once, each with many connections that retry as soon as they are answered. */
const GUESSING_NETWORKS = 30
const CONNECTIONS_PER_NETWORK = 32
const GUESSING_SECONDS = { short: 20, full: 120 }
/** A customer from a new network, one from a browser of before, and an owner, each waits at most this long. */
const SIGNED_IN_WITHIN_MS = { stranger: 10_000, known: 1000, owner: 1000 }

const PASSWORD = 'nobody guesses this one'
let strangersFrom = 3_000_000
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
  title: 'Passwords cannot be guessed',
  async run(context) {
    const scale = context.minutes === undefined ? SHORT_FORM : FULL
    const failures: string[] = []
    const hear = ({ method, path, status, body }: Heard) => {
      if (status === 0 || (status >= 500 && status !== 503))
        failures.push(`${method} ${path} ${status} ${JSON.stringify(body)}`)
    }
    const settings = { RATE_LIMITS: 'on', TRUST_PROXY: '1' }
    const system = await startSystem(2, { settings, hear })
    try {
      const rows = [
        await oneAccount(system, scale, context),
        await stuffing(system, scale, context),
        await timing(system, scale, context),
        await flood(system, scale, context),
        await guessingNetworks(system, scale, context),
      ]
      for (const line of failures.slice(0, 10)) console.error(`    ${line}`)
      return [
        ...rows,
        {
          what: 'server errors (5xx except 503, or no answer)',
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

type Scale = typeof FULL

/** Guesses one account's password, from one address and then from many. Returns how many guesses were checked. */
async function guess({ servers }: System, username: string, { guesses, addresses }: Scale): Promise<number> {
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

async function oneAccount(system: System, scale: Scale, { say }: Context): Promise<Row> {
  const server = system.servers[0]!
  const username = await anAccount(server, 1)
  const evaluated = await guess(system, username, scale)
  const rightOne = { usernameOrEmail: username, password: PASSWORD }
  const stranger = await server.answer(login, { body: rightOne, ...from(999) })
  const owner = await server.answer(login, { body: rightOne, ...from(1) })
  say(
    `${evaluated} guesses were checked; the owner's sign-in from elsewhere ${stranger.status}, from home ${owner.status}`,
  )
  // The saboteur: failed sign-ins are not recorded.
  await system.pool.query(
    "create function forget_failure() returns trigger language plpgsql as 'begin return null; end'",
  )
  await system.pool.query(
    'create trigger forget before insert on sign_in_failures for each row execute function forget_failure()',
  )
  const unprotected = await anAccount(server, 2)
  const sabotaged = await guess(system, unprotected, { ...scale, guesses: 150, addresses: 100 })
  await system.pool.query('drop trigger forget on sign_in_failures')
  return {
    what: 'guesses at one account that were checked against its password; its owner still signs in from a known network',
    tried: `${scale.guesses} from one address, ${scale.guesses} from ${scale.addresses}`,
    figure: `${evaluated}; the owner ${owner.status}`,
    bar: `${EVALUATED_PER_ACCOUNT}; 200`,
    held: evaluated > 0 && evaluated <= EVALUATED_PER_ACCOUNT && owner.status === 200,
    saboteurCaught: sabotaged > EVALUATED_PER_ACCOUNT,
  }
}

/** Tries leaked credentials of other sites, each once, from one network. */
async function stuffing({ servers }: System, { pairs }: Scale, { say }: Context): Promise<Row> {
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
  say(`${found.evaluated} of ${pairs} pairs were checked`)
  return {
    what: 'leaked credentials of other sites, each tried once from one network: checked; signed in',
    tried: `${pairs} pairs`,
    figure: `${found.evaluated}; ${found.signedIn}`,
    // The run may span two 15-minute windows.
    bar: `${EVALUATED_PER_NETWORK} in 15 minutes; 0`,
    held: found.evaluated > 0 && found.evaluated <= 2 * EVALUATED_PER_NETWORK && found.signedIn === 0,
  }
}

/** Times wrong passwords for existing and unknown names, in an order set by the seed. */
async function timing(system: System, { timings }: Scale, { seed, say }: Context): Promise<Row> {
  const server = system.servers[0]!
  const names: string[] = []
  // Eight guesses per name, each from another network, stay below the rate limit.
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
  // The saboteur: recording a failure takes longer for an existing account.
  await system.pool.query(`
    create function slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.04); return new; end $$;
    create trigger slow before insert on sign_in_failures for each row when (new.account like 'user:%')
      execute function slowly()`)
  await system.pool.query('delete from sign_in_failures')
  const sabotaged = await measure(Math.min(timings, 400))
  await system.pool.query('drop trigger slow on sign_in_failures')
  return {
    what: 'a wrong password takes the same time for existing and unknown names (Welch’s t)',
    tried: `${timings} sign-ins`,
    figure: `t = ±${Math.abs(t).toFixed(2)}`,
    bar: `below ${TELLS_APART}`,
    held: Math.abs(t) < TELLS_APART,
    saboteurCaught: Math.abs(sabotaged) >= TELLS_APART,
  }
}

/** People hold spots, alternating between quiet rounds and floods of two hundred sign-ins a second. */
async function flood(system: System, { floods }: Scale, { say }: Context): Promise<Row> {
  const took = { quiet: [] as number[], flooded: [] as number[] }
  const answers = new Map<number, number>()
  // The same people throughout, because new accounts per network and hour are limited.
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
  const statuses = [...answers].sort().map(([status, times]) => `${times} × ${status}`)
  say(
    `sign-ins were answered ${statuses.join(', ')}; holds ${took.quiet.length} quiet, ${took.flooded.length} in the flood`,
  )
  return {
    what: `p99 of holds during ${FLOOD_A_SECOND} wrong sign-ins a second, each from another network, against quiet`,
    tried: `${took.flooded.length} holds in the flood and ${took.quiet.length} quiet ones, in ${floods} rounds; sign-ins ${statuses.join(', ')}`,
    figure: `${(flooded / quiet).toFixed(1)} times: ${flooded.toFixed(0)} ms, ${quiet.toFixed(0)} quiet`,
    bar: `${SLOWER_IN_A_FLOOD} times`,
    // A flood refused before any password is checked would prove nothing.
    held: flooded <= SLOWER_IN_A_FLOOD * quiet && answers.has(401),
  }
}

/** Clients with connections of their own, so honest people don't wait behind guesses on this side. */
const strangersTo = ({ servers }: System) =>
  servers.map(({ url }) => clientOf(url, undefined, { maxSockets: Number.POSITIVE_INFINITY }))

/** Holds and releases spots for some seconds and returns how long each hold took. */
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
        const { holdId } = heldOf(await server.call(createHold, { token, body }))
        took.push(performance.now() - started)
        await server.call(releaseHold, { token, params: { id: holdId } })
      }
    }),
  )
  return took
}

/** Sends sign-ins at a fixed rate, without waiting for answers. */
async function pour(system: System, round: number, answers: Map<number, number>): Promise<void> {
  const strangers = strangersTo(system)
  const sent: Promise<void>[] = []
  const started = performance.now()
  for (let nth = 0; nth < FLOOD_A_SECOND * FLOOD_SECONDS; nth++) {
    await delay(Math.max(0, started + (nth * 1000) / FLOOD_A_SECOND - performance.now()))
    const body = { usernameOrEmail: `flood-${round}-${nth}@example.com`, password: 'not this one' }
    const signIn = strangers[nth % strangers.length]!.answer(login, {
      body,
      ...from(1_000_000 + round * 10_000 + nth),
    })
    sent.push(signIn.then(({ status }) => void answers.set(status, (answers.get(status) ?? 0) + 1)))
  }
  await Promise.all(sent)
}

/** Welch's t without the slowest 1% of each sample, which is machine noise. */
function welch(one: number[], other: number[]): number {
  const [a, b] = [one, other].map((values) => {
    const kept = values.sort((x, y) => x - y).slice(0, Math.ceil(values.length * 0.99))
    const mean = kept.reduce((sum, value) => sum + value, 0) / kept.length
    const variance = kept.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (kept.length - 1)
    return { mean, error: variance / kept.length }
  })
  return (a!.mean - b!.mean) / Math.sqrt(a!.error + b!.error)
}

type Honest = keyof typeof SIGNED_IN_WITHIN_MS

/** People sign in while thirty networks guess name after name, with the figures of a quiet time beside them. */
async function guessingNetworks(system: System, { floods }: Scale, { say }: Context): Promise<Row> {
  const seconds = floods === FULL.floods ? GUESSING_SECONDS.full : GUESSING_SECONDS.short
  const username = await anAccount(system.servers[0]!, 3)
  await system.owner()
  const quiet = await signInAll(system, username, 5)
  const flood = new AbortController()
  const guesses = guessFromNetworks(system, flood.signal)
  // The queue is full before anybody comes.
  await delay(2000)
  const flooded = await signInAll(system, username, seconds)
  flood.abort()
  const answers = await guesses
  // The saboteur: every sign-in is remembered as one of an unknown network, so nobody keeps a place.
  await system.pool.query(`
    create function forget_origin() returns trigger language plpgsql as 'begin return null; end';
    create trigger forget before insert or update on known_origins for each row execute function forget_origin()`)
  await system.pool.query('delete from known_origins; delete from sign_in_failures; delete from rate_counters')
  const again = new AbortController()
  const moreGuesses = guessFromNetworks(system, again.signal)
  await delay(2000)
  const sabotaged = await signInAll(system, username, 10)
  again.abort()
  await moreGuesses
  await system.pool.query('drop trigger forget on known_origins')
  const statuses = [...answers].sort().map(([status, times]) => `${times} × ${status}`)
  const told = (times: Record<Honest, number[]>) =>
    Object.entries(times).map(([who, all]) => `${who} ${all.length} times, slowest ${Math.max(...all).toFixed(0)} ms`)
  say(`quiet: ${told(quiet).join('; ')}`)
  say(`during ${statuses.join(', ')}: ${told(flooded).join('; ')}`)
  say(`sabotaged: ${told(sabotaged).join('; ')}`)
  const isOpen = (times: Record<Honest, number[]>) =>
    Object.entries(SIGNED_IN_WITHIN_MS).every(([who, ms]) => times[who as Honest].every((took) => took <= ms))
  const slowest = (times: Record<Honest, number[]>) =>
    Object.values(times).map((all) => `${Math.max(...all).toFixed(0)}`)
  return {
    what: `the slowest sign-in of a customer from a new network, of one from a known network, and of the owner, while ${GUESSING_NETWORKS} networks with ${CONNECTIONS_PER_NETWORK} connections each guess`,
    tried: `${Object.values(flooded).flat().length} sign-ins in ${seconds} s; guesses ${statuses.join(', ')}`,
    figure: `${slowest(flooded).join(', ')} ms; quiet ${slowest(quiet).join(', ')} ms`,
    bar: `${Object.values(SIGNED_IN_WITHIN_MS).join(', ')} ms`,
    held: isOpen(flooded) && answers.has(401),
    saboteurCaught: !isOpen(sabotaged),
  }
}

/** Guesses name after name from each network, on all its connections, without a pause, until the signal. */
async function guessFromNetworks(system: System, signal: AbortSignal): Promise<Map<number, number>> {
  const answers = new Map<number, number>()
  const guessers = strangersTo(system)
  const connections = GUESSING_NETWORKS * CONNECTIONS_PER_NETWORK
  await Promise.all(
    Array.from({ length: connections }, async (_, nth) => {
      for (let guessed = 0; !signal.aborted; guessed++) {
        const body = { usernameOrEmail: `name-${nth}-${guessed}@example.com`, password: 'not this one' }
        const network = from(2_000_000 + (nth % GUESSING_NETWORKS))
        const { status } = await guessers[Math.floor(nth / GUESSING_NETWORKS) % guessers.length]!.answer(login, {
          body,
          ...network,
        })
        answers.set(status, (answers.get(status) ?? 0) + 1)
      }
    }),
  )
  return answers
}

/** Signs in as each of them, one after the other, for some seconds. A refused sign-in counts as endless. */
async function signInAll({ servers }: System, username: string, seconds: number): Promise<Record<Honest, number[]>> {
  const took: Record<Honest, number[]> = { stranger: [], known: [], owner: [] }
  const until = performance.now() + seconds * 1000
  const come = async (who: Honest, usernameOrEmail: string, password: string, network: () => number) => {
    // What the browser keeps of its first sign-in; it is good for as long as it signs in again.
    const cookie: Record<string, string> = who === 'stranger' ? {} : { cookie: `known_browser=${who.padEnd(43, '-')}` }
    while (performance.now() < until) {
      const started = performance.now()
      const server = servers[took[who].length % servers.length]!
      const headers = { ...from(network()).headers, ...cookie }
      const { status } = await server.answer(login, { body: { usernameOrEmail, password }, headers })
      took[who].push(status === 200 ? performance.now() - started : Number.POSITIVE_INFINITY)
      await delay(500)
    }
  }
  let newNetwork = strangersFrom
  await Promise.all([
    come('stranger', username, PASSWORD, () => newNetwork++),
    come('known', username, PASSWORD, () => 3),
    come('owner', 'admin', ownerPassword, () => 4),
  ])
  strangersFrom = newNetwork
  return took
}
