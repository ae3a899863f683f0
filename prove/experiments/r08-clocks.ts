import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { getBookingConfig } from '@arcadia/contract/configuration'
import { createHold, getCurrentHold } from '@arcadia/contract/holds'
import { heldOf } from '@arcadia/contract/testing/held-of'
import type { Experiment, Row } from '../experiment.ts'
import type { Client } from '../support/client.ts'
import { aFakeClock, canFakeClocks, type FakeClock } from '../support/clocks.ts'
import { aNewcomer } from '../support/people.ts'
import { withoutTriggers } from '../support/postgres.ts'
import { seededRandom } from '../support/random.ts'
import { clockChanges, dayNumber, expectedReason, expectedToday, writtenDay } from '../support/reference-calendar.ts'
import { type Server, type System, startSystem } from '../support/system.ts'
import { rowsOfTests } from '../support/tests.ts'

const ZONES = ['UTC', 'America/New_York', 'Pacific/Auckland', 'Pacific/Honolulu']
const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR
const HOLDS = 24
const HOLD_MS = 60 * SECOND
const SHORTER_BY_MS = SECOND
const LONGER_BY_MS = 5 * SECOND
const DATABASE_IS_OFF_BY_MS = 10 * 60 * SECOND

/** The saboteur: the product uses the machine's time zone instead of the venue's. */
const LOCAL_TIME = `data:text/javascript,${encodeURIComponent(`
  const { DateTimeFormat } = Intl
  Intl.DateTimeFormat = function (language, { timeZone, ...options } = {}) {
    return new DateTimeFormat(language, options)
  }`)}`

export const clocks: Experiment = {
  id: 'R8',
  title: 'Clocks, zones and calendars',
  async run(context) {
    const rows = [await calendarOfAYear()]
    rows.push(...(await rowsOfTests({ 'apps/web/src/api/clock.test.ts': "a visitor's clock is years off" }, context)))
    if (canFakeClocks) rows.push(...(await withFakeClocks(context.seed, context.minutes, context.say)))
    else context.say('Skipped the clocks of running processes: needs libfaketime on Linux (apt-get install faketime).')
    return rows
  },
}

/** Checks the rule itself in a process in each zone. */
async function calendarOfAYear(): Promise<Row> {
  const tables = await Promise.all(ZONES.map((zone) => tableIn(zone)))
  const sabotaged = await tableIn('Pacific/Auckland', '--import', LOCAL_TIME)
  const wrong = tables.flatMap(({ wrong }) => wrong)
  for (const line of wrong.slice(0, 10)) console.error(`    ${line}`)
  return {
    what: 'the first bookable day, season edges, closed weekdays and blackout dates match a reference table at every hour of a leap year',
    tried: `${tables.reduce((sum, { checks }) => sum + checks, 0)} checks of twelve days each, in processes in ${ZONES.length} zones`,
    figure: `${wrong.length} differences`,
    bar: '0',
    held: wrong.length === 0,
    saboteurCaught: sabotaged.wrong.length > 0,
  }
}

async function tableIn(TZ: string, ...nodeArgs: string[]): Promise<{ checks: number; wrong: string[] }> {
  const program = join(import.meta.dirname, '../support/clock-table.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [...nodeArgs, program], {
    env: { PATH: process.env.PATH, TZ },
    maxBuffer: 2 ** 26,
  })
  return JSON.parse(stdout)
}

/** One process per zone, all on one settable clock; the database keeps the machine's clock. */
interface Stage {
  system: System
  servers: Server[]
  clock: FakeClock
}

async function withFakeClocks(seed: number, minutes: number | undefined, say: (line: string) => void): Promise<Row[]> {
  const clock = await aFakeClock()
  const system = await startSystem(1)
  try {
    await system.servers[0]!.end('SIGTERM')
    const servers: Server[] = []
    for (const TZ of ZONES) servers.push(await system.startServer({ ...clock.environment, TZ }))
    const stage = { system, servers, clock }
    await system.pool.query(
      'update booking_config set max_capacity = 1, hold_duration_minutes = 1, blackout_dates = $1',
      [['2026-06-16', '2028-06-16']],
    )
    return [
      await holdsInRealTime(stage, say),
      await jumps(stage, say),
      await calendarOfServers(stage, seed, minutes, say),
    ]
  } finally {
    await system.close()
    await clock.close()
  }
}

const setSeason = ({ system }: Stage, start: string, end: string) =>
  system.pool.query('update booking_config set season_start = $1, season_end = $2', [start, end])

const anglers = (date: string) => ({ selectedDate: date, numberOfGuests: 1 })
const isOpen = (date: string) => ![0, 3].includes(new Date(date).getUTCDay())
const datesFrom = (first: number) => Array.from({ length: 60 }, (_, ahead) => writtenDay(first + ahead)).filter(isOpen)

