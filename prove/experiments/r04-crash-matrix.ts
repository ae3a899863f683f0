import { setTimeout as delay } from 'node:timers/promises'
import { CONFIG_RANGES, setMaxCapacity } from '@arcadia/contract/admin/configuration'
import type { Context, Experiment, Row } from '../experiment.ts'
import { problemsInBooks, untilSettled } from '../support/books.ts'
import { ACTIONS, type Stage } from '../support/crash-actions.ts'
import { seededRandom } from '../support/random.ts'
import { openDates, type Server, type System, startSystem } from '../support/system.ts'
import { startTaps, type Taps } from '../support/taps.ts'
import { rowsOfTests } from '../support/tests.ts'

/** Parallel systems; each mostly waits for the leases of a killed process to expire. */
const SYSTEMS = 3
/** Processes killed together in one system, then replaced by one. */
const AT_ONCE = 12
const STARTED_AT_ONCE = 3
const SETTLED_WITHIN = 60
const SHORT_FORM_CELLS = 36
/** Short, because each cell waits this long for an answer. */
const settings = { PAYMENT_ANSWER_SECONDS: '3', LOG_LEVEL: 'warn' }

interface Cell {
  action: string
  card: string
  step: string
}

export const crashMatrix: Experiment = {
  id: 'R4',
  title: 'A process can be killed at any step',
  async run(context) {
    const { seed, minutes, say } = context
    const until = minutes === undefined ? Number.POSITIVE_INFINITY : Date.now() + minutes * 60_000
    const systems: System[] = []
    try {
      for (let n = 0; n < SYSTEMS; n++)
        systems.push(await startSystem(1, { settings, database: { max_connections: '400' } }))
      const matrices = await Promise.all(systems.map(openMatrix))
      const cells = await findCells(matrices, say)
      const steps = new Set(cells.map(({ action, step }) => `${action} ${step}`)).size
      say(
        `${cells.length} cells: ${steps} steps of ${Object.keys(ACTIONS).length} actions, with each provider behavior`,
      )
      const left = shuffled(cells, seed).slice(0, minutes === undefined ? SHORT_FORM_CELLS : cells.length)
      const wrong: string[] = []
      let played = 0
      let killed = 0
      let slowest = 0
      await Promise.all(
        matrices.map(async ({ play }) => {
          while (left.length && Date.now() < until) {
            const batch = left.splice(0, AT_ONCE)
            const ended = await play(batch, SETTLED_WITHIN)
            wrong.push(...ended.wrong)
            played += batch.length
            killed += ended.killed
            slowest = Math.max(slowest, ended.seconds)
            say(`${played} cells, ${killed} killed, ${wrong.length} wrong`)
          }
        }),
      )
      const sabotaged = await matrices[0]!.playWithoutRecovery()
      return [
        ...rows({ cells: cells.length, steps, played, killed, wrong, slowest, sabotaged }),
        ...(await rowsOfTests(
          {
            'apps/server/src/mail/mail-crash.test.ts': 'killed while sending emails: each goes out, and at most twice',
          },
          context,
        )),
      ]
    } finally {
      await Promise.all(systems.map((system) => system.close()))
    }
  },
}

type Matrix = Awaited<ReturnType<typeof openMatrix>>

/** Finds the steps of each action by watching one process per system do all the work, including what follows the answer. */
async function findCells(matrices: Matrix[], say: Context['say']): Promise<Cell[]> {
  const left = Object.entries(ACTIONS).flatMap(([action, { cards }]) => cards.map((card) => ({ action, card })))
  const cells: Cell[] = []
  await Promise.all(
    matrices.map(async ({ watch }) => {
      const { stepsOf, end } = await watch()
      for (let one = left.shift(); one; one = left.shift()) {
        const { action, card } = one
        const steps = await stepsOf(action, card)
        for (const step of steps) cells.push({ action, card, step })
        say(`${action}, ${card}: ${steps.size} steps`)
      }
      await end()
    }),
  )
  return cells.sort((one, other) => formatCell(one).localeCompare(formatCell(other)))
}

