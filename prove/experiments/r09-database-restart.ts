import { setTimeout as delay } from 'node:timers/promises'
import { createHold } from '@arcadia/contract/holds'
import { heldOf } from '@arcadia/contract/testing/held-of'
import type { Context, Experiment, Row } from '../experiment.ts'
import type { Heard } from '../support/client.ts'
import { aNewcomer } from '../support/people.ts'
import { FORGETFUL } from '../support/postgres.ts'
import { seededRandom } from '../support/random.ts'
import { openDates, startSystem } from '../support/system.ts'

const CLIENTS = 64
const RESTARTS = 20
const SHORT_FORM_RESTARTS = 5
const BACK_WITHIN_MS = 2000
const ANSWERED_WITHIN_MS = 10_000

export const databaseRestart: Experiment = {
  id: 'R9',
  title: 'The database restarts under load',
  async run({ seed, minutes, say }) {
    const restarts = minutes === undefined ? SHORT_FORM_RESTARTS : RESTARTS
    const run = await play(seed, restarts, minutes === undefined ? 2000 : (minutes * 60_000) / restarts, say)
    say('again, with a database that acknowledges commits before they are durable')
    return rows(run, await play(seed, 1, 2000, say, FORGETFUL))
  },
}

interface Run {
  requests: number
  /** Answers that ask to retry (503). */
  refused: number
  longest: number
  wrong: string[]
  restarts: number
  held: number
  lost: number
  back: number[]
  connections: number
}

async function play(
  seed: number,
  restarts: number,
  everyMs: number,
  say: Context['say'],
  database: Record<string, string> = {},
): Promise<Run> {
  const heard = { requests: 0, refused: 0, longest: 0, wrong: [] as string[] }
  const hear = ({ method, path, status, milliseconds, body }: Heard) => {
    heard.requests++
    heard.longest = Math.max(heard.longest, milliseconds)
    if (status === 503) heard.refused++
    else if (status === 0 || status >= 500) heard.wrong.push(`${method} ${path} ${status} ${JSON.stringify(body)}`)
  }
  const system = await startSystem(1, { hear, database })
  try {
    const [server] = system.servers
    const dates = await openDates(server!)
    const held: string[] = []
    const tokens: string[] = []
    for (let n = 0; n < CLIENTS; n++) tokens.push(await aNewcomer(server!))
    // Makes the sessions durable; losing them would get every request refused and prove nothing.
    await system.pool.query('checkpoint')
    let isOver = false
    const clients = tokens.map(async (token, n) => {
      const random = seededRandom(seed * 1000 + n)
      while (!isOver) {
        const body = { selectedDate: random.pick(dates), numberOfGuests: random.between(1, 4) }
        const answer = await server!.answer(createHold, { token, body })
        if (answer.status === 201) held.push(heldOf(answer.body).holdId)
        await delay(answer.status === 503 ? 200 : 20)
      }
    })
    const back: number[] = []
    for (let n = 0; n < restarts; n++) {
      await delay(everyMs)
      await system.postgres.stop('SIGQUIT')
      await system.postgres.start()
      const before = held.length
      const started = performance.now()
      while (held.length === before && performance.now() - started < 30_000) await delay(10)
      back.push(performance.now() - started)
      say(`restarted ${n + 1} times, served again after ${Math.round(back.at(-1)!)} ms`)
    }
    isOver = true
    await Promise.all(clients)
    const count = async (sql: string, values: unknown[] = []) =>
      (await system.pool.query<{ n: number }>(sql, values)).rows[0]!.n
    const kept = await count('select count(*)::integer as n from holds where id = any($1)', [held])
    const connections = await count(
      "select count(*)::integer as n from pg_stat_activity where application_name = 'arcadia' and backend_type = 'client backend'",
    )
    return { ...heard, restarts, held: held.length, lost: held.length - kept, back, connections }
  } finally {
    await system.close()
  }
}

function rows(run: Run, sabotaged: Run): Row[] {
  const slowest = Math.round(Math.max(...run.back))
  const longest = Math.round(run.longest)
  for (const line of run.wrong.slice(0, 10)) console.error(`    ${line}`)
  return [
    {
      what: 'acknowledged holds that are missing',
      tried: `${run.restarts} immediate restarts (SIGQUIT) under ${CLIENTS} clients, ${run.requests} requests`,
      figure: `${run.lost} of ${run.held}`,
      bar: '0',
      held: run.lost === 0 && run.held > 0,
      saboteurCaught: sabotaged.lost > 0,
    },
    {
      what: 'time from the database answering until the first hold',
      tried: `${run.restarts} times`,
      figure: `at most ${slowest} ms`,
      bar: `${BACK_WITHIN_MS} ms`,
      held: slowest <= BACK_WITHIN_MS,
    },
    {
      what: 'errors other than 503 during the outage; the slowest answer; connections afterwards',
      tried: `${run.refused} requests were asked to retry`,
      figure: `${run.wrong.length}; ${longest} ms; ${run.connections}`,
      bar: `0; ${ANSWERED_WITHIN_MS} ms; 45`,
      held: run.wrong.length === 0 && longest <= ANSWERED_WITHIN_MS && run.connections <= 45,
    },
  ]
}
