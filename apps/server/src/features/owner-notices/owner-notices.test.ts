import { portal } from '@arcadia/contract/addresses'
import { beginTestBooking } from '@arcadia/contract/admin/opening'
import { changeOwnerNotices, getOwnerNotices } from '@arcadia/contract/admin/owner-notices'
import { correctGuest } from '@arcadia/contract/booking-data'
import { cancelBooking, rescheduleBooking } from '@arcadia/contract/bookings'
import { changeBusinessFacts } from '@arcadia/contract/business'
import { createEnquiry } from '@arcadia/contract/enquiries'
import { payBalance } from '@arcadia/contract/payments'
import { refundBooking } from '@arcadia/contract/refunds'
import { addDays, formatDayInWords, venueInstant } from '@arcadia/contract/trip-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking, bookTest } from '../../testing/a-booking.ts'
import { anAdmin, networkAddress, openDates } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { listChain } from '../audit-log/audit-log.store.ts'

const TO = 'ramp@arcadia.example'
let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
  await app.call(changeBusinessFacts, { token: admin, body: { moveDays: 1 } })
})
afterAll(() => app.close())

const set = async (body: object) => {
  const everything = { newBooking: true, balancePaid: true, quietFrom: '', quietUntil: '', digestAt: '' }
  const { body: now } = await app.request('GET', getOwnerNotices.path, { token: admin })
  const notices = { ...now.notices, ...everything, addresses: TO, ...body }
  return app.request('PUT', changeOwnerNotices.path, { token: admin, body: notices })
}
const dates = openDates()

const subjects = async (to = TO) => (await readMails(app, to)).map(({ subject }) => subject)
const since = async (run: () => Promise<unknown>) => {
  const before = (await subjects()).length
  await run()
  return (await subjects()).slice(before)
}

test('a booking is emailed with the details the owner needs for a call; its move and cancellation in one email, by the last', async () => {
  await set({})
  const [date, other] = dates.splice(0, 2) as [string, string]
  const booking = await aBooking(app, { date, guests: 2 })
  const params = { id: booking.bookingId }
  const { token } = booking
  const [made] = await readMails(app, TO, 'booking-made-notice')
  expect(made?.subject).toMatch(/^New booking: Ada Angler, \w{3}, \w{3} \d+, 2 anglers$/)
  expect(made?.text).toContain('Phone: (863) 555-0142')
  expect(made?.text).toContain('Paid: $700.00')
  expect(made?.text).toContain('Balance: $4,300.00, due before the trip\n')
  expect(made?.text).toContain('2 of 4 spots left')
  expect(made?.text).toContain('Email: ada@example.com')
  expect(made?.replyTo, 'an answer goes to the guest').toBe('ada@example.com')
  expect(made?.html).toMatch(/Phone<.*<a href="tel:\+18635550142">/s)
  expect(made?.html).toContain('href="sms:+18635550142"')
  for (const once of [/2 anglers/g, new RegExp(formatDayInWords(date), 'g')])
    expect(made?.text.match(once)).toHaveLength(1)
  expect(made?.text).toContain(portal.bookings.href({ id: booking.bookingId }))
  // A single name, and a number with an extension.
  const right = { firstName: 'Ada', lastName: '-', phone: '(863) 555-0142 x12' }
  await app.call(correctGuest, { token, params, body: right })
  const [single] = await readMails(app, TO, 'booking-made-notice')
  expect(single?.subject).toMatch(/^New booking: Ada, \w{3}, /)
  expect(single?.html).toContain('href="tel:+18635550142,12"')
  await app.call(correctGuest, { token, params, body: { ...right, lastName: 'Angler', phone: '(863) 555-0142' } })
  const move = { token, params, body: { newSelectedDate: other, numberOfGuests: 2 } }
  expect(await since(() => app.call(rescheduleBooking, move))).toEqual([
    expect.stringMatching(/^Ada Angler moved to \w{3}, \w{3} \d+$/),
  ])
  expect(await since(() => app.call(cancelBooking, { token, params })), 'the same email').toEqual([])
  expect((await subjects()).slice(-1)).toEqual([expect.stringMatching(/^Ada Angler canceled /)])
})

test('of a booking that was paid in full it says so, and no balance', async () => {
  await set({})
  const { token, bookingId } = await aBooking(app, { date: dates.shift()!, guests: 2 })
  const paymentToken = await app.simulator.cardToken()
  const body = { bookingId, amount: 4300, currency: 'USD' as const, paymentToken }
  await app.call(payBalance, { token, body, ip: networkAddress() })
  const made = (await readMails(app, TO, 'booking-made-notice')).find(({ text }) =>
    text.includes(portal.bookings.href({ id: bookingId })),
  )
  expect(made?.text).toContain('Balance: Nothing left to pay')
  expect(made?.text).not.toContain('$0.00')
})

