import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { pinTo } from './support/cores.ts'
import { openDays } from './support/customers.ts'
import { instant } from './support/instant.ts'
import { MISSED } from './support/missed.ts'
import { onePerson, requestOf } from './support/people.ts'
import { openSessions } from './support/sessions.ts'
import { startSite } from './support/site-under-test.ts'

// What ten thousand open calendars cost: memory of the server for each, how long a change takes to the last of them, and how
// much longer a booking takes beside them. Each calendar is of a network of its own.

const SUBSCRIBERS = process.argv[2] === '1' ? 200 : Number(process.argv[2] ?? 10_000)
const CHANGES = SUBSCRIBERS < 1000 ? 5 : 100
const WANTED = { kilobytes: 8, lastMs: 100, ratio: 1.5 }

const site = await startSite({ settings: { TRUST_PROXY: '127.0.0.1' } })
const database = new pg.Client(await site.databaseUrl())
await database.connect()
try {
  pinTo(1, site.pid)
  pinTo(0)
  const { rows } = await database.query(`insert into users (username, email, created_at, updated_at)
    values ('bench', 'bench@example.com', now(), now()) returning id`)
  const [token] = await openSessions(database, [rows[0].id])
  const day = (await openDays(site.address))[0]!
  // What is compiled and cached at first is nobody's.
  for (let round = 0; round < 3; round++) await openCalendars(100).then((some) => some.close())
  await changes(CHANGES)
  const alone = await changes(CHANGES)
  const before = await residentBytes()
  const calendars = await openCalendars(SUBSCRIBERS)
  const kilobytes = ((await residentBytes()) - before) / SUBSCRIBERS / 1024
  const lasts: number[] = []
  const beside = await changes(CHANGES, async (asked) => {
    lasts.push((await calendars.lastHeard(asked)) - asked)
  })
  await calendars.close()
  const ratio = p99(beside) / p99(alone)
  console.log(`| ${SUBSCRIBERS} calendars | figure | wanted |\n|---|---|---|`)
  console.log(`| memory of the server for each | ${kilobytes.toFixed(1)} kB | <= ${WANTED.kilobytes} kB |`)
  console.log(
    `| from a press to the last calendar, p99 (median) | ${p99(lasts).toFixed(0)} ms (${middle(lasts).toFixed(0)}) | <= ${WANTED.lastMs} ms |`,
  )
  console.log(
    `| a hold beside them ÷ alone, p99 | ${ratio.toFixed(2)} (${p99(beside).toFixed(1)} and ${p99(alone).toFixed(1)} ms) | <= ${WANTED.ratio} |`,
  )
  if (kilobytes > WANTED.kilobytes || p99(lasts) > WANTED.lastMs || ratio > WANTED.ratio) process.exitCode = MISSED

  /** Milliseconds that a hold took, each time; given back before the next one. */
  async function changes(
    count: number,
    heard: (asked: number) => Promise<unknown> = async () => {},
  ): Promise<number[]> {
    const headers = { authorization: `Bearer ${token}` }
    return onePerson(site.address, async (ask) => {
      const took: number[] = []
      for (let change = 0; change < count; change++) {
        const asked = instant()
        const body = { selectedDate: day, numberOfGuests: 1 }
        const held = await ask(requestOf(site.address, 'POST', '/api/bookings/holds', headers, body))
        if (held.status !== 201) throw new Error(`A hold was answered ${held.status} ${held.body}`)
        took.push(instant() - asked)
        await heard(asked)
        const path = `/api/bookings/holds/${JSON.parse(held.body).holdId}`
        const released = instant()
        await ask(requestOf(site.address, 'DELETE', path, headers))
        await heard(released)
      }
      return took
    })
  }
} finally {
  await database.end()
  await site.stop()
}

async function openCalendars(count: number) {
  const thread = new Worker(new URL('support/calendars.ts', import.meta.url))
  const answer = async (question: object) => {
    thread.postMessage(question)
    return (await once(thread, 'message'))[0]
  }
  await answer({ address: site.address, count })
  await new Promise((resolve) => setTimeout(resolve, 3000))
  return {
    close: () => thread.terminate(),
    /** When the last of them heard of a change, which was made after `since`. */
    lastHeard: (since: number): Promise<number> => answer({ since }),
  }
}

async function residentBytes(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const status = await readFile(`/proc/${site.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) * 1024
}

function p99(figures: number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.ceil(figures.length * 0.99) - 1]!
}

function middle(figures: number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)]!
}
