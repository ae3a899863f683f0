import { setTimeout as delay } from 'node:timers/promises'
import type { Context, Experiment, Row } from '../experiment.ts'
import { listUnsettled, problemsInBooks, untilSettled } from '../support/books.ts'
import type { Heard } from '../support/client.ts'
import { watchDays } from '../support/day-watch.ts'
import { FORGETFUL } from '../support/postgres.ts'
import { type Random, seededRandom } from '../support/random.ts'
import { actUntil, openSeason } from '../support/season.ts'
import { openDates, type System, startSystem } from '../support/system.ts'

const PROCESSES = 2
const CLIENTS = 64
const FAULT_EVERY_MS = 5000
/** A charge of unknown outcome for a booking cancelled since is not retried; it is voided after two minutes. */
const SETTLED_WITHIN = 180

/** Injects each fault; returns once it is over. */
const FAULTS = {
  async 'a process killed'(system: System, random: Random) {
    await random.pick(up(system)).end('SIGKILL')
    await system.startServer()
  },
  async 'a process stopped for 10 s'(system: System, random: Random) {
    const { process } = random.pick(up(system))
    process.kill('SIGSTOP')
    await delay(10_000)
    process.kill('SIGCONT')
  },
  async 'PostgreSQL crashed and restarted'({ postgres }: System) {
    await postgres.stop('SIGQUIT')
    await postgres.start()
  },
  async 'the link to the database cut'({ pool }: System) {
    await pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'arcadia'")
  },
  async 'provider faults'({ provider }: System, random: Random) {
    const fault = random.pick([
      'lost-answer',
      'lost-request',
      'server-error-after',
      'unreadable-answer',
      'too-many-requests',
    ])
    await provider.control('POST', '/faults', {
      operation: random.pick(['charge', 'refund', 'find-charge']),
      fault,
      times: 5,
    })
  },
}
type Fault = keyof typeof FAULTS

const up = ({ servers }: System) => servers.filter(({ isUp }) => isUp())

interface Run {
  operations: number
  acknowledged: number
  reads: number
  faults: Record<string, number>
  unexplained: string[]
  days: string[]
  cents: string[]
  failures: string[]
  settledWithin: number | undefined
}

export const history: Experiment = {
  id: 'R3',
  title: 'Faults lose no acknowledged booking',
  async run({ seed, minutes, say }) {
    const run = await play(seed, (minutes ?? 1) * 60, Object.keys(FAULTS) as Fault[], say)
    say('again, with a database that acknowledges commits before they are durable')
    const sabotaged = await play(seed, 25, ['PostgreSQL crashed and restarted'], say, FORGETFUL)
    return rows(run, sabotaged)
  },
}

async function play(
  seed: number,
  seconds: number,
  kinds: Fault[],
  say: Context['say'],
  database: Record<string, string> = {},
): Promise<Run> {
  const failures: string[] = []
  const hear = ({ method, path, status, body }: Heard) => {
    // 502, 503 and 0 (no answer) are expected from the faults.
    if (status >= 500 && status !== 502 && status !== 503)
      failures.push(`${method} ${path} ${status} ${JSON.stringify(body)}`)
  }
  const system = await startSystem(PROCESSES, { hear, database })
  try {
    const owner = await system.owner()
    const dates = (await openDates(system.servers[0]!)).slice(-30)
    const watch = await watchDays(system.pool)
    const random = seededRandom(seed)
    const server = (random: Random) => random.pick(up(system).length ? up(system) : system.servers)
    const players = { owner, provider: system.provider, dates, customers: 80, watch, name: `history-${seed}`, server }
    const season = await openSeason(players, random)
    // Makes the sessions durable; losing them would get every request refused and prove nothing.
    await system.pool.query('checkpoint')
    const until = Date.now() + seconds * 1000
    const faults: Record<string, number> = {}
    const acting = actUntil(season, seed, CLIENTS, () => Date.now() >= until)
    while (Date.now() < until) {
      await delay(FAULT_EVERY_MS)
      const kind = random.pick(kinds)
      faults[kind] = (faults[kind] ?? 0) + 1
      await FAULTS[kind](system, random)
    }
    const operations = await acting
    await system.provider.control('DELETE', '/faults')
    const settledWithin = await untilSettled(system.pool, SETTLED_WITHIN)
    if (settledWithin === undefined) for (const line of await listUnsettled(system.pool)) say(line)
    await watch.stop()
    await season.readAll(up(system)[0]!)
    say(
      `${operations} operations, ${season.acknowledged.length} bookings acknowledged, ${season.unexplained.length} answers unexplained`,
    )
    return {
      operations,
      acknowledged: season.acknowledged.length,
      reads: season.reads.count,
      faults,
      unexplained: season.unexplained,
      days: watch.violations,
      cents: await problemsInBooks(system),
      failures,
      settledWithin,
    }
  } finally {
    await system.close()
  }
}

function rows(run: Run, sabotaged: Run): Row[] {
  const { unexplained, days, cents, failures, faults, settledWithin } = run
  for (const line of [...unexplained, ...days, ...cents, ...failures].slice(0, 20)) console.error(`    ${line}`)
  const all = Object.entries(faults).map(([kind, times]) => `${times} × ${kind}`)
  const tried = `${run.operations} operations by ${CLIENTS} clients in ${PROCESSES} processes; ${all.join(', ')}`
  return [
    {
      what: 'every acknowledged booking exists, and some order of the writes explains each read of it',
      tried: `${tried}; ${run.acknowledged} bookings acknowledged, ${run.reads} reads of them`,
      figure: `${unexplained.length} missing or unexplained`,
      bar: '0',
      held: unexplained.length === 0 && run.acknowledged > 0,
      saboteurCaught: sabotaged.unexplained.length > 0,
    },
    {
      what: 'no day is booked above its capacity',
      tried: 'throughout',
      figure: `${days.length} violations`,
      bar: '0',
      held: days.length === 0,
    },
    {
      what: "our books match the provider's once the faults are over",
      tried: 'once',
      figure: `${cents.length} differences; the last unknown payment settled within ${settledWithin?.toFixed(0) ?? `more than ${SETTLED_WITHIN}`} s`,
      bar: '0',
      held: cents.length === 0 && settledWithin !== undefined,
      saboteurCaught: sabotaged.cents.length > 0,
    },
    {
      what: 'server errors (500)',
      tried: 'throughout',
      figure: String(failures.length),
      bar: '0',
      held: failures.length === 0,
    },
  ]
}
