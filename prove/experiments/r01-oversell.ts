import { checkLedger } from '@arcadia/contract/admin/bookkeeping'
import { setHoldDuration } from '@arcadia/contract/admin/configuration'
import type { Context, Experiment, Row } from '../experiment.ts'
import { differencesInBooks, problemsInBooks, untilSettled, withOneCentMore } from '../support/books.ts'
import type { Heard } from '../support/client.ts'
import { aTripToday } from '../support/crash-actions.ts'
import { watchDays } from '../support/day-watch.ts'
import { areUnequalNoticed, readEquations } from '../support/equations.ts'
import { seededRandom } from '../support/random.ts'
import { openSeason } from '../support/season.ts'
import { watchShares } from '../support/share-watch.ts'
import { openDates, startSystem } from '../support/system.ts'

const PROCESSES = 3
const WALKERS = 32
const SEEDS = 10
const OPERATIONS_A_SEED = 100_000

interface Limits {
  seconds: number
  operations: number
  isGuarded: boolean
}

export const oversell: Experiment = {
  id: 'R1',
  title: 'No day is oversold and no cent is lost',
  async run({ seed, minutes, say }) {
    const all: Run[] = []
    const until = Date.now() + (minutes ?? 1) * 60_000
    const seeds = minutes === undefined ? 1 : SEEDS
    for (let nth = 0; nth < seeds && Date.now() < until; nth++) {
      const limits = { seconds: (until - Date.now()) / 1000, operations: OPERATIONS_A_SEED, isGuarded: true }
      const run = await play(seed + nth, limits, say)
      say(`seed ${seed + nth}: ${run.operations} operations, ${Math.round(run.operations / run.seconds)} a second`)
      all.push(run)
    }
    const sabotaged = await play(seed, { seconds: 30, operations: OPERATIONS_A_SEED, isGuarded: false }, say)
    return rows(all, sabotaged)
  },
}

interface Run {
  operations: number
  requests: number
  seconds: number
  /** Duration of each request. */
  milliseconds: number[]
  days: string[]
  shares: string[]
  sharesPaid: number
  /** Whether a cent too much in flight, and one more on a paid share, were noticed. */
  areSharesNoticed: boolean
  cents: string[]
  failures: string[]
  /** 503 answers with `Retry-After`: the spots could not be locked within five seconds. */
  askedToRetry: number
  looks: number
  sums: Awaited<ReturnType<typeof readEquations>>
  /** Whether a tip in the sums of its booking, and a chargeback that still counts as kept, were noticed. */
  areSumsNoticed: boolean
  /** Whether an extra cent planted in our books was noticed. */
  isCentNoticed: boolean
  settledWithin: number | undefined
}

async function play(seed: number, limits: Limits, say: Context['say']): Promise<Run> {
  const milliseconds: number[] = []
  const failures: string[] = []
  const retries = { count: 0 }
  const hear = ({ method, path, status, milliseconds: took, body }: Heard) => {
    milliseconds.push(took)
    if (status < 500 && status !== 0) return
    const code = (body as { error?: string }).error ?? ''
    if (code === 'not-ready') retries.count++
    // Expected: provider faults, where no payment was made.
    else if (!['payment-failed', 'payments-unavailable'].includes(code))
      failures.push(`${method} ${path} ${status} ${code}`)
  }
  // Logging each write costs as much as some writes, and `hear` reports failures anyway.
  const system = await startSystem(PROCESSES, { hear, settings: { LOG_LEVEL: 'warn' } })
  try {
    const owner = await system.owner()
    // Short enough that some holds expire during the run.
    await system.servers[0]!.call(setHoldDuration, { token: owner, body: { holdDurationMinutes: 1 } })
    if (!limits.isGuarded)
      await system.pool.query(
        "create or replace function oversell_guard_is_on() returns boolean language sql stable as 'select false'",
      )
    // Late in the season, so trips are far enough ahead to be moved.
    const open = await openDates(system.servers[0]!)
    const dates = open.slice(-14)
    const aside = { system, owner, server: system.servers[0]!, date: open[0]!, otherDate: open[1]! }
    const tipped = [await aTripToday(aside), await aTripToday(aside)]
    const watch = await watchDays(system.pool)
    const shareWatch = watchShares(system.pool)
    const players = { owner, provider: system.provider, dates, customers: 60, watch, tipped, name: `season-${seed}` }
    const season = await openSeason({ ...players, server: (random) => random.pick(system.servers) }, seededRandom(seed))
    milliseconds.length = 0
    const started = performance.now()
    const isOver = () => (performance.now() - started) / 1000 > limits.seconds || operations >= limits.operations
    let operations = 0
    let reportedAt = started
    await Promise.all(
      Array.from({ length: WALKERS }, async (_, walker) => {
        const random = seededRandom(seed * 1000 + walker)
        // A sabotaged run can stop at its first violation.
        while (!isOver() && (limits.isGuarded || watch.violations.length === 0)) {
          await season.step(random)
          operations++
          if (performance.now() - reportedAt > 30_000) {
            reportedAt = performance.now()
            say(`${operations} operations, ${watch.violations.length} violations`)
          }
        }
      }),
    )
    const seconds = (performance.now() - started) / 1000
    const asked = milliseconds.slice()
    const settledWithin = limits.isGuarded ? await untilSettled(system.pool, 120) : undefined
    await watch.stop()
    await shareWatch.stop()
    const areSharesNoticed = limits.isGuarded && (await shareWatch.areNoticed())
    const cents = limits.isGuarded ? [...(await centsOf(system, owner)), ...season.unexplained] : []
    const { violations: days, looks } = watch
    const isCentNoticed =
      limits.isGuarded && (await withOneCentMore(system.pool, () => differencesInBooks(system))).length > 0
    const sums = await readEquations(system)
    const areSumsNoticed = limits.isGuarded && (await areUnequalNoticed(system))
    return {
      operations,
      requests: asked.length,
      seconds,
      milliseconds: asked,
      days,
      shares: shareWatch.violations,
      sharesPaid: shareWatch.paid(),
      areSharesNoticed,
      sums,
      areSumsNoticed,
      cents,
      failures,
      askedToRetry: retries.count,
      isCentNoticed,
      looks,
      settledWithin,
    }
  } finally {
    await system.close()
  }
}

