import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { aDeposit, cardToken, openDays } from './support/customers.ts'
import { addProfile, aFrame, drawFlameGraph } from './support/flame-graph.ts'
import { answersASecond } from './support/load.ts'
import { onePerson, type Reply, requestOf } from './support/people.ts'
import { profilerAt } from './support/profiler.ts'
import { openSessions } from './support/sessions.ts'
import { startSite } from './support/site-under-test.ts'

// Where the server's time goes on each main path, as flame graphs in docs/images: `npm run bench:flame [-- rounds]`. From the
// sources, whose functions have names and files; in the program that `npm start` runs they are the same.

const ROUNDS = Number(process.argv[2] ?? 12)
const PEOPLE = 8
/** Who give back one hold each. */
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
  const crowd = await makePeople()
  const people = crowd.slice(0, PEOPLE)
  const days = await openDays(site.address)
  const api = (path: string) => `/api/bookings/${path}`
  const each = <T>(work: (token: string, person: number) => Promise<T>, who = people) => Promise.all(who.map(work))
  const ask = (
    token: string,
    person: number,
    method: string,
    path: string,
    status: number,
    body?: object,
    times = 1,
  ) => {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': `10.0.0.${person + 1}` }
    return asked(requestOf(site.address, method, path, headers, body), status, times)
  }
  const dayOf = (person: number, round: number) => days[(person * 5 + round) % days.length]!
  const hold = (token: string, selectedDate: string, person: number, times = 1) =>
    ask(token, person, 'POST', api('holds'), 201, { selectedDate, numberOfGuests: 1 }, times)
  const holdAll = async (round: number, who = people) =>
    (await each((token, person) => hold(token, dayOf(person, round), person), who)).map(
      ({ body }) => JSON.parse(body).holdId,
    )

  await draw('hold', async (round, profile) => {
    const again = (token: string, person: number) => hold(token, dayOf(person, round), person, 10)
    await profile(() => each(again))
  })
  await draw('release', async (round, profile) => {
    const ids = await holdAll(round, crowd)
    const release = (token: string, person: number) => ask(token, person, 'DELETE', api(`holds/${ids[person]}`), 204)
    await profile(() => each(release, crowd))
  })
  await draw('payment', async (round, profile) => {
    const ids = await holdAll(round)
    const cards = await each(() => cardToken(site.address))
    await profile(() =>
      each((token, person) =>
        ask(token, person, 'POST', api('payment'), 201, aDeposit(ids[person], dayOf(person, round), cards[person]!)),
      ),
    )
  })
  const soldOut = days.at(-1)!
  for (const person of [0, 1, 2, 3]) await hold(people[person]!, soldOut, person)
  await draw('refusal', async (_, profile) => {
    const body = { selectedDate: soldOut, numberOfGuests: 1 }
    await profile(() =>
      each(async (token, person) => person >= 4 && ask(token, person, 'POST', api('holds'), 409, body, 80)),
    )
  })
  await database.query(`update users set role = 'ADMIN', position = 'OWNER' where username = 'bench1'`)
  const owner = { authorization: `Bearer ${people[0]}` }
  const reads = {
    portal: { path: '/api/admin/bookings?page=0', status: 200, headers: owner },
    month: { path: api(`availability/range?startDate=${days[0]}&endDate=${days[30]}`), status: 200 },
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

/** The first round only warms the server up. */
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
  // A short run says that it runs.
  if (ROUNDS > 1) await writeFile(join(import.meta.dirname, `../docs/images/flame-${name}.svg`), drawFlameGraph(root))
  console.log(`${name}: ${Math.round(root.time / 1000)} ms`)
}

async function asked(request: string, status: number, times: number): Promise<Reply> {
  return onePerson(site.address, async (ask) => {
    let reply = await ask(request)
    for (let time = 1; time < times; time++) reply = await ask(request)
    if (reply.status !== status) throw new Error(`Answered ${reply.status}, not ${status}: ${reply.body}`)
    return reply
  })
}

async function makePeople(): Promise<string[]> {
  const { rows } = await database.query(
    `insert into users (username, email, created_at, updated_at)
      select 'bench' || i, 'bench' || i || '@example.com', now(), now() from generate_series(1, $1) i returning id`,
    [CROWD],
  )
  return openSessions(
    database,
    rows.map(({ id }) => id),
  )
}