async function openMatrix(system: System) {
  const keeper = () => system.servers.find(({ isUp }) => isUp())!
  const owner = await system.owner()
  // Each scene takes one spot, and a system plays about four hundred.
  await keeper().call(setMaxCapacity, { token: owner, body: { maxCapacity: CONFIG_RANGES.maxCapacity.max } })
  const dates = await openDates(keeper())
  let day = dates.length - 1
  /** Gives each scene a pair of days late in the season, wrapping around when they run out. */
  function stage(): Stage {
    day = day < dates.length / 4 ? dates.length - 1 : day - 1
    return { system, owner, server: keeper(), date: dates[day]!, otherDate: dates[day - 1]! }
  }

  /** Starts a tapped process and learns its background statements. */
  async function victim(): Promise<{ server: Server; taps: Taps }> {
    const taps = await startTaps(system.postgres.urlOf('arcadia_app'), system.provider.url)
    const server = await system.startServer({
      DATABASE_URL: taps.databaseUrl,
      QUICKBOOKS_SIMULATOR_URL: taps.providerUrl,
    })
    taps.learnRounds()
    await delay(2500)
    return { server, taps }
  }

  /** Replaces the running process with a tapped one. */
  async function watch() {
    const { server, taps } = await victim()
    taps.ignore()
    await system.servers[0]!.end('SIGTERM')
    return {
      /** Plays an action until it has settled and returns its steps. */
      async stepsOf(action: string, card: string): Promise<Set<string>> {
        const scene = await ACTIONS[action]!.prepare(stage(), card)
        taps.record()
        await scene.act(keeper())
        await untilSettled(system.pool, SETTLED_WITHIN)
        taps.ignore()
        return new Set(taps.steps)
      },
      async end() {
        await server.end('SIGTERM')
        taps.close()
        await system.startServer()
      },
    }
  }

  async function play(cells: Cell[], patience: number, sabotage?: () => Promise<void>) {
    const scenes = await Promise.all(cells.map(async ({ action, card }) => ACTIONS[action]!.prepare(stage(), card)))
    const victims: Awaited<ReturnType<typeof victim>>[] = []
    for (let from = 0; from < cells.length; from += STARTED_AT_ONCE)
      victims.push(...(await Promise.all(cells.slice(from, from + STARTED_AT_ONCE).map(victim))))
    // Any other running process would take over the work before the restart.
    await Promise.all(
      system.servers
        .filter((server) => !victims.some((one) => one.server === server))
        .map((server) => server.end('SIGTERM')),
    )
    let killed = 0
    const heard = await Promise.all(
      cells.map(async ({ step }, index) => {
        const { server, taps } = victims[index]!
        const hit = new Promise<void>((resolve) => {
          taps.record()
          taps.arm(step, () => {
            killed++
            server.process.kill('SIGKILL')
            resolve()
          })
        })
        const answer = scenes[index]!.act(server)
        // Some steps are not reached in another order of events; then the process is killed anyway.
        await Promise.race([hit, answer.then(() => delay(5000))])
        await server.end('SIGKILL')
        taps.close()
        return (await answer).status
      }),
    )
    await sabotage?.()
    await system.startServer()
    const seconds = await untilSettled(system.pool, patience)
    const wrong =
      seconds === undefined
        ? [`not settled within ${patience} s of the start: ${cells.map(formatCell).join('; ')}`]
        : []
    if (seconds !== undefined)
      for (const [index, cell] of cells.entries()) {
        const fault = await scenes[index]!.judge(keeper(), heard[index]!)
        if (fault) wrong.push(`${formatCell(cell)}: ${fault}`)
      }
    if (seconds !== undefined) wrong.push(...(await problemsInBooks(system)))
    return { wrong, killed, seconds: seconds ?? Number.POSITIVE_INFINITY }
  }

  return {
    watch,
    play,
    /** The saboteur: nothing resumes the killed process's payment. */
    async playWithoutRecovery(): Promise<boolean> {
      const call = 'after the call POST /quickbooks/v4/payments/charges'
      const { wrong } = await play([{ action: 'deposit', card: 'Ada Angler', step: call }], 45, async () => {
        await system.pool.query(
          "update payment_attempts set next_try_at = now() + interval '1 day', leased_until = now() + interval '1 day' where outcome is null",
        )
      })
      return wrong.length > 0
    },
  }
}

const formatCell = ({ action, card, step }: Cell) => `${action}, ${card}, ${step}`

function shuffled<T>(items: T[], seed: number): T[] {
  const random = seededRandom(seed)
  const left = [...items]
  return items.map(() => left.splice(random.between(0, left.length - 1), 1)[0]!)
}

interface Outcome {
  cells: number
  steps: number
  /** Some never reach their step, because another process took over the payment. */
  played: number
  killed: number
  wrong: string[]
  slowest: number
  sabotaged: boolean
}

function rows({ cells, steps, played, killed, wrong, slowest, sabotaged }: Outcome): Row[] {
  for (const line of wrong.slice(0, 20)) console.error(`    ${line}`)
  return [
    {
      what: 'killed before and after every write, commit and call, for each provider behavior: consistent after the next start, unattended',
      tried: `${killed} kills in ${played} of ${cells} cells (${steps} steps found)`,
      figure: `${wrong.length} wrong; settled within ${slowest.toFixed(0)} s of the start`,
      bar: `0, within ${SETTLED_WITHIN} s`,
      held: killed > 0 && wrong.length === 0,
      saboteurCaught: sabotaged,
    },
  ]
}
