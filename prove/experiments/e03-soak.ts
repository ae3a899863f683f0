import { setTimeout as delay } from 'node:timers/promises'
import { setHoldDuration } from '@arcadia/contract/admin/configuration'
import { streamAvailability } from '@arcadia/contract/availability'
import type { Experiment, Row } from '../experiment.ts'
import type { Heard } from '../support/client.ts'
import { seededRandom } from '../support/random.ts'
import { openSeason } from '../support/season.ts'
import { openDates, type Server, type System, startSystem } from '../support/system.ts'

const WALKERS = 12
const CALENDARS = 6
const SHORT_FORM_MINUTES = 2
const MEMORY_MAY_GROW = 0.1
const LATENCY_MAY_GROW = 1
const MAY_BE_MORE = 20

interface Sample {
  at: number
  /** Heap bytes after garbage collection, summed over the processes. */
  heap: number
  /** Timers, sockets and other active resources, summed over the processes. */
  resources: number
  connections: number
}

interface Run {
  requests: { at: number; took: number }[]
  failures: string[]
  samples: Sample[]
  streams: number
  /** Long-expired holds never marked as released. */
  staleHolds: number
  /** Connections idle in a transaction for ten seconds or more. */
  stuck: number
}

export const soak: Experiment = {
  id: 'E3',
  title: 'Nothing grows or slows down over time',
  async run({ seed, minutes, say }) {
    const run = await play(seed, (minutes ?? SHORT_FORM_MINUTES) * 60, REPORT, say)
    const sabotaged = await play(seed, 45, `${REPORT} --import=${LEAK}`, say)
    return rows(run, sabotaged)
  },
}

/** On `SIGUSR2` a process collects garbage and reports what is still in use. */
const REPORT = `--import=data:text/javascript,${encodeURIComponent(`
  import { setFlagsFromString } from 'node:v8'
  import { runInNewContext } from 'node:vm'
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc')
  process.on('SIGUSR2', () => {
    gc()
    const resources = process.getActiveResourcesInfo().length
    console.log('sample ' + JSON.stringify({ heap: process.memoryUsage().heapUsed, resources }))
  })`)}`

/** The saboteur: leaks memory on each request. */
const LEAK = `data:text/javascript,${encodeURIComponent(`
  import { Server } from 'node:http'
  const kept = []
  const { emit } = Server.prototype
  Server.prototype.emit = function (name, ...rest) {
    if (name === 'request') kept.push(Array.from({ length: 5000 }, Math.random))
    return emit.call(this, name, ...rest)
  }`)}`

async function play(seed: number, seconds: number, nodeOptions: string, say: (line: string) => void): Promise<Run> {
  const run: Run = { requests: [], failures: [], samples: [], streams: 0, staleHolds: 0, stuck: 0 }
  const hear = ({ method, path, status, milliseconds, body }: Heard) => {
    run.requests.push({ at: performance.now(), took: milliseconds })
    const code = (body as { error?: string }).error ?? ''
    // Expected: provider faults, and spots that could not be locked within five seconds.
    const isExpected = ['payment-failed', 'payments-unavailable', 'not-ready'].includes(code)
    if ((status === 0 || status >= 500) && !isExpected) run.failures.push(`${method} ${path} ${status} ${code}`)
  }
  const system = await startSystem(2, { hear, settings: { NODE_OPTIONS: nodeOptions } })
  try {
    const owner = await system.owner()
    await system.servers[0]!.call(setHoldDuration, { token: owner, body: { holdDurationMinutes: 1 } })
    const dates = (await openDates(system.servers[0]!)).slice(-40)
    const season = await openSeason(
      {
        owner,
        provider: system.provider,
        dates,
        customers: 60,
        // R1 checks capacity.
        watch: { allow() {}, settle() {} },
        name: `soak-${seed}`,
        server: (random) => random.pick(system.servers),
      },
      seededRandom(seed),
    )
    run.requests.length = 0
    const until = performance.now() + seconds * 1000
    const isOver = () => performance.now() > until
    const walkers = Array.from({ length: WALKERS }, async (_, walker) => {
      const random = seededRandom(seed * 1000 + walker)
      while (!isOver()) {
        await season.step(random)
        await delay(60)
      }
    })
    const calendars = Array.from({ length: CALENDARS }, async (_, nth) => {
      while (!isOver()) {
        await lookAtCalendar(system.servers[nth % 2]!, 500 + 300 * nth)
        run.streams++
      }
    })
    while (!isOver()) {
      await delay((seconds * 1000) / 40)
      run.samples.push(await sample(system))
      if (run.samples.length % 10 === 0)
        say(`${run.requests.length} requests, ${(run.samples.at(-1)!.heap / 2 ** 20).toFixed(1)} MB in use`)
    }
    await Promise.all([...walkers, ...calendars])
    await delay(1000)
    run.samples.push(await sample(system))
    const { rows } = await system.pool.query<{ stale: number; stuck: number }>(`
      select (select count(*) from holds h where consumed_at is null and released_at is null
          and expires_at < now() - interval '20 seconds'
          and not exists (select from payment_attempts a where a.hold_id = h.id and a.outcome is null))::integer as stale,
        (select count(*) from pg_stat_activity where application_name = 'arcadia' and state like 'idle in transaction%'
          and state_change < now() - interval '10 seconds')::integer as stuck`)
    run.staleHolds = rows[0]!.stale
    run.stuck = rows[0]!.stuck
    return run
  } finally {
    await system.close()
  }
}

