import { setTimeout as delay } from 'node:timers/promises'
import type { Context, Experiment, Row } from '../experiment.ts'
import { differencesInBooks, orphans, overdrawn, untilSettled } from '../support/books.ts'
import type { Heard } from '../support/client.ts'
import { watchDays } from '../support/day-watch.ts'
import { hasProgram } from '../support/nginx.ts'
import { onceConnected } from '../support/postgres.ts'
import { seededRandom } from '../support/random.ts'
import { debianPrograms, type End, startReplicas } from '../support/replicas.ts'
import { openSeason } from '../support/season.ts'
import { openDates, startSystemOn } from '../support/system.ts'

const PROCESSES = 2
const CLIENTS = 32
/** From the end of the primary to the first thing that is written again, and the standby's promotion is part of it. */
const BACK_WITHIN_MS = 15_000
const SETTLED_WITHIN = 180

export const failover: Experiment = {
  id: 'E1',
  title: 'The machine of the database is lost, and its standby takes over',
  async run({ seed, minutes, say }) {
    const programs = debianPrograms()
    if (!programs || !hasProgram('haproxy', '-v')) {
      say('Skipped: it needs a PostgreSQL with pg_basebackup and HAProxy (apt-get install postgresql haproxy).')
      return []
    }
    const until = Date.now() + (minutes ?? 0) * 60_000
    const isOver = (losses: number) => losses >= 2 && Date.now() > until
    const run = await play(seed, programs, { isSynchronous: true }, isOver, say)
    say('and once behind a balancer that knows no roles, which sends to the standby before it is promoted')
    const blind = await play(seed, programs, { isSynchronous: true, knowsRoles: false }, (losses) => losses >= 1, say)
    say('and once with a standby that nobody waits for')
    const sabotaged = await play(seed, programs, { isSynchronous: false }, (losses) => losses >= 1, say)
    return rows(run, blind, sabotaged)
  },
}

interface Told {
  operations: number
  acknowledged: number
  reads: number
  /** Milliseconds until the standby was promoted, and until something was written again. */
  promoted: number[]
  back: number[]
  unexplained: string[]
  days: string[]
  cents: string[]
  failures: string[]
  /** Connections of ours to a primary of yesterday. */
  strays: number
  settledWithin: number | undefined
}

async function play(
  seed: number,
  programs: string,
  how: { isSynchronous: boolean; knowsRoles?: boolean },
  isOver: (losses: number) => boolean,
  say: Context['say'],
): Promise<Told> {
  const failures: string[] = []
  let written = 0
  const hear = ({ method, path, status, body }: Heard) => {
    if (method === 'POST' && status === 201) written++
    // 502 and 503 say that something is away, and 0 that nobody answered.
    if (status >= 500 && status !== 502 && status !== 503)
      failures.push(`${method} ${path} ${status} ${JSON.stringify(body)}`)
  }
  const replicas = await startReplicas(programs, how)
  const system = await startSystemOn(replicas, PROCESSES, { hear })
  try {
    const owner = await system.owner()
    const dates = (await openDates(system.servers[0]!)).slice(-30)
    const watch = await watchDays(system.pool)
    const random = seededRandom(seed)
    const players = { owner, provider: system.provider, dates, customers: 60, watch, name: `failover-${seed}` }
    const season = await openSeason({ ...players, server: (random) => random.pick(system.servers) }, random)
    let isDone = false
    let operations = 0
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      const random = seededRandom(seed * 1000 + client)
      while (!isDone) {
        const started = Date.now()
        await season.step(random)
        operations++
        // Who is refused at once tries again as a person would, not as a machine.
        if (Date.now() - started < 20) await delay(20)
      }
    })
    const promoted: number[] = []
    const back: number[] = []
    let strays = 0
    const ends: End[] = ['killed', 'frozen']
    while (!isOver(back.length)) {
      await delay(3000)
      // What is acknowledged while nothing reaches the standby is what can be lost.
      const before = season.told.length
      replicas.cutLink()
      for (let waited = 0; waited < 2000 && season.told.length < before + 3; waited += 50) await delay(50)
      const end = ends[back.length % ends.length]!
      const lost = performance.now()
      promoted.push(await replicas.losePrimary(end))
      const then = written
      while (written === then && performance.now() - lost < 60_000) await delay(10)
      back.push(performance.now() - lost)
      await replicas.startLostOne()
      await delay(2000)
      strays += await connectionsOfOurs(replicas.lostUrl())
      await replicas.rejoin()
      say(
        `${end} ${back.length}: promoted after ${Math.round(promoted.at(-1)!)} ms, something written after ${Math.round(back.at(-1)!)} ms`,
      )
    }
    isDone = true
    await Promise.all(clients)
    const settledWithin = how.isSynchronous ? await untilSettled(system.pool, SETTLED_WITHIN) : undefined
    await watch.stop()
    await season.readAll(system.servers[0]!)
    const stray = await orphans(system.pool)
    return {
      operations,
      acknowledged: season.told.length,
      reads: season.reads.count,
      promoted,
      back,
      unexplained: season.unexplained,
      days: watch.violations,
      cents: [
        ...(await differencesInBooks(system)),
        ...(await overdrawn(system.pool)),
        ...(stray ? [`${stray} captured charges belong to nothing`] : []),
      ],
      failures,
      strays,
      settledWithin,
    }
  } finally {
    await system.close()
  }
}

