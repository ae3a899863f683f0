import { updateMe } from '@arcadia/contract/accounts'
import { correctBookingEmail } from '@arcadia/contract/booking-data'
import { changeRidersAndTackle, rescheduleBooking } from '@arcadia/contract/bookings'
import { createEnquiry } from '@arcadia/contract/enquiries'
import { askForSignInLink, registerNewcomer } from '@arcadia/contract/newcomers'
import { joinWaitlist, leaveWaitlist } from '@arcadia/contract/waitlist'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../database/transaction.ts'
import { aBooking } from '../testing/a-booking.ts'
import { networkAddress, openDates } from '../testing/builders.ts'
import { startMailServer, type TestMailServer } from '../testing/mail-server.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { enqueueMail } from './outbox.ts'

/** What strangers do to a mailbox through the site, with a mail server that accepts everything. */

const NEWCOMER = 'newcomer@example.com'
const VICTIM = 'victim@example.org'
let app: TestApp
let server: TestMailServer
beforeEach(async () => {
  server = await startMailServer()
  app = await startTestApp({ settings: { SMTP_URL: server.url } })
})
afterEach(async () => {
  await app.close()
  await server.close()
})

const arrived = (to = VICTIM) => server.received.filter((mail) => mail.to[0] === to).length
/** The machine may be too slow for one round. */
const drained = async () => {
  const due = `select 1 from outbox_mails where status = 'WAITING' and next_try_at <= $1 limit 1`
  while ((await app.database.pool.query(due, [app.clock.now()])).rows.length > 0) await app.app.runJobs()
}
const query = (text: string) => app.database.pool.query(text)
const newcomer = async (email: string) => {
  const body = { firstName: 'Ada', lastName: 'Angler', phoneNumber: '(863) 555-0142', email }
  return (await app.call(registerNewcomer, { body, ip: networkAddress() })).token
}
/** Takes the budget away. */
const letThrough = () =>
  query(`create function let_through() returns trigger language plpgsql as
    $$ begin new.by_staff := true; return new; end $$;
    create trigger let_through before insert on outbox_mails for each row execute function let_through()`)
/** Written past the limits of the features that ask for emails: the budget holds without them. */
const acknowledgements = (count: number, to: (nth: number) => string = () => VICTIM) =>
  inTransaction(app.database.db, app.clock, async (tx, now) => {
    for (let nth = 0; nth < count; nth++)
      await enqueueMail(tx, now, { kind: 'enquiry-acknowledged', to: to(nth), params: { enquiryId: enquiryId! } })
  })
let enquiryId: number | undefined
beforeEach(async () => {
  const person = {
    firstName: 'Ines',
    lastName: 'Marlow',
    email: 'ines@example.com',
    phone: '555-0142',
    country: 'ES' as const,
  }
  enquiryId = (await app.call(createEnquiry, { body: person, ip: networkAddress() })).id
})

test('a thousand emails wanted for an address that never asked: five arrive, and a newcomer signs in within 5 seconds beside them', async () => {
  await newcomer(NEWCOMER)
  await app.app.runJobs()
  await acknowledgements(1000)
  await app.call(askForSignInLink, { body: { email: NEWCOMER }, ip: networkAddress() })
  const started = performance.now()
  let seconds = Number.POSITIVE_INFINITY
  server.behave(() => {
    if (server.received.at(-1)!.to[0] === NEWCOMER) seconds = (performance.now() - started) / 1000
  })
  await app.app.runJobs()
  expect(seconds).toBeLessThan(5)
  await drained()
  expect(arrived()).toBe(5)
  const { rows } = await query(
    `select count(*)::integer as n from outbox_mails where status = 'HELD' and last_error like 'Not sent: too many%'`,
  )
  expect(rows[0].n, 'the rest is shown with the reason').toBe(995)
})

test('without the budget, every one of them would arrive', async () => {
  await letThrough()
  await acknowledgements(60)
  await drained()
  expect(arrived()).toBe(60)
})

test('what a person waits for overtakes what was written earlier; in order of writing it would be last', async () => {
  await newcomer(NEWCOMER)
  await app.app.runJobs()
  const { rows } = await query(`select id from users where email = '${NEWCOMER}'`)
  const placeOfNewcomer = async () => {
    server.received.length = 0
    await query('delete from outbox_mails')
    await acknowledgements(150, (nth) => `angler${nth}@example.net`)
    await inTransaction(app.database.db, app.clock, (tx, now) =>
      enqueueMail(tx, now, { kind: 'newcomer', to: NEWCOMER, params: { userId: rows[0].id } }),
    )
    await drained()
    expect(server.received).toHaveLength(151)
    return server.received.findIndex(({ to }) => to[0] === NEWCOMER)
  }
  // It is taken first, but what is sent beside it may arrive before it, as many as a busy machine takes to write it.
  expect(await placeOfNewcomer()).toBeLessThan(75)
  await query(`create function all_alike() returns trigger language plpgsql as
    $$ begin new.urgency := 2; return new; end $$;
    create trigger all_alike before insert on outbox_mails for each row execute function all_alike()`)
  expect(await placeOfNewcomer(), 'without the order').toBeGreaterThan(110)
})