/** Opens a calendar's live stream and closes it again. */
async function lookAtCalendar({ url }: Server, milliseconds: number): Promise<void> {
  const signal = AbortSignal.timeout(milliseconds)
  try {
    const { body } = await fetch(`${url}${streamAvailability.path}`, { signal })
    for await (const _ of body!) if (signal.aborted) return
  } catch {
    // Closed by the timeout.
  }
}

async function sample({ servers, pool }: System): Promise<Sample> {
  const reports = await Promise.all(servers.map(report))
  const { rows } = await pool.query<{ n: number }>(
    "select count(*)::integer as n from pg_stat_activity where application_name = 'arcadia'",
  )
  const sum = (of: 'heap' | 'resources') => reports.reduce((total, one) => total + one[of], 0)
  return { at: performance.now(), heap: sum('heap'), resources: sum('resources'), connections: rows[0]!.n }
}

async function report(server: Server): Promise<{ heap: number; resources: number }> {
  const lines = () => server.output().match(/^sample .*$/gm) ?? []
  const before = lines().length
  server.process.kill('SIGUSR2')
  while (lines().length === before) await delay(20)
  return JSON.parse(lines().at(-1)!.slice('sample '.length))
}

const median = (numbers: number[]) =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

/** Relative growth of a figure over the points, from the median slope of all pairs (Theil-Sen). */
function growth(points: { at: number; value: number }[]): number {
  const slopes = points.flatMap((one, nth) =>
    points.slice(nth + 1).map((other) => (other.value - one.value) / (other.at - one.at)),
  )
  const span = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0)
  return (median(slopes) * span) / median(points.map(({ value }) => value))
}

/** Skips the warm-up. */
const secondHalf = <T>(items: T[]): T[] => items.slice(Math.floor(items.length / 2))

function judge({ requests, samples }: Run) {
  const warm = secondHalf(samples)
  const first = warm[0]!
  const last = samples.at(-1)!
  const windows = warm.slice(0, -1).map(({ at }, nth) => ({
    at,
    value: median(requests.filter((one) => one.at >= at && one.at < warm[nth + 1]!.at).map(({ took }) => took)),
  }))
  return {
    memory: growth(warm.map(({ at, heap }) => ({ at, value: heap }))),
    latency: growth(windows.filter(({ value }) => value > 0)),
    middle: median(secondHalf(requests).map(({ took }) => took)),
    heap: last.heap,
    more: Math.max(last.resources - first.resources, last.connections - first.connections),
    connections: last.connections,
  }
}

const percent = (share: number) => `${share < 0 ? '' : '+'}${Math.round(share * 100)} %`

function rows(run: Run, sabotaged: Run): Row[] {
  const { memory, latency, middle, heap, more, connections } = judge(run)
  const left = run.staleHolds + run.stuck
  for (const failure of run.failures.slice(0, 10)) console.error(`    ${failure}`)
  const minutes = ((run.samples.at(-1)!.at - run.requests[0]!.at) / 60_000).toFixed(1)
  return [
    {
      what: 'memory in use after garbage collection, over the second half',
      tried: `${run.requests.length} requests by ${WALKERS} people in 2 processes in ${minutes} minutes, ${run.samples.length} samples`,
      figure: `${percent(memory)}, ${(heap / 2 ** 20).toFixed(0)} MB at the end`,
      bar: `at most ${percent(MEMORY_MAY_GROW)}`,
      held: memory <= MEMORY_MAY_GROW,
      saboteurCaught: judge(sabotaged).memory > MEMORY_MAY_GROW,
    },
    {
      what: 'median latency, over the second half',
      tried: 'the same',
      figure: `${percent(latency)}, ${middle.toFixed(0)} ms`,
      bar: `at most ${percent(LATENCY_MAY_GROW)}`,
      held: latency <= LATENCY_MAY_GROW,
    },
    {
      what: 'leaks: long-expired holds and open transactions; timers, sockets and connections gained over the second half',
      tried: `${run.streams} calendars opened and closed`,
      figure: `${left}; ${more} more, ${connections} connections`,
      bar: `0; at most ${MAY_BE_MORE} more`,
      held: left === 0 && more <= MAY_BE_MORE,
    },
    {
      what: 'server errors',
      tried: 'throughout',
      figure: String(run.failures.length),
      bar: '0',
      held: run.failures.length === 0,
    },
  ]
}