async function centsOf(system: Awaited<ReturnType<typeof startSystem>>, token: string): Promise<string[]> {
  const books = await system.servers[0]!.call(checkLedger, { token })
  return [...(await problemsInBooks(system)), ...books.differences]
}

function rows(runs: Run[], sabotaged: Run): Row[] {
  const sum = (of: (run: Run) => number) => runs.reduce((total, run) => total + of(run), 0)
  const operations = sum((run) => run.operations)
  const tried = `${operations} operations (${sum((run) => run.requests)} requests) by ${WALKERS} people at once in ${PROCESSES} processes, ${runs.length} seed${runs.length === 1 ? '' : 's'}`
  const days = runs.flatMap((run) => run.days)
  const shares = runs.flatMap((run) => run.shares)
  const cents = runs.flatMap((run) => run.cents)
  const wrong = runs.flatMap((run) => run.sums.wrong)
  const failures = runs.flatMap((run) => run.failures)
  const latencies = runs.flatMap((run) => run.milliseconds).sort((one, other) => one - other)
  const p99 = Math.round(latencies[Math.floor(latencies.length * 0.99)] ?? 0)
  const pace = Math.round(operations / sum((run) => run.seconds))
  const slowest = Math.max(...runs.map((run) => run.settledWithin ?? Number.POSITIVE_INFINITY))
  for (const failure of [...days, ...shares, ...cents, ...failures].slice(0, 20)) console.error(`    ${failure}`)
  return [
    {
      what: 'no day is booked above its capacity',
      tried: `${tried}, ${sum((run) => run.looks)} checks of all days`,
      figure: `${days.length} violations`,
      bar: '0',
      held: days.length === 0,
      saboteurCaught: sabotaged.days.length > 0,
    },
    {
      what: "our books match the provider's, charge by charge",
      tried: 'after each seed',
      figure: `${cents.length} differences; the last unknown payment settled within ${slowest.toFixed(0)} s`,
      bar: '0',
      held: cents.length === 0 && Number.isFinite(slowest),
      saboteurCaught: runs.every((run) => run.isCentNoticed),
    },
    {
      what: 'captured = kept + refunded + voided + charged back + open failures, to the cent, for each payer, each booking and the tips of each',
      tried: `${sum((run) => run.sums.payers)} payers, ${sum((run) => run.sums.bookings)} bookings, ${sum((run) => run.sums.tips)} tips, ${sum((run) => run.sums.chargedBack)} charges that a bank took back`,
      figure: `${wrong.length} do not add up`,
      bar: '0',
      held: wrong.length === 0,
      saboteurCaught: runs.every((run) => run.areSumsNoticed),
    },
    {
      what: 'no more is being paid than is owed, and no paid share grows',
      tried: `${sum((run) => run.sharesPaid)} shares paid, beside anglers who joined and everything above`,
      figure: `${shares.length} violations`,
      bar: '0',
      held: shares.length === 0,
      saboteurCaught: runs.every((run) => run.areSharesNoticed),
    },
    {
      what: 'server errors (5xx, or no answer)',
      tried: `${latencies.length} requests`,
      figure: `${failures.length} (${sum((run) => run.askedToRetry)} asked to retry); ${pace} operations a second, p99 ${p99} ms`,
      bar: '0',
      held: failures.length === 0,
    },
  ]
}
