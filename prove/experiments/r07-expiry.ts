import { setTimeout as delay } from 'node:timers/promises'
import { setBookingStatus } from '@arcadia/contract/admin/bookings'
import { setMaxCapacity } from '@arcadia/contract/admin/configuration'
import { createHold, releaseHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import { heldOf } from '@arcadia/contract/testing/held-of'
import type { Experiment, Row } from '../experiment.ts'
import { differencesInBooks, orphans, untilSettled } from '../support/books.ts'
import { insist } from '../support/client.ts'
import { watchDays } from '../support/day-watch.ts'
import { aNewcomer } from '../support/people.ts'
import { withoutTriggers } from '../support/postgres.ts'
import { type Random, seededRandom } from '../support/random.ts'
import { aPayment } from '../support/season.ts'
import { openDates, type System, startSystem } from '../support/system.ts'

/** Pairs of people run trials in parallel, each pair on its own days. */
const FULL_FORM = { trials: 10_000, pairs: 32 }
const SHORT_FORM = { trials: 240, pairs: 12 }
const AROUND_MS = 50
const ENDS_IN_MS = 600

/** Some payments are still pending, or unanswered, when the hold expires. No declines: a few would rate-limit the shared network. */
const CARDS = { 'Ada Angler': 75, 'Slow 1': 15, 'Lost answer': 10 }

interface Trial {
  holdId: string
  /** The buyer's answer. */
  status: number
  code: string
  /** Whether the waiting person got the spot. */
  isTakenOver: boolean
}

export const expiry: Experiment = {
  id: 'R7',
  title: 'A payment at the moment its hold expires',
  async run({ seed, minutes, say }) {
    const form = minutes === undefined ? SHORT_FORM : FULL_FORM
    const run = await play(seed, { ...form, until: Date.now() + (minutes ?? 10) * 60_000, cards: CARDS }, say)
    const sabotaged = await play(
      seed,
      { trials: 36, pairs: 12, until: Date.now() + 60_000, cards: { 'Slow 1': 1 }, forgets: true },
      say,
    )
    return rows(run, sabotaged)
  },
}

interface Limits {
  trials: number
  pairs: number
  until: number
  cards: Record<string, number>
  /** The saboteur: a pending charge no longer keeps an expired hold's spot. */
  forgets?: boolean
}

interface Run {
  trials: Trial[]
  looks: number
  days: string[]
  wrong: string[]
  cents: string[]
}

async function play(seed: number, { trials, pairs, until, cards, forgets }: Limits, say: (line: string) => void) {
  const system = await startSystem(2)
  try {
    const owner = await system.owner()
    const [server] = system.servers
    await server!.call(setMaxCapacity, { token: owner, body: { maxCapacity: 1 } })
    if (forgets) await forgetPendingPayments(system)
    const dates = await openDates(server!)
    const watch = await watchDays(system.pool)
    const run: Run = { trials: [], looks: 0, days: watch.violations, wrong: [], cents: [] }
    /** How early to send a payment so it is decided at the hold's end, tuned by earlier trials. */
    const lead = { ms: 20 }
    let begun = 0
    await Promise.all(
      Array.from({ length: pairs }, async (_, pair) => {
        const random = seededRandom(seed * 1000 + pair)
        const pairDates = dates.filter((_, index) => index % pairs === pair)
        while (begun < trials && Date.now() < until) {
          const nth = begun++
          run.trials.push(await aTrial(system, owner, pairDates[nth % pairDates.length]!, cards, lead, random))
          if (run.trials.length % 500 === 0) say(`${run.trials.length} trials, ${watch.violations.length} violations`)
        }
      }),
    )
    const settled = await untilSettled(system.pool, 120)
    await watch.stop()
    run.looks = watch.looks
    run.wrong = await judge(system, run.trials)
    if (settled === undefined) run.wrong.push('a payment has no outcome after two minutes')
    run.cents = await differencesInBooks(system)
    const stray = await orphans(system.pool)
    if (stray) run.cents.push(`${stray} captured charges belong to nothing`)
    return run
  } finally {
    await system.close()
  }
}

async function aTrial(
  system: System,
  owner: string,
  date: string,
  cards: Record<string, number>,
  lead: { ms: number },
  random: Random,
): Promise<Trial> {
  const server = () => random.pick(system.servers)
  const [buyer, waiting] = [await aNewcomer(server()), await aNewcomer(server())]
  const body = { selectedDate: date, numberOfGuests: 1 }
  const held = await insist(() => server().answer(createHold, { token: buyer, body }))
  if (held.status !== 201) throw new Error(`Creating a hold failed: ${held.status} ${JSON.stringify(held.body)}`)
  const { holdId } = heldOf(held.body)
  const card = random.weighted(cards)
  const payment = aPayment({ holdId, date, guests: 1, deposit: 350 }, await system.provider.cardToken(card))
  const endsAt = await endIn(system, holdId)

  let isOver = false
  const wait = async () => {
    await untilMoment(endsAt - 2 * AROUND_MS)
    while (!isOver) {
      const hold = await server().answer(createHold, { token: waiting, body })
      if (hold.status === 201) return heldOf(hold.body).holdId
      await delay(Date.now() < endsAt + 2 * AROUND_MS ? 10 : 100)
    }
    return undefined
  }
  const waited = wait()
  await untilMoment(endsAt - lead.ms + random.between(-AROUND_MS, AROUND_MS))
  const { status, body: answer } = await server().answer(payForBooking, { token: buyer, body: payment })
  const isRefused = answer.error === 'hold-expired'
  lead.ms = Math.min(400, Math.max(0, lead.ms + (isRefused ? 2 : -2)))
  if (isRefused) await Promise.race([waited, delay(2000)])
  isOver = true
  const taken = await waited
  // The waiting person pays too, so a spot given away twice is booked twice.
  if (taken) {
    const theirs = aPayment({ holdId: taken, date, guests: 1, deposit: 350 }, await system.provider.cardToken())
    await server().answer(payForBooking, { token: waiting, body: theirs })
  }
  await clear(system, owner, date, [
    [buyer, holdId],
    [waiting, taken],
  ])
  return { holdId, status, code: answer.error ?? '', isTakenOver: taken !== undefined }
}

const untilMoment = (moment: number) => delay(Math.max(0, moment - Date.now()))

/** Moves the hold's end close, below the owner's minimum of a minute, and returns it. */
async function endIn({ pool }: System, holdId: string): Promise<number> {
  const endsAt = Date.now() + ENDS_IN_MS
  // The guard trigger would wait for the day's lock.
  await withoutTriggers(pool, (client) =>
    client.query('update holds set expires_at = $2 where id = $1', [holdId, new Date(endsAt)]),
  )
  return endsAt
}

/** Frees the day for the next trial. */
async function clear(system: System, token: string, date: string, held: [string, string | undefined][]) {
  const [server] = system.servers
  for (const [customer, id] of held)
    if (id) await insist(() => server!.answer(releaseHold, { token: customer, params: { id } }))
  const { rows } = await system.pool.query<{ id: number }>(
    "select id from bookings where trip_date = $1 and status <> 'CANCELLED'",
    [date],
  )
  for (const { id } of rows)
    await insist(() => server!.answer(setBookingStatus, { token, params: { id }, query: { status: 'CANCELLED' } }))
}

async function forgetPendingPayments({ pool }: System): Promise<void> {
  await pool.query(`
    create or replace function oversell_guard_is_on() returns boolean language sql stable as 'select false';
    create or replace function each_claim(first_day date, last_day date, at timestamptz)
    returns table (trip_date date, user_id integer, booked integer, held integer, held_until timestamptz, is_private boolean)
    language sql stable as $$
      select b.trip_date, b.user_id, b.number_of_guests::integer, 0, null::timestamptz, false from bookings b
      where b.trip_date between first_day and last_day and b.status <> 'CANCELLED'
      union all
      select h.trip_date, h.user_id, 0, h.number_of_guests, h.expires_at, false from holds h
      where h.trip_date between first_day and last_day
        and h.consumed_at is null and h.released_at is null and h.expires_at > at
    $$`)
}

/** Compares each buyer's answer with the charges and the booking. */
async function judge({ pool }: System, trials: readonly Trial[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; charges: number; listed: number; isBooked: boolean }>(
    `select h.id, h.booking_id is not null as "isBooked",
        count(a.id) filter (where a.outcome = 'CAPTURED')::integer as charges,
        (select count(*) from payment_failures f join payment_attempts of on of.id = f.attempt_id
          where of.hold_id = h.id)::integer as listed
      from holds h left join payment_attempts a on a.hold_id = h.id where h.id = any($1) group by h.id`,
    [trials.map(({ holdId }) => holdId)],
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return trials.flatMap(({ holdId, status, code, isTakenOver }) => {
    const { charges, listed, isBooked } = found.get(holdId)!
    const outcome = `answered ${status} ${code}, ${charges} charges, ${isBooked ? 'booked' : 'not booked'}`
    if (charges > 1) return [outcome]
    if (status === 201 || status === 200) return charges === 1 && isBooked && !isTakenOver ? [] : [outcome]
    if (status === 409 || status === 402) return charges === 0 && !isBooked ? [] : [outcome]
    return charges === 0 || isBooked || listed > 0 ? [] : [outcome]
  })
}

function rows({ trials, looks, days, wrong, cents }: Run, sabotaged: Run): Row[] {
  for (const line of [...days, ...wrong, ...cents].slice(0, 20)) console.error(`    ${line}`)
  const confirmed = trials.filter(({ status }) => status === 201 || status === 200).length
  const late = trials.filter(({ code }) => code === 'hold-expired').length
  const over = trials.filter(({ isTakenOver }) => isTakenOver).length
  return [
    {
      what: `a payment within ${AROUND_MS} ms of the hold's end, while someone waits, is confirmed, refused without a charge, or charged and on the owner's list`,
      tried: `${trials.length} trials in 2 processes: ${confirmed} confirmed, ${late} refused as too late, ${over} spots went to the person waiting`,
      figure: `${wrong.length} other outcomes`,
      bar: '0, with some of each',
      held: wrong.length === 0 && confirmed > 0 && late > 0 && over > 0,
      saboteurCaught: sabotaged.wrong.length > 0,
    },
    {
      what: 'no day is booked above its capacity',
      tried: `${looks} checks of all days`,
      figure: `${days.length} violations`,
      bar: '0',
      held: days.length === 0,
      saboteurCaught: sabotaged.days.length > 0,
    },
    {
      what: "our books match the provider's, charge by charge",
      tried: 'once all payments settled',
      figure: `${cents.length} differences`,
      bar: '0',
      held: cents.length === 0,
    },
  ]
}
