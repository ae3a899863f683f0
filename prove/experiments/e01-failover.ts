import { setTimeout as delay } from 'node:timers/promises'
import type { Context, Experiment, Row } from '../experiment.ts'
import { problemsInBooks, untilSettled } from '../support/books.ts'
import type { Heard } from '../support/client.ts'
import { watchDays } from '../support/day-watch.ts'
import { hasProgram } from '../support/nginx.ts'
import { onceConnected } from '../support/postgres.ts'
import { seededRandom } from '../support/random.ts'
import { debianPrograms, type End, startReplicas } from '../support/replicas.ts'
import { actUntil, openSeason } from '../support/season.ts'
import { openDates, startSystemOn } from '../support/system.ts'

const PROCESSES = 2
const CLIENTS = 32
/** From losing the primary to the next successful write, including promotion of the standby. */
const BACK_WITHIN_MS = 15_000
const SETTLED_WITHIN = 180

export const failover: Experiment = {
  id: 'E1',
  title: 'The standby takes over when the database machine is lost',
  async run({ seed, minutes, say }) {
    const programs = debianPrograms()
    if (!programs || !hasProgram('haproxy', '-v')) {
      say('Skipped: needs PostgreSQL with pg_basebackup, and HAProxy (apt-get install postgresql haproxy).')
      return []
    }
    const until = Date.now() + (minutes ?? 0) * 60_000
    const isOver = (losses: number) => losses >= 2 && Date.now() > until
    const run = await play(seed, programs, { isSynchronous: true }, isOver, say)
    say('again, behind a balancer without role checks, which sends to the standby before it is promoted')
    const blind = await play(seed, programs, { isSynchronous: true, knowsRoles: false }, (losses) => losses >= 1, say)
    say('again, with an asynchronous standby')
    const sabotaged = await play(seed, programs, { isSynchronous: false }, (losses) => losses >= 1, say)
    return rows(run, blind, sabotaged)
  },
}

interface Run {
  operations: number
  acknowledged: number
  reads: number
  /** Milliseconds until the standby was promoted, and until the next successful write. */
  promoted: number[]
  back: number[]
  unexplained: string[]
  days: string[]
  cents: string[]
  failures: string[]
  /** Our connections to the old primary after it came back. */
  strays: number
  settledWithin: number | undefined
}

async function play(
  seed: number,
  programs: string,
  how: { isSynchronous: boolean; knowsRoles?: boolean },
  isOver: (losses: number) => boolean,
  say: Context['say'],
): Promise<Run> {
  const failures: string[] = []
  let written = 0
  const hear = ({ method, path, status, body }: Heard) => {
    if (method === 'POST' && status === 201) written++
    // 502, 503 and 0 (no answer) are expected while something is down.
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
    const acting = actUntil(season, seed, CLIENTS, () => isDone)
    const promoted: number[] = []
    const back: number[] = []
    let strays = 0
    const ends: End[] = ['killed', 'frozen']
    while (!isOver(back.length)) {
      await delay(3000)
      // Bookings acknowledged while replication is cut are the ones that could be lost.
      const before = season.acknowledged.length
      replicas.cutLink()
      for (let waited = 0; waited < 2000 && season.acknowledged.length < before + 3; waited += 50) await delay(50)
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
        `${end} ${back.length}: promoted after ${Math.round(promoted.at(-1)!)} ms, first write after ${Math.round(back.at(-1)!)} ms`,
      )
    }
    isDone = true
    const operations = await acting
    const settledWithin = how.isSynchronous ? await untilSettled(system.pool, SETTLED_WITHIN) : undefined
    await watch.stop()
    await season.readAll(system.servers[0]!)
    return {
      operations,
      acknowledged: season.acknowledged.length,
      reads: season.reads.count,
      promoted,
      back,
      unexplained: season.unexplained,
      days: watch.violations,
      cents: await problemsInBooks(system),
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

function rows(run: Run, blind: Run, sabotaged: Run): Row[] {
  const both = [run, blind]
  const unexplained = both.flatMap((one) => [...one.unexplained, ...one.days])
  const cents = both.flatMap((one) => one.cents)
  const failures = both.flatMap((one) => one.failures)
  for (const line of [...unexplained, ...cents, ...failures].slice(0, 20)) console.error(`    ${line}`)
  const sum = (of: (one: Run) => number) => both.reduce((total, one) => total + of(one), 0)
  const losses = sum((one) => one.back.length)
  const most = (of: (one: Run) => number[]) => (Math.max(...both.flatMap(of)) / 1000).toFixed(1)
  const settled = both.map((one) => one.settledWithin ?? Number.POSITIVE_INFINITY)
  return [
    {
      what: 'acknowledged bookings that are missing, or reads that no order of the writes explains',
      tried: `${losses} primaries lost (killed, or silent with open connections), replication cut just before; ${sum((one) => one.operations)} operations by ${CLIENTS} people in ${PROCESSES} processes, ${sum((one) => one.acknowledged)} bookings acknowledged, ${sum((one) => one.reads)} reads of them`,
      figure: `${unexplained.length}`,
      bar: '0',
      held: unexplained.length === 0 && run.acknowledged > 0,
      saboteurCaught: sabotaged.unexplained.length > 0,
    },
    {
      what: 'time until the next successful write, unattended',
      tried: `${losses} times`,
      figure: `${most((one) => one.back)} s at most, with ${most((one) => one.promoted)} s at most until the standby was promoted`,
      bar: `${BACK_WITHIN_MS / 1000} s`,
      held: both.every((one) => one.back.every((took) => took <= BACK_WITHIN_MS)),
    },
    {
      what: "our books match the provider's afterwards",
      tried: 'twice',
      figure: `${cents.length} differences; the last unknown payment settled within ${Math.max(...settled).toFixed(0)} s`,
      bar: '0',
      held: cents.length === 0 && settled.every(Number.isFinite),
      saboteurCaught: sabotaged.cents.length > 0,
    },
    {
      what: 'server errors (500); connections to the old primary after it came back',
      tried: 'throughout',
      figure: `${failures.length}; ${run.strays}`,
      bar: '0; 0',
      held: failures.length === 0 && run.strays === 0,
    },
  ]
}
