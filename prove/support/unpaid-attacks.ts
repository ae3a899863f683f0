import { setTimeout as delay } from 'node:timers/promises'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { cancelBooking } from '@arcadia/contract/bookings'
import { createHold } from '@arcadia/contract/holds'
import { registerNewcomer } from '@arcadia/contract/newcomers'
import { payForBooking } from '@arcadia/contract/payments'
import { heldOf } from '@arcadia/contract/testing/held-of'
import { joinWaitlist, listMyWaitlist } from '@arcadia/contract/waitlist'
import type { Context, Row } from '../experiment.ts'
import { aPayment } from './season.ts'
import { openDates, type Server, type System } from './system.ts'

// Strangers who take all they can without ever paying, and the part of the open season that others then can't have
// (docs/rules.md §2.9).

interface Stage {
  system: System
  server: Server
  dates: string[]
}

interface Person {
  token: string
  headers: Record<string, string>
}

interface Attack {
  what: string
  tried: string
  /** Percent of the open spots. */
  most: number
  run(stage: Stage): Promise<void>
  /** True if no limit is behind it: bookings must fill a day before anyone waits for it, and a person has one offer. */
  hasNoSaboteur?: true
  /** Further promises that were broken. */
  wrongs?(stage: Stage): Promise<string[]>
}

let made = 0
/** Someone in a network, with an address of their own domain unless another is given. */
export async function someoneAt(server: Server, address: string, domain?: string): Promise<Person> {
  made += 1
  const person = { firstName: 'Ada', lastName: 'Angler', phoneNumber: '(863) 555-0142' }
  const headers = { 'x-forwarded-for': address }
  const body = { ...person, email: `stranger-${made}@${domain ?? `stranger-${made}.example`}` }
  // Made in another network, because sign-ups of one are limited too.
  const signUp = { 'x-forwarded-for': `203.${(made >> 16) & 255}.${(made >> 8) & 255}.${made & 255}` }
  return { token: (await server.call(registerNewcomer, { body, headers: signUp })).token, headers }
}

const hold = (server: Server, { token, headers }: Person, selectedDate: string) =>
  server.answer(createHold, { token, headers, body: { selectedDate, numberOfGuests: 4 } })
const join = (server: Server, { token, headers }: Person, selectedDate: string, numberOfGuests: number) =>
  server.answer(joinWaitlist, { token, headers, body: { selectedDate, numberOfGuests } })

/** Everybody holds a date of their own, twice over: the second round replaces the first. */
async function holdEverything({ server, dates }: Stage, people: Person[]): Promise<void> {
  for (let round = 0; round < 2; round++)
    await Promise.all(people.map((person, nth) => hold(server, person, dates[(nth * 7 + round * 31) % dates.length]!)))
}

const crowd = (server: Server, count: number, addressOf: (nth: number) => string, domain?: string) =>
  Promise.all(Array.from({ length: count }, (_, nth) => someoneAt(server, addressOf(nth), domain)))

/** The person behind the fifty, who must be next after them. */
let honest: Person | undefined