test('guest accounts of many networks that change to one address: three emails an hour', async () => {
  for (let nth = 0; nth < 12; nth++) {
    const token = await newcomer(`guest${nth}@example.net`)
    await app.call(updateMe, { token, body: { email: VICTIM }, ip: networkAddress() })
  }
  await app.app.runJobs()
  expect(arrived()).toBe(3)
  app.clock.advance({ minutes: 61 })
  await newcomer(VICTIM)
  await app.app.runJobs()
  expect(arrived(), 'and its owner can still sign up').toBe(4)
})

/** A booking of the attacker's moves off a full date for which the account with the victim's address waits, and back. */
async function playWaitlist() {
  const [date, other] = openDates() as [string, string]
  const { token, bookingId } = await aBooking(app, { date, guests: 4 })
  const waiting = await newcomer(VICTIM)
  const move = (newSelectedDate: string) =>
    app.call(rescheduleBooking, { token, params: { id: bookingId }, body: { newSelectedDate, numberOfGuests: 4 } })
  const offers = async () =>
    (
      await query(
        `select count(*)::integer as n from outbox_mails where kind = 'waitlist-offer' and to_email = '${VICTIM}'`,
      )
    ).rows[0].n
  return async (times: number) => {
    const before = await offers()
    for (let nth = 0; nth < times; nth++) {
      const { id } = await app.call(joinWaitlist, { token: waiting, body: { selectedDate: date, numberOfGuests: 4 } })
      await move(other)
      // The email is made while the offer stands.
      await app.app.runJobs()
      await app.call(leaveWaitlist, { token: waiting, params: { id } })
      await move(date)
    }
    return (await offers()) - before
  }
}

test("joining and leaving the waitlist with a stranger's address while a booking moves off and on: five emails an hour, ten a day", async () => {
  const play = await playWaitlist()
  expect(await play(30), 'offers that were made').toBe(30)
  expect(arrived()).toBe(5)
  for (let hour = 0; hour < 12; hour++) {
    app.clock.advance({ minutes: 61 })
    await play(2)
  }
  expect(arrived()).toBe(10)
  const { rows } = await query(
    `select distinct last_error from outbox_mails where to_email = '${VICTIM}' and status = 'HELD' and kind = 'waitlist-offer'`,
  )
  expect(rows).toEqual([{ last_error: 'Not sent: too many emails to an address that nobody has confirmed.' }])
})

test('without the budget, the same calls bring every offer', async () => {
  await letThrough()
  const play = await playWaitlist()
  expect(await play(12)).toBe(12)
  expect(arrived()).toBe(13)
})

test('a paid booking whose email is set to a stranger and whose riders are toggled: three emails, then one an hour, ten a day', async () => {
  const booking = await aBooking(app, { date: openDates()[0]! })
  const { token } = booking
  const params = { id: booking.bookingId }
  await app.app.runJobs()
  await app.call(correctBookingEmail, { token, params, body: { email: VICTIM } })
  await app.app.runJobs()
  const toggle = async (times: number) => {
    for (let nth = 0; nth < times; nth++)
      await app.call(changeRidersAndTackle, { token, params, body: { riders: (nth + 1) % 2 } })
  }
  const atStart = arrived()
  // From ten connections, which halves the time.
  await Promise.all(Array.from({ length: 10 }, () => toggle(80)))
  app.clock.advance({ seconds: 59 })
  await app.app.runJobs()
  expect(arrived() - atStart, 'not before a quiet minute').toBe(0)
  app.clock.advance({ seconds: 1 })
  await app.app.runJobs()
  expect(arrived() - atStart, '800 changes are one email').toBe(1)
  const ofBooking = () =>
    server.received.filter(({ to, raw }) => to[0] === VICTIM && /(Your booking was updated|Booked): /.test(raw)).length
  for (let minute = 0; minute < 50; minute += 10) {
    await toggle(2)
    app.clock.advance({ minutes: 10 })
    await app.app.runJobs()
  }
  expect(ofBooking(), 'in the first hour').toBe(3)
  for (let hour = 0; hour < 15; hour++) {
    await toggle(2)
    app.clock.advance({ minutes: 61 })
    await app.app.runJobs()
  }
  expect(ofBooking(), 'in a day').toBeLessThanOrEqual(10)
  expect(ofBooking()).toBeGreaterThan(5)
  app.clock.advance({ hours: 24 })
  await app.app.runJobs()
  const { rows } = await query(
    `select distinct status from outbox_mails where booking_id = ${booking.bookingId} and to_email = '${VICTIM}'`,
  )
  expect(
    rows.map(({ status }) => status),
    'none was dropped',
  ).toEqual(['SENT'])
})