async function connectionsOfOurs(url: string): Promise<number> {
  const count = "select count(*)::integer as n from pg_stat_activity where application_name like 'arcadia%'"
  const { rows } = await onceConnected(url, (client) => client.query<{ n: number }>(count))
  return rows[0]!.n
}

function rows(run: Told, blind: Told, sabotaged: Told): Row[] {
  const both = [run, blind]
  const unexplained = both.flatMap((told) => [...told.unexplained, ...told.days])
  const cents = both.flatMap((told) => told.cents)
  const failures = both.flatMap((told) => told.failures)
  for (const line of [...unexplained, ...cents, ...failures].slice(0, 20)) console.error(`    ${line}`)
  const sum = (of: (told: Told) => number) => both.reduce((total, told) => total + of(told), 0)
  const losses = sum((told) => told.back.length)
  const most = (of: (told: Told) => number[]) => (Math.max(...both.flatMap(of)) / 1000).toFixed(1)
  const settled = both.map((told) => told.settledWithin ?? Number.POSITIVE_INFINITY)
  return [
    {
      what: 'bookings that were acknowledged and are not there, or answers that no order explains',
      tried: `${losses} primaries lost (killed, or silent with their connections open), the standby cut off just before; ${sum((told) => told.operations)} operations of ${CLIENTS} people in ${PROCESSES} processes, ${sum((told) => told.acknowledged)} bookings acknowledged, ${sum((told) => told.reads)} reads of them`,
      figure: `${unexplained.length}`,
      bar: '0',
      held: unexplained.length === 0 && run.acknowledged > 0,
      saboteurCaught: sabotaged.unexplained.length > 0,
    },
    {
      what: 'until something is written again, by itself',
      tried: `${losses} times`,
      figure: `${most((told) => told.back)} s at most, of which ${most((told) => told.promoted)} s until the standby was promoted`,
      bar: `${BACK_WITHIN_MS / 1000} s`,
      held: both.every((told) => told.back.every((took) => took <= BACK_WITHIN_MS)),
    },
    {
      what: "our books and the provider's afterwards",
      tried: 'twice',
      figure: `${cents.length} differences; the last unknown payment settled within ${Math.max(...settled).toFixed(0)} s`,
      bar: '0',
      held: cents.length === 0 && settled.every(Number.isFinite),
      saboteurCaught: sabotaged.cents.length > 0,
    },
    {
      what: 'failures of ours (500); connections to a primary of yesterday that came back',
      tried: 'throughout',
      figure: `${failures.length}; ${run.strays}`,
      bar: '0; 0',
      held: failures.length === 0 && run.strays === 0,
    },
  ]
}
