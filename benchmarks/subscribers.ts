import { setTimeout as delay } from 'node:timers/promises'
import { addressOf } from '@arcadia/contract/addresses'
import { createHold, releaseHold } from '@arcadia/contract/holds'
import pg from 'pg'
import { pinTo } from './support/cores.ts'
import { openDays } from './support/customers.ts'
import { instant } from './support/instant.ts'
import { middleOf, p99Of } from './support/middle.ts'
import { MISSED } from './support/missed.ts'
import { openCalendars } from './support/open-calendars.ts'
import { onePerson, requestOf } from './support/people.ts'
import { residentBytes } from './support/processor-time.ts'
import { openSessions } from './support/sessions.ts'
import { startSite } from './support/site-under-test.ts'

// The cost of ten thousand open calendars: server memory for each, how long a change takes to reach the last one, and how much
// longer a hold takes with them open. Each calendar has its own network.

const SUBSCRIBERS = process.argv[2] === '1' ? 200 : Number(process.argv[2] ?? 10_000)
const CHANGES = SUBSCRIBERS < 1000 ? 5 : 100
const WANTED = { kilobytes: 16, lastMs: 100, ratio: 1.5 }

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
  // Warm up.
  for (let round = 0; round < 3; round++) await openCalendars(site.address, 100).then((some) => some.close())
  await changes(CHANGES)
  const alone = await changes(CHANGES)
  const before = await memoryAtRest()
  const calendars = await openCalendars(site.address, SUBSCRIBERS)
  const kilobytes = ((await memoryAtRest()) - before) / SUBSCRIBERS / 1024
  const lasts: number[] = []
  const crowded = await changes(CHANGES, async (sentAt) => {
    lasts.push((await calendars.lastHeard(sentAt)) - sentAt)
  })
  await calendars.close()
  const ratio = p99Of(crowded) / p99Of(alone)
  console.log(`| ${SUBSCRIBERS} calendars | figure | wanted |\n|---|---|---|`)
  console.log(`| server memory for each | ${kilobytes.toFixed(1)} kB | <= ${WANTED.kilobytes} kB |`)
  console.log(
    `| from a change to the last calendar, p99 (median) | ${p99Of(lasts).toFixed(0)} ms (${middleOf(lasts).toFixed(0)}) | <= ${WANTED.lastMs} ms |`,
  )
  console.log(
    `| a hold with them open ÷ alone, p99 | ${ratio.toFixed(2)} (${p99Of(crowded).toFixed(1)} and ${p99Of(alone).toFixed(1)} ms) | <= ${WANTED.ratio} |`,
  )
  if (kilobytes > WANTED.kilobytes || p99Of(lasts) > WANTED.lastMs || ratio > WANTED.ratio) process.exitCode = MISSED

  /** Creates and releases a hold each time and returns how long each hold took. */
  async function changes(
    count: number,
    onSent: (sentAt: number) => Promise<unknown> = async () => {},
  ): Promise<number[]> {
    const headers = { authorization: `Bearer ${token}` }
    return onePerson(site.address, async (ask) => {
      const took: number[] = []
      for (let change = 0; change < count; change++) {
        const sentAt = instant()
        const body = { selectedDate: day, numberOfGuests: 1 }
        const held = await ask(requestOf(site.address, 'POST', createHold.path, headers, body))
        if (held.status !== 201) throw new Error(`Creating a hold answered ${held.status} ${held.body}`)
        took.push(instant() - sentAt)
        await onSent(sentAt)
        const path = addressOf(releaseHold, { params: { id: JSON.parse(held.body).holdId } })
        const released = instant()
        await ask(requestOf(site.address, 'DELETE', path, headers))
        await onSent(released)
      }
      return took
    })
  }
} finally {
  await database.end()
  await site.stop()
}

async function memoryAtRest(): Promise<number> {
  await delay(2000)
  return residentBytes(site.pid)
}
