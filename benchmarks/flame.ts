import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addressOf } from '@arcadia/contract/addresses'
import { listAdminBookings } from '@arcadia/contract/admin/bookings'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { createHold, releaseHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import pg from 'pg'
import { aDeposit, cardToken, makeCustomers, openDays } from './support/customers.ts'
import { addProfile, aFrame, drawFlameGraph } from './support/flame-graph.ts'
import { answersASecond } from './support/load.ts'
import { onePerson, type Reply, requestOf } from './support/people.ts'
import { profilerAt } from './support/profiler.ts'
import { startSite } from './support/site-under-test.ts'

// Draws flame graphs of the server's time on each main path in docs/images: `npm run bench:flame [-- rounds]`. Runs the sources,
// which keep function and file names; `npm start` runs the same code bundled.

const ROUNDS = Number(process.argv[2] ?? 12)
const PEOPLE = 8
/** Customers who release one hold each. */
const CROWD = 64
const PORT = 9339

const site = await startSite({
  program: 'apps/server/src/main.ts',
  settings: {
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'fatal',
    NODE_OPTIONS: `--inspect=127.0.0.1:${PORT}`,
  },
})
const database = new pg.Client(await site.databaseUrl())
await database.connect()
const profiler = await profilerAt(PORT)
try {
  const customers = await makeCustomers(database, CROWD)
  const days = await openDays(site.address)
  const each = <T>(work: (person: number) => Promise<T>, count = PEOPLE) =>
    Promise.all(Array.from({ length: count }, (_, person) => work(person)))
  const ask = (person: number, method: string, path: string, status: number, body?: object, times = 1) =>
    send(requestOf(site.address, method, path, customers[person]!.headers, body), status, times)
  const dayOf = (person: number, round: number) => days[(person * 5 + round) % days.length]!
  const hold = (person: number, selectedDate: string, times = 1) =>
    ask(person, 'POST', createHold.path, 201, { selectedDate, numberOfGuests: 1 }, times)
  const holdAll = async (round: number, count = PEOPLE) =>
    (await each((person) => hold(person, dayOf(person, round)), count)).map(({ body }) => JSON.parse(body).holdId)

  await draw('hold', async (round, profile) => {
    await profile(() => each((person) => hold(person, dayOf(person, round), 10)))
  })
  await draw('release', async (round, profile) => {
    const ids = await holdAll(round, CROWD)
    await profile(() =>
      each((person) => ask(person, 'DELETE', addressOf(releaseHold, { params: { id: ids[person] } }), 204), CROWD),
    )
  })
  await draw('payment', async (round, profile) => {
    const ids = await holdAll(round)
    const cards = await each(() => cardToken(site.address))
    await profile(() =>
      each((person) =>
        ask(person, 'POST', payForBooking.path, 201, aDeposit(ids[person], dayOf(person, round), cards[person]!)),
      ),
    )
  })
  const soldOut = days.at(-1)!
  for (const person of [0, 1, 2, 3]) await hold(person, soldOut)
  await draw('refusal', async (_, profile) => {
    const body = { selectedDate: soldOut, numberOfGuests: 1 }
    await profile(() => each(async (person) => person >= 4 && ask(person, 'POST', createHold.path, 409, body, 80)))
  })
  await database.query(`update users set role = 'ADMIN', position = 'OWNER' where username = 'bench1'`)
  const reads = {
    portal: { path: addressOf(listAdminBookings, { query: { page: 0 } }), status: 200, headers: customers[0]!.headers },
    month: { path: addressOf(getAvailabilityRange, { query: { startDate: days[0], endDate: days[30] } }), status: 200 },
    landing: { path: '/', status: 200, headers: { 'accept-encoding': 'br' } },
  }
  for (const [name, read] of Object.entries(reads))
    await draw(name, async (_, profile) => {
      await profile(() => answersASecond(site.address, read, 0.25, 16))
    })
} finally {
  profiler.close()
  await database.end()
  await site.stop()
}

/** Profiles all rounds but the first, which warms up the server. */
async function draw(
  name: string,
  round: (number: number, profile: (work: () => Promise<unknown>) => Promise<void>) => Promise<void>,
): Promise<void> {
  const root = aFrame(name)
  for (let number = 0; number <= ROUNDS; number++)
    await round(number, async (work) => {
      const profile = await profiler.during(work)
      if (number > 0) addProfile(root, profile)
    })
  // A short run only checks that it runs.
  if (ROUNDS > 1) await writeFile(join(import.meta.dirname, `../docs/images/flame-${name}.svg`), drawFlameGraph(root))
  console.log(`${name}: ${Math.round(root.time / 1000)} ms`)
}

async function send(request: string, status: number, times: number): Promise<Reply> {
  return onePerson(site.address, async (ask) => {
    let reply = await ask(request)
    for (let time = 1; time < times; time++) reply = await ask(request)
    if (reply.status !== status) throw new Error(`Answered ${reply.status}, not ${status}: ${reply.body}`)
    return reply
  })
}