const ATTACKS: Attack[] = [
  {
    what: 'two accounts of one network: one holds a date and moves on, the other waits for it, in turns over all dates',
    tried: '2 accounts, every date',
    most: 5,
    hasNoSaboteur: true,
    async run({ server, dates }) {
      const [x, y] = [await someoneAt(server, '192.0.2.1'), await someoneAt(server, '192.0.2.1')]
      for (const [nth, date] of dates.entries()) {
        const [holder, waiter] = nth % 2 ? [x, y] : [y, x]
        await hold(server, holder, date)
        await join(server, waiter, date, 4)
      }
      await delay(1500)
    },
  },
  {
    what: 'fifty accounts of one network wait for a full day, whose bookings are then canceled; when their offers have ended, the honest one behind them is next',
    tried: '50 accounts, 1 date',
    most: 5,
    async run({ system, server, dates }) {
      const date = dates[0]!
      const guest = await someoneAt(server, '192.0.2.50')
      const { token, headers } = guest
      const { holdId } = heldOf((await hold(server, guest, date)).body)
      const body = aPayment({ holdId, date, guests: 4, deposit: 1400 }, await system.provider.cardToken())
      const { booking } = await server.call(payForBooking, { token, headers, body })
      for (const bot of await crowd(server, 50, () => '192.0.2.2')) await join(server, bot, date, 1)
      honest = await someoneAt(server, '192.0.2.3')
      await join(server, honest, date, 1)
      await server.call(cancelBooking, { token, params: { id: booking.id } })
      await delay(1500)
    },
    async wrongs({ system, server }) {
      await inDatabase(system, 'update holds set expires_at = now() where released_at is null and consumed_at is null')
      await delay(3000)
      const [entry] = await server.call(listMyWaitlist, { token: honest!.token })
      return entry?.offer ? [] : ['the honest one has no offer']
    },
  },
  {
    what: 'fourteen networks with six accounts each hold and replace',
    tried: '84 accounts',
    most: 25,
    run: async (stage) =>
      holdEverything(stage, await crowd(stage.server, 84, (nth) => `198.51.100.${1 + Math.floor(nth / 6)}`)),
  },
  {
    what: 'the networks of one IPv6 /56 hold and replace',
    tried: '64 networks',
    most: 10,
    run: async (stage) =>
      holdEverything(
        stage,
        await crowd(stage.server, 64, (nth) => `2001:db8:1:ab${nth.toString(16).padStart(2, '0')}::1`),
      ),
  },
  {
    what: 'the networks of one IPv6 /48 hold and replace',
    tried: '64 networks',
    most: 15,
    run: async (stage) =>
      holdEverything(stage, await crowd(stage.server, 64, (nth) => `2001:db8:2:${(nth * 256).toString(16)}::1`)),
  },
  {
    what: 'mailboxes of one domain, each in a network of its own, hold and replace',
    tried: '200 mailboxes',
    most: 15,
    run: async (stage) =>
      holdEverything(stage, await crowd(stage.server, 200, (nth) => `100.64.${nth}.1`, 'bots.example')),
  },
]

/** The part of the open spots that a stranger's calendar does not offer, in percent. */
async function outOfReach({ server, dates }: Stage): Promise<number> {
  const query = { startDate: dates[0]!, endDate: dates.at(-1)! }
  const days = await server.call(getAvailabilityRange, { query })
  const open = dates.reduce((sum, date) => sum + 4 - days[date]!.existingBookings, 0)
  const offered = dates.reduce((sum, date) => sum + days[date]!.availableSpots, 0)
  return (100 * (open - offered)) / open
}

/** Ends every claim and forgets it, so that the next attack finds a whole season. */
export const startOver = (system: System) =>
  inDatabase(
    system,
    `update bookings set status = 'CANCELLED' where status <> 'CANCELLED';
    update waitlist_entries set ended_at = now() where ended_at is null;
    update holds set released_at = now() where released_at is null and consumed_at is null;
    delete from unpaid_ends`,
  )

async function inDatabase({ pool }: System, statements: string): Promise<void> {
  await pool.query(`begin; select set_config('app.now', now()::text, true); ${statements}; commit`)
}

async function figureOf(system: System, attack: Attack): Promise<{ percent: number; wrongs: string[] }> {
  await startOver(system)
  const [server] = system.servers
  const stage = { system, server: server!, dates: await openDates(server!) }
  await attack.run(stage)
  const percent = await outOfReach(stage)
  return { percent, wrongs: (await attack.wrongs?.(stage)) ?? [] }
}

/** @param unlimited the same attacks where nothing is limited, as saboteur */
export async function unpaidAttacks(system: System, unlimited: System, { say }: Context): Promise<Row[]> {
  const rows: Row[] = []
  for (const attack of ATTACKS) {
    const { what, tried, most, hasNoSaboteur } = attack
    const { percent, wrongs } = await figureOf(system, attack)
    const sabotaged = await figureOf(unlimited, attack)
    const isBroken = (found: typeof sabotaged) => found.percent > most || found.wrongs.length > 0
    say(`${what}: ${percent.toFixed(1)} %, unlimited ${sabotaged.percent.toFixed(1)} %`)
    rows.push({
      what: `${what}: the part of the open season out of reach of others`,
      tried,
      figure: [`${percent.toFixed(1)} %`, ...wrongs].join('; '),
      bar: `${most} %`,
      held: !isBroken({ percent, wrongs }),
      ...(!hasNoSaboteur && { saboteurCaught: isBroken(sabotaged) }),
    })
  }
  return rows
}