/** Measures how long each hold keeps others away, in processes whose clocks are ten minutes behind the database's. */
async function holdsInRealTime(stage: Stage, say: (line: string) => void): Promise<Row> {
  const { system, servers, clock } = stage
  await clock.set(Date.now() - DATABASE_IS_OFF_BY_MS)
  const today = dayNumber(expectedToday(new Date()))
  await setSeason(stage, writtenDay(today), writtenDay(today + 300))
  const lengths = await Promise.all(
    datesFrom(today + 5)
      .slice(0, HOLDS)
      .map((date, nth) => held(servers[nth % servers.length]!, servers[(nth + 1) % servers.length]!, date)),
  )
  say(`${lengths.length} holds kept others away for ${range(lengths)} s`)
  const { rows } = await system.pool.query<{ source: string }>(
    "select pg_get_functiondef('app_now'::regproc) as source",
  )
  await system.pool.query(
    'create or replace function app_now() returns timestamptz language sql as $$ select clock_timestamp() $$',
  )
  const sabotaged = await held(servers[0]!, servers[1]!, datesFrom(today + 120)[0]!)
  await system.pool.query(rows[0]!.source)
  return {
    what: "how long a one-minute hold keeps others out, in processes in four zones with clocks ten minutes behind the database's",
    tried: `${lengths.length} holds`,
    figure: `${range(lengths)} s`,
    bar: `${(HOLD_MS - SHORTER_BY_MS) / SECOND} to ${(HOLD_MS + LONGER_BY_MS) / SECOND} s`,
    held: lengths.every(isAsPromised),
    saboteurCaught: !isAsPromised(sabotaged),
  }
}

const isAsPromised = (length: number) => length >= HOLD_MS - SHORTER_BY_MS && length <= HOLD_MS + LONGER_BY_MS
const range = (lengths: number[]) =>
  [Math.min(...lengths), Math.max(...lengths)].map((length) => (length / SECOND).toFixed(1)).join(' to ')

/** Milliseconds from a hold's answer until someone else gets the spot. */
async function held(server: Client, other: Client, date: string): Promise<number> {
  const [token, waiting] = [await aNewcomer(server), await aNewcomer(other)]
  await server.call(createHold, { token, body: anglers(date) })
  const started = performance.now()
  while (performance.now() - started < 2 * HOLD_MS) {
    const { status } = await other.answer(createHold, { token: waiting, body: anglers(date) })
    if (status === 201) return performance.now() - started
    await delay(250)
  }
  return Number.POSITIVE_INFINITY
}

/** Releases holds left by earlier clock settings. */
const freeAllDays = ({ pool }: System) =>
  // The guard trigger would wait for the days' locks.
  withoutTriggers(pool, (client) => client.query('update holds set released_at = created_at where released_at is null'))

const STEPS = [SECOND, -SECOND, HOUR, -HOUR, DAY, -DAY]

/** Steps the machine's clock while spots are held. */
async function jumps(stage: Stage, say: (line: string) => void): Promise<Row> {
  const { forward, back } = clockChanges(2026)
  const moments = [
    forward.getTime(),
    back.getTime(),
    back.getTime() - HOUR,
    Date.UTC(2028, 1, 29, 5),
    Date.UTC(2028, 2, 1),
  ]
  const wrong: string[] = []
  let tried = 0
  for (const moment of moments) {
    const year = new Date(moment).getUTCFullYear()
    await setSeason(stage, `${year}-01-01`, `${year}-12-30`)
    for (const step of STEPS) {
      const found = await jump(stage, moment - 20 * SECOND, step)
      wrong.push(...found)
      tried += ZONES.length
    }
    say(`${tried} holds over ${new Date(moment).toISOString()}, ${wrong.length} wrong`)
  }
  for (const line of wrong.slice(0, 10)) console.error(`    ${line}`)
  return {
    what: "a hold lasts until its end on the server's clock, however that clock jumps, and nobody else gets the spot before",
    tried: `${tried} holds over both daylight changes of 2026 and 29 February, each with a step of ±1 s, ±1 hour or ±1 day`,
    figure: `${wrong.length} wrong`,
    bar: '0',
    held: wrong.length === 0,
  }
}

