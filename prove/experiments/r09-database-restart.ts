import { setTimeout as delay } from 'node:timers/promises'
import { createHold } from '@arcadia/contract/holds'
import { registerNewcomer } from '@arcadia/contract/newcomers'
import type { Experiment } from '../experiment.ts'
import type { Heard } from '../support/client.ts'
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
    const heard = { requests: 0, refused: 0, longest: 0, wrong: [] as string[] }
    const hear = ({ method, path, status, milliseconds, body }: Heard) => {
      heard.requests++
      heard.longest = Math.max(heard.longest, milliseconds)
      if (status === 503) heard.refused++
      else if (status === 0 || status >= 500) heard.wrong.push(`${method} ${path} ${status} ${JSON.stringify(body)}`)
    }
    const system = await startSystem(1, { hear })
    try {
      const [server] = system.servers
      const dates = await openDates(server!)
      const held: string[] = []
      const tokens: string[] = []
      for (let n = 0; n < CLIENTS; n++) {
        const person = { firstName: 'Ada', lastName: 'Angler', phoneNumber: '(863) 555-0142' }
        const body = { ...person, email: `restart-${n}@example.com` }
        tokens.push((await server!.call(registerNewcomer, { body })).token)
      }
      let isOver = false
      const clients = tokens.map(async (token, n) => {
        const random = seededRandom(seed * 1000 + n)
        while (!isOver) {
          const body = { selectedDate: random.pick(dates), numberOfGuests: random.between(1, 4) }
          const answer = await server!.answer(createHold, { token, body })
          if (answer.status === 201) held.push(answer.body.holdId)
          await delay(answer.status === 503 ? 200 : 20)
        }
      })
      const back: number[] = []
      const restarts = minutes === undefined ? SHORT_FORM_RESTARTS : RESTARTS
      for (let n = 0; n < restarts; n++) {
        await delay(minutes === undefined ? 2000 : (minutes * 60_000) / restarts)
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
      const { rows } = await system.pool.query<{ n: number }>(
        'select count(*)::integer as n from holds where id = any($1)',
        [held],
      )
      const connections = await system.pool.query<{ n: number }>(
        "select count(*)::integer as n from pg_stat_activity where application_name = 'arcadia' and backend_type = 'client backend'",
      )
      const lost = held.length - rows[0]!.n
      const slowest = Math.round(Math.max(...back))
      const longest = Math.round(heard.longest)
      for (const line of heard.wrong.slice(0, 10)) console.error(`    ${line}`)
      const tried = `${restarts} restarts at once (SIGQUIT) at ${CLIENTS} clients, ${heard.requests} requests`
      return [
        {
          what: 'holds that were acknowledged and are not there',
          tried,
          figure: `${lost} of ${held.length}`,
          bar: '0',
          held: lost === 0,
        },
        {
          what: 'until the first hold after the database answers',
          tried: `${restarts} times`,
          figure: `at most ${slowest} ms`,
          bar: `${BACK_WITHIN_MS} ms`,
          held: slowest <= BACK_WITHIN_MS,
        },
        {
          what: 'answers other than 503 in the gap, the longest answer, connections afterwards',
          tried: `${heard.refused} were asked to try again`,
          figure: `${heard.wrong.length}; ${longest} ms; ${connections.rows[0]!.n}`,
          bar: `0; ${ANSWERED_WITHIN_MS} ms; 45`,
          held: heard.wrong.length === 0 && longest <= ANSWERED_WITHIN_MS && connections.rows[0]!.n <= 45,
        },
      ]
    } finally {
      await system.close()
    }
  },
}
