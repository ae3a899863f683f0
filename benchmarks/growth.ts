import pg from 'pg'
import { type Call, callsOf } from './support/calls.ts'
import { fillWith } from './support/centuries.ts'
import { cardToken } from './support/customers.ts'
import { middleOf } from './support/middle.ts'
import { MISSED } from './support/missed.ts'
import { onePerson, requestOf } from './support/people.ts'
import { openSessions } from './support/sessions.ts'
import { startSite } from './support/site-under-test.ts'

// How much longer calls take with a century of bookings than with the first thousand. A customer and the owner call two sites
// in turn.

const ROUNDS = Number(process.argv[2] ?? 15)
const SIZES = ROUNDS === 1 ? [400, 800] : [1_000, 100_000]
// What the portal lists may take longer with more of it, but never long (docs/decisions/024-plain-counts.md).
const WANTED = {
  customer: { isWell: ({ ratio }: { ratio: number }) => ratio <= 1.2, words: 'within 1.2 times' },
  portal: { isWell: ({ large }: { large: number }) => large <= 50, words: 'within 50 ms' },
}
const CUSTOMER = 14

const sites = await Promise.all(SIZES.map((size) => openSite(size)))
try {
  const took = sites.map(({ calls }) => calls.map((): number[] => []))
  for (let round = 0; round < ROUNDS; round++)
    for (const index of took[0]!.keys())
      for (const [which, site] of sites.entries()) took[which]![index]!.push(await site.time(site.calls[index]!, round))
  const rows = sites[0]!.calls.map(({ who, name }, index) => {
    const [small, large] = took.map((times) => middleOf(times[index]!)) as [number, number]
    return { who, name, small, large, ratio: large / small }
  })
  console.log(`| who | call | ratio | ms with ${SIZES[0]} | ms with ${SIZES[1]} |\n|---|---|---|---|---|`)
  for (const { who, name, small, large, ratio } of rows.toSorted((one, other) => other.large - one.large))
    console.log(`| ${who} | ${name} | ${ratio.toFixed(1)} | ${small.toFixed(1)} | ${large.toFixed(1)} |`)
  for (const who of ['customer', 'portal'] as const) {
    const group = rows.filter((row) => row.who === who)
    const { isWell, words } = WANTED[who]
    const well = group.filter(isWell)
    console.log(
      `\n${who}: the median call takes ${middleOf(group.map(({ ratio }) => ratio)).toFixed(2)} times as long; ${well.length} of ${group.length} calls ${words}.`,
    )
    if (well.length < group.length) process.exitCode = MISSED
  }
} finally {
  for (const { stop } of sites) await stop()
}

async function openSite(size: number) {
  const site = await startSite()
  await fillWith(site, size)
  const database = new pg.Client(await site.databaseUrl())
  await database.connect()
  const [customer, portal] = await openSessions(database, [CUSTOMER, 1])
  const row = async (sql: string) => (await database.query(sql)).rows[0]
  const bookings = `select id, trip_date::text, number_of_guests, confirmation_number, first_name, last_name, email, phone from bookings where user_id = ${CUSTOMER}`
  const coming = await row(`${bookings} and trip_date > current_date`)
  const about = {
    past: await row(`${bookings} and trip_date < current_date order by trip_date desc`),
    coming,
    free: (
      await row(`select array_agg(trip_date::text) as days from (select trip_date from bookings
        where trip_date > current_date and trip_date <> '${coming.trip_date}'
        group by 1 having sum(number_of_guests) < 4 order by 1) free`)
    ).days,
  }
  await database.end()
  const tokens = { customer, portal }
  let holdId = ''
  return {
    calls: callsOf(about),
    stop: site.stop,
    async time({ who, method, path, body: given, status }: Call, round: number): Promise<number> {
      const body =
        typeof given === 'function' ? given({ round, holdId, cardToken: await cardToken(site.address) }) : given
      const headers = { authorization: `Bearer ${tokens[who]}` }
      const request = requestOf(site.address, method, path.replace(':hold', holdId), headers, body)
      return onePerson(site.address, async (ask) => {
        const started = performance.now()
        const reply = await ask(request)
        if (reply.status !== status) throw new Error(`${path} answered ${reply.status} ${reply.body}`)
        if (path.endsWith('holds')) holdId = JSON.parse(reply.body).holdId
        return performance.now() - started
      })
    },
  }
}