/** Plays one hold in each zone over the same clock step. */
async function jump({ system, servers, clock }: Stage, moment: number, step: number): Promise<string[]> {
  await clock.set(moment)
  await freeAllDays(system)
  // Days in the future by every clock.
  const dates = datesFrom(Math.floor(moment / DAY) + 5)
  const holds = await Promise.all(
    servers.map(async (server, nth) => {
      const [token, waiting] = [await aNewcomer(server), await aNewcomer(server)]
      const asked = clock.now()
      const { holdId, expiresAt } = heldOf(await server.call(createHold, { token, body: anglers(dates[nth]!) }))
      const other = servers[(nth + 1) % servers.length]!
      return {
        zone: ZONES[nth]!,
        date: dates[nth]!,
        token,
        waiting,
        holdId,
        asked,
        endsAt: Date.parse(expiresAt),
        server,
        other,
      }
    }),
  )
  const wrong: string[] = []
  const look = async (when: string) => {
    await Promise.all(
      holds.map(async ({ zone, date, token, waiting, holdId, endsAt, server, other }) => {
        if (taken.has(holdId)) return
        const isDue = clock.now() < endsAt
        const { hold } = await other.call(getCurrentHold, { token, query: { holdId } })
        const { status } = await server.answer(createHold, { token: waiting, body: anglers(date) })
        if (status === 201) taken.add(holdId)
        if ((hold !== null) !== isDue || (status === 201) === isDue)
          wrong.push(
            `${zone}, ${step / SECOND} s, ${when}: ${hold ? 'still' : 'not'} held, someone else was answered ${status}`,
          )
      }),
    )
    const { rows } = await system.pool.query<{ n: number }>(
      'select count(*)::integer as n from holds where trip_date = any($1) and consumed_at is null and released_at is null group by trip_date',
      [dates.slice(0, servers.length)],
    )
    if (rows.some(({ n }) => n > 1)) wrong.push(`${step / SECOND} s, ${when}: two people have one spot`)
  }
  const taken = new Set<string>()
  for (const { zone, asked, endsAt } of holds)
    if (Math.abs(endsAt - asked - HOLD_MS) > 2 * SECOND) wrong.push(`${zone}: promised ${endsAt - asked} ms`)
  const endsAt = Math.min(...holds.map((hold) => hold.endsAt))
  await clock.set(moment + 25 * SECOND)
  await look('before')
  await clock.set(moment + 25 * SECOND + step)
  await look('after the step')
  await clock.set(endsAt - 5 * SECOND)
  await look('five seconds before its end')
  await clock.set(Math.max(...holds.map((hold) => hold.endsAt)) + SECOND)
  await look('after its end')
  return wrong
}

/** Checks the calendars of four running processes at moments where calendars tend to go wrong. */
async function calendarOfServers(
  stage: Stage,
  seed: number,
  minutes: number | undefined,
  say: (line: string) => void,
): Promise<Row> {
  const until = Date.now() + (minutes ?? 2) * 60 * SECOND
  const random = seededRandom(seed)
  const local = await stage.system.startServer({
    ...stage.clock.environment,
    TZ: 'Pacific/Auckland',
    NODE_OPTIONS: `--import=${LOCAL_TIME}`,
  })
  const wrong: string[] = []
  let isCaught = false
  let tried = 0
  for (const year of [2026, 2028]) {
    await setSeason(stage, `${year}-02-27`, `${year}-11-07`)
    for (const moment of momentsOf(year, minutes === undefined ? 10 : 8784, random.between)) {
      if (Date.now() > until) break
      await stage.clock.set(moment)
      const found = await Promise.all(stage.servers.map((server) => calendarWrongIn(server, moment)))
      wrong.push(...found.flatMap((line, nth) => (line ? [`${ZONES[nth]} ${line}`] : [])))
      isCaught ||= (await calendarWrongIn(local, moment)) !== undefined
      tried += ZONES.length
    }
    say(`${tried} checks through ${year}, ${wrong.length} wrong`)
  }
  for (const line of wrong.slice(0, 10)) console.error(`    ${line}`)
  return {
    what: 'the same for the calendars of four running processes, one in each zone',
    tried: `${tried} checks of 366 days, with the clock set around both daylight saving changes, midnight, season edges and 29 February`,
    figure: `${wrong.length} differences`,
    bar: '0',
    held: wrong.length === 0,
    saboteurCaught: isCaught,
  }
}

/** Moments where calendars tend to go wrong, plus other hours of the year. */
function momentsOf(year: number, hours: number, between: (from: number, to: number) => number): number[] {
  const { forward, back } = clockChanges(year)
  const around = [forward.getTime(), back.getTime()].flatMap((change) =>
    [-24, -2, -1, 0, 1, 2, 24].flatMap((hour) => [change + hour * HOUR - 10 * SECOND, change + hour * HOUR + SECOND]),
  )
  // Midnight in Florida, in summer and in winter time.
  const midnights = ['01-01', '02-27', '02-28', '03-01', '06-16', '11-08'].flatMap((day) =>
    [4, 5].flatMap((hour) => {
      const midnight = Date.parse(`${year}-${day}T0${hour}:00:00Z`)
      return [midnight - 10 * SECOND, midnight + SECOND]
    }),
  )
  const others = Array.from({ length: hours }, (_, nth) => (hours === 8784 ? nth : between(0, 8783))).map(
    (hour) => Date.UTC(year, 0, 1) + hour * HOUR,
  )
  return [...around, ...midnights, ...others]
}

async function calendarWrongIn(server: Client, moment: number): Promise<string | undefined> {
  const first = dayNumber(expectedToday(new Date(moment))) - 180
  const query = { startDate: writtenDay(first), endDate: writtenDay(first + 365) }
  const days = await server.call(getAvailabilityRange, { query })
  const rules = await server.call(getBookingConfig)
  for (const [date, { reason }] of Object.entries(days)) {
    const expected = expectedReason(date, new Date(moment), rules)
    if (reason !== expected && !['HELD', 'FULL'].includes(reason ?? ''))
      return `${new Date(moment).toISOString()} ${date}: got ${reason}, expected ${expected}`
  }
  return undefined
}
