import { setTimeout as delay } from 'node:timers/promises'
import { updateMe } from '@arcadia/contract/accounts'
import { correctBookingEmail } from '@arcadia/contract/booking-data'
import { changeRidersAndTackle } from '@arcadia/contract/bookings'
import { createEnquiry } from '@arcadia/contract/enquiries'
import { createHold } from '@arcadia/contract/holds'
import { askForSignInLink, registerNewcomer } from '@arcadia/contract/newcomers'
import { payForBooking } from '@arcadia/contract/payments'
import { heldOf } from '@arcadia/contract/testing/held-of'
import type { Context, Experiment, Row } from '../experiment.ts'
import { type MailSink, startMailSink } from '../support/mail-sink.ts'
import { aPayment } from '../support/season.ts'
import { openDates, type System, startSystem } from '../support/system.ts'
import { someoneAt } from '../support/unpaid-attacks.ts'

/** Ten connections then take fifty emails a second. */
const SERVER_TAKES_MS = 200
const GUESTS = 180
/** As many as a guest account may ask for in an hour. */
const CHANGES_OF_A_GUEST = 5
const TOGGLES = 80
const ENQUIRIES = 20
const WANTED = GUESTS * CHANGES_OF_A_GUEST + TOGGLES + ENQUIRIES
const NEWCOMERS = 5

/** docs/rules.md §8.5: 5 of any kind, 3 that confirm the address, 3 in a row about a paid booking. */
const MOST_AN_HOUR = 11
const LINK_WITHIN_MS = 5000

export const mailFlood: Experiment = {
  id: 'E4',
  title: 'Nobody can flood a mailbox, or the outbox',
  async run(context) {
    const sink = await startMailSink(SERVER_TAKES_MS)
    const settings = { RATE_LIMITS: 'on', TRUST_PROXY: '1', SMTP_URL: sink.url }
    const system = await startSystem(1, { settings })
    try {
      const flood = await floodOf(system, sink, 'victim@example.org', context)
      await removeBudgetAndOrder(system)
      return rowsOf(flood, await floodOf(system, sink, 'another@example.net', context))
    } finally {
      await system.close()
      sink.close()
    }
  },
}

interface Flood {
  wanted: number
  arrived: number
  /** The slowest link of a newcomer, from the answer to the mail server. */
  slowestMs: number
}

/** Every email is asked for by a call that succeeds, from many networks. */
async function floodOf(system: System, sink: MailSink, victim: string, { say }: Context): Promise<Flood> {
  const newcomers = await register(system, victim)
  const flood = { wanted: 0, isOver: false }
  const attack = Promise.all([
    changeEmails(system, victim, flood),
    toggleRiders(system, victim, flood),
    enquire(system, victim, flood),
  ]).finally(() => {
    flood.isOver = true
  })
  let slowestMs = 0
  for (const [nth, email] of newcomers.entries()) {
    // Spread over the flood; the last ones ask behind all of it.
    while (!flood.isOver && flood.wanted < (WANTED * (nth + 1)) / NEWCOMERS) await delay(20)
    slowestMs = Math.max(slowestMs, await askForLink(system, sink, email))
  }
  await attack
  await drain(system)
  const arrived = sink.takenFor(victim).length
  say(`${flood.wanted} emails wanted, ${arrived} arrived; the slowest link after ${Math.round(slowestMs)} ms`)
  return { wanted: flood.wanted, arrived, slowestMs }
}

async function register({ servers }: System, victim: string): Promise<string[]> {
  const emails = Array.from({ length: NEWCOMERS }, (_, nth) => `newcomer-${nth}-beside-${victim}`)
  for (const [nth, email] of emails.entries())
    await servers[0]!.call(registerNewcomer, {
      body: { firstName: 'Ada', lastName: 'Angler', phoneNumber: '(863) 555-0142', email },
      headers: { 'x-forwarded-for': `192.0.2.${100 + nth}` },
    })
  return emails
}

let networks = 0
const network = () => `100.${64 + (++networks >> 8)}.${networks & 255}.1`