test('a notice that is off is not sent; others go to every address', async () => {
  await set({ addresses: `${TO}, desk@arcadia.example`, newBooking: false })
  const date = dates.shift()!
  expect(await since(() => aBooking(app, { date }))).toEqual([])
  const body = {
    firstName: 'Ines',
    lastName: 'Marlow',
    email: 'ines@example.com',
    phone: '555-0142',
    country: 'ES' as const,
  }
  expect(await since(() => app.call(createEnquiry, { body }))).toEqual(['Enquiry from Ines Marlow'])
  expect(await subjects('desk@arcadia.example')).toEqual(['Enquiry from Ines Marlow'])
})

test('without addresses, notices go to BUSINESS_EMAIL or else to every active owner', async () => {
  await set({ addresses: '' })
  const { email } = await app.database.db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'ADMIN')
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow()
  const { defaultAddresses } = await app.call(getOwnerNotices, { token: admin })
  const [to] = defaultAddresses.split(', ')
  expect(defaultAddresses.includes(email!) || defaultAddresses === 'owner@arcadia.example').toBe(true)
  const before = (await subjects(to)).length
  await aBooking(app, { date: dates.shift()! })
  expect((await subjects(to)).slice(before)).toEqual([expect.stringMatching(/^New booking/)])
})

test('during quiet hours the notice waits, while the customer is emailed at once', async () => {
  await set({ quietFrom: '00:00', quietUntil: '23:59' })
  await aBooking(app, { date: dates.shift()! })
  const due = await app.database.db
    .selectFrom('outbox_mails')
    .select(['kind', 'created_at', 'next_try_at'])
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  const isLater = Object.fromEntries(due.map((mail) => [mail.kind, mail.next_try_at > mail.created_at]))
  expect(isLater).toEqual({ 'booking-made-notice': true, 'booking-confirmed': false })
})

test.each([
  ['an invalid address', { addresses: 'ann@example.com, nobody' }, 'addresses'],
  ['six addresses', { addresses: 'a@b.co b@b.co c@b.co d@b.co e@b.co f@b.co' }, 'addresses'],
  ['one end of the quiet hours', { quietFrom: '22:00' }, 'quietUntil'],
  ['an invalid time', { digestAt: '25:00' }, 'digestAt'],
])('%s is refused', async (_, wrong, field) => {
  const { status, body } = await set(wrong)
  expect([status, body.details[0].path]).toEqual([400, field])
})

test('a change is in the audit log; a no-op is not', async () => {
  await set({ balancePaid: false })
  const entries = (await listChain(app.database.db)).length
  await set({ balancePaid: false })
  const chain = await listChain(app.database.db)
  expect(chain).toHaveLength(entries)
  expect(chain.at(-1)?.after_value).toContain('"balancePaid":false')
})

// Last, because the clock moves past the owner's session.
test("the digest goes out once a day at its time, with today's and tomorrow's groups", async () => {
  const trip = dates.find((date) => dates.includes(addDays(date, 1)))!
  const { confirmationNumber, bookingId } = await aBooking(app, { date: trip, guests: 2 })
  const refund = { amount: 100, description: 'Rain' }
  await app.call(refundBooking, { token: admin, params: { id: bookingId }, query: refund })
  await aBooking(app, { date: addDays(trip, 1), guests: 3 })
  await set({ digestAt: '05:30' })
  const digests = async () => (await readMails(app, TO, 'owner-digest')).map(({ subject }) => subject)
  app.clock.set(venueInstant(trip, '05:29'))
  await app.app.runJobs()
  expect(await digests()).toEqual([])
  // An owner's test is in no digest.
  const { token, user } = await app.call(beginTestBooking, { token: await anAdmin(app) })
  await bookTest(app, { token, user: { ...user, email: TO } }, addDays(trip, 1))
  app.clock.set(venueInstant(trip, '05:31'))
  await Promise.all([app.app.runJobs(), app.app.runJobs()])
  // An email is rendered as it is read here, so read it before the test is cleaned up.
  expect(await digests()).toEqual(['Your day: today 2 anglers, tomorrow 3 anglers'])
  app.clock.set(venueInstant(trip, '11:00'))
  await app.app.runJobs()
  expect(await digests()).toEqual(['Your day: today 2 anglers, tomorrow 3 anglers'])
  const [mail] = await readMails(app, TO, 'owner-digest')
  expect(mail?.text).toMatch(/Today, .*\n\nSunrise 6:\d\d AM/)
  expect(mail?.text).toContain('Balance due: $4,300.00, $100.00 refunded')
  expect(confirmationNumber).toMatch(/^JB-/)
})