/** Guest accounts ask to be reached at the victim's address. */
async function changeEmails({ servers }: System, email: string, flood: { wanted: number }): Promise<void> {
  let left = GUESTS
  const guests = async () => {
    while (left-- > 0) {
      const { token, headers } = await someoneAt(servers[0]!, network())
      for (let nth = 0; nth < CHANGES_OF_A_GUEST; nth++) {
        await servers[0]!.call(updateMe, { token, headers, body: { email } })
        flood.wanted++
      }
    }
  }
  await Promise.all(Array.from({ length: 16 }, guests))
}

/** A paid booking gets the victim's address, and its riders change to and fro. */
async function toggleRiders({ servers, provider, pool }: System, email: string, flood: { wanted: number }) {
  const [server] = servers
  const { token, headers } = await someoneAt(server!, network())
  const [date] = await openDates(server!)
  const hold = { selectedDate: date!, numberOfGuests: 1 }
  const { holdId } = heldOf(await server!.call(createHold, { token, headers, body: hold }))
  const body = aPayment({ holdId, date: date!, guests: 1, deposit: 350 }, await provider.cardToken())
  const { booking } = await server!.call(payForBooking, { token, headers, body })
  const params = { id: booking.id }
  await server!.call(correctBookingEmail, { token, headers, params, body: { email } })
  for (let nth = 0; nth < TOGGLES; nth++) {
    await server!.call(changeRidersAndTackle, { token, headers, params, body: { riders: (nth + 1) % 2 } })
    flood.wanted++
    // The quiet minute is skipped, for as many emails as there can be.
    await pool.query("update outbox_mails set next_try_at = now() where status = 'WAITING' and booking_id = $1", [
      booking.id,
    ])
  }
}

async function enquire({ servers }: System, email: string, flood: { wanted: number }): Promise<void> {
  const person = { firstName: 'Ada', lastName: 'Angler', phone: '(863) 555-0142', country: 'US' as const }
  for (let nth = 0; nth < ENQUIRIES; nth++) {
    const headers = { 'x-forwarded-for': network() }
    await servers[0]!.call(createEnquiry, { headers, body: { ...person, email, message: 'Hello' } })
    flood.wanted++
  }
}

/** Milliseconds from the answer until the mail server has the link; as many as were waited if it did not come. */
async function askForLink({ servers }: System, sink: MailSink, email: string): Promise<number> {
  await servers[0]!.call(askForSignInLink, { body: { email }, headers: { 'x-forwarded-for': network() } })
  const asked = performance.now()
  const hasLink = () => sink.takenFor(email).some((mail) => mail.includes('Your sign-in link'))
  while (!hasLink() && performance.now() - asked < 2 * LINK_WITHIN_MS) await delay(20)
  return performance.now() - asked
}

/** Waits until nothing that is due has not been decided. */
async function drain({ pool }: System): Promise<void> {
  const due = "select from outbox_mails where status = 'WAITING' and next_try_at <= now() limit 1"
  for (let tries = 0; tries < 600 && (await pool.query(due)).rows.length > 0; tries++) await delay(200)
}

async function removeBudgetAndOrder({ pool }: System): Promise<void> {
  await pool.query(`
    create function all_alike() returns trigger language plpgsql as
      $$ begin new.by_staff := true; new.urgency := 2; return new; end $$;
    create trigger all_alike before insert on outbox_mails for each row execute function all_alike()`)
}

function rowsOf(flood: Flood, sabotaged: Flood): Row[] {
  return [
    {
      what: 'emails that strangers want sent to an address that never asked, by changed emails, a paid booking and enquiries: those that arrive',
      tried: `${flood.wanted} emails, from ${GUESTS + 1} accounts and as many networks`,
      figure: `${flood.arrived}`,
      bar: `${MOST_AN_HOUR} an hour`,
      held: flood.wanted >= WANTED && flood.arrived > 0 && flood.arrived <= MOST_AN_HOUR,
      saboteurCaught: sabotaged.arrived > MOST_AN_HOUR,
    },
    {
      what: `a newcomer's sign-in link beside them, at a mail server that takes ${SERVER_TAKES_MS} ms over each email: the slowest`,
      tried: `${NEWCOMERS} newcomers`,
      figure: `${Math.round(flood.slowestMs)} ms`,
      bar: `${LINK_WITHIN_MS} ms`,
      held: flood.slowestMs <= LINK_WITHIN_MS,
      saboteurCaught: sabotaged.slowestMs > LINK_WITHIN_MS,
    },
  ]
}
