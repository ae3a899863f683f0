import { patchBookingStatus } from '@arcadia/contract/admin/bookings'
import { getDaySheet } from '@arcadia/contract/admin/dashboard'
import { correctBookingEmail } from '@arcadia/contract/booking-data'
import { rescheduleBooking } from '@arcadia/contract/bookings'
import { downloadMyData } from '@arcadia/contract/my-data'
import { addDays, formatFullDate } from '@arcadia/contract/trip-date'
import { getBookingWaiver, listWaiverTexts, openWaiver, PAD, publishWaiver } from '@arcadia/contract/waivers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, anAngler, networkAddress } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { waiversOf } from '../../testing/waivers-of.ts'
import { listChain } from '../audit-log/audit-log.store.ts'
import { SPARE } from './waivers.rules.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
let start: Date
beforeEach(async () => {
  start = app.clock.now()
  admin = await anAdmin(app)
})
afterEach(() => app.clock.set(start))

const { TEXT, dates, publish, version, remind, aTrip, sign, open, signaturesOf, invented } = waiversOf(() => ({
  app,
  admin,
}))
const INVALID = { status: 404, body: { error: 'waiver-link-invalid' } }

test('without a waiver, no signature is requested anywhere', async () => {
  const date = dates.shift()!
  const { token, bookingId } = await aBooking(app, { date, guests: 1 })
  expect(await app.call(getBookingWaiver, { token, params: { id: bookingId } })).toEqual({ waiver: null })
  expect(await signaturesOf(bookingId)).toMatchObject({ url: null, signatures: [] })
  const [mail] = await readMails(app, 'ada@example.com', 'booking-confirmed')
  expect(mail!.text).not.toMatch(/waiver/i)
  const sheet = await app.call(getDaySheet, { token: admin, params: { date } })
  expect(sheet.parties).toMatchObject([{ waiver: null }])
  expect(
    await open(app.app.features.waivers.api.urlOf({ id: bookingId, email: 'ada@example.com' }).split('#')[1]!),
  ).toMatchObject(INVALID)
})

test('more requests with a wrong link can run at once than there are database connections', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => sign('nobodys-link', { version: 1 })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
})

describe('the text', () => {
  test('is published in versions, each kept with its date and logged', async () => {
    expect(await publish('First')).toMatchObject({ status: 200, body: { texts: [{ version: 1, text: 'First' }] } })
    await publish(TEXT)
    const { texts } = await app.call(listWaiverTexts, { token: admin })
    expect(texts).toMatchObject([
      { version: 2, text: TEXT, publishedAt: start.toISOString() },
      { version: 1, text: 'First' },
    ])
    expect((await listChain(app.database.db)).at(-1)).toMatchObject({
      action: 'waiver.published',
      subject_kind: 'configuration',
      before_value: JSON.stringify({ waiver: 'First' }),
      after_value: JSON.stringify({ waiver: TEXT }),
    })
  })

  test('a retry makes no new version, and a second admin cannot replace a version they have not seen', async () => {
    const again = () => app.answer(publishWaiver, { token: admin, body: { text: TEXT, after: 1 } })
    expect(await again()).toMatchObject({ status: 200, body: { texts: [{ version: 2 }, { version: 1 }] } })
    const other = (text: string) => app.answer(publishWaiver, { token: admin, body: { text, after: 2 } })
    const replies = await Promise.all([other('Third A'), other('Third B')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)!.body).toMatchObject({ error: 'waiver-published-meanwhile' })
    await publish(TEXT)
  })

  test('cannot be changed: the database refuses', async () => {
    for (const statement of [`update waivers set text = 'x'`, 'delete from waivers', 'truncate waivers cascade'])
      await expect(app.database.pool.query(statement)).rejects.toMatchObject({ code: 'AR003' })
  })

  test.each([[''], ['   '], ['x'.repeat(20_001)], ['\0']])(
    'what says nothing or too much is none (%#)',
    async (text) => {
      expect(await publish(text)).toMatchObject({ status: 400, body: { details: [{ path: 'text' }] } })
    },
  )
})

describe('a link', () => {
  test('shows the date, the text and how many have signed, but no names', async () => {
    const { link, date } = await aTrip(2, 1)
    await sign(link)
    const { status, body } = await open(link)
    // Riders are on the boat too.
    expect({ status, body }).toEqual({
      status: 200,
      body: { tripDate: date, signed: 1, wanted: 3, version: await version(), text: TEXT },
    })
  })

  test('that is altered, from another booking, or for a cancelled or past trip gets the same refusal', async () => {
    const [one, other] = [await aTrip(1), await aTrip(1)]
    const swapped = `${other.link.split('-')[0]}-${one.link.split('-').slice(1).join('-')}`
    for (const wrong of ['', 'x', '0-', `${one.link}x`, one.link.slice(0, -1), swapped, '9'.repeat(90)])
      expect(await open(wrong)).toMatchObject(INVALID)
    await app.call(patchBookingStatus, { token: admin, params: { id: other.bookingId }, body: { status: 'CANCELLED' } })
    expect(await open(other.link)).toMatchObject(INVALID)
    expect(await sign(other.link)).toMatchObject(INVALID)

    app.clock.set(`${one.date}T22:00:00Z`)
    expect((await open(one.link)).status).toBe(200)
    app.clock.set(`${addDays(one.date, 1)}T06:00:00Z`)
    expect(await open(one.link)).toMatchObject(INVALID)
    expect(await sign(one.link)).toMatchObject(INVALID)
    expect(new Set([(await open('x')).body.message, (await open(other.link)).body.message]).size).toBe(1)
  })

  test('stays the same when the booking moves to another date, and earlier signatures count', async () => {
    const trip = await aTrip(2)
    await sign(trip.link)
    const body = { newSelectedDate: dates.shift()!, numberOfGuests: 2 }
    await app.call(rescheduleBooking, { token: trip.token, params: { id: trip.bookingId }, body })
    expect(await open(trip.link)).toMatchObject({ status: 200, body: { tripDate: body.newSelectedDate, signed: 1 } })
  })

  test("stops working when the booking's email is corrected, and the customer sees the new link", async () => {
    const trip = await aTrip(2)
    const params = { id: trip.bookingId }
    await app.call(correctBookingEmail, { token: trip.token, params, body: { email: 'ada.right@example.com' } })
    expect(await open(trip.link)).toMatchObject(INVALID)
    expect(await sign(trip.link)).toMatchObject(INVALID)
    const { waiver } = await app.call(getBookingWaiver, { token: trip.token, params })
    expect((await open(waiver!.url.split('#')[1]!)).status).toBe(200)
  })

  test('is shown, with who has signed, to the customer who booked and no other account', async () => {
    const trip = await aTrip(2)
    await sign(trip.link)
    const of = (token: string) => app.answer(getBookingWaiver, { token, params: { id: trip.bookingId } })
    expect((await of(trip.token)).body).toEqual({
      waiver: {
        url: expect.stringMatching(new RegExp(`^http://localhost:3000/trips/\\d+-[\\w-]{12}#${trip.link}$`)),
        wanted: 2,
        signatures: [{ id: expect.any(Number), name: 'Ada Angler' }],
      },
    })
    const sheet = await app.call(getDaySheet, { token: admin, params: { date: trip.date } })
    expect(sheet.parties).toMatchObject([{ waiver: { names: ['Ada Angler'], wanted: 2 } }])
    const { waivers } = await app.call(downloadMyData, { token: trip.token })
    expect(waivers).toMatchObject([{ bookingId: trip.bookingId, name: 'Ada Angler', guardian: null }])
    expect(await of((await anAngler(app)).token)).toMatchObject({ status: 404, body: { error: 'booking-not-found' } })
  })

  test('is rate limited per network', async () => {
    const ip = networkAddress()
    for (let asked = 0; asked < 60; asked++) await app.answer(openWaiver, { body: { token: 'x' }, ip })
    expect(await app.answer(openWaiver, { body: { token: 'x' }, ip })).toMatchObject({ status: 429 })
  })
})

describe('signing', () => {
  test('stores who signed what, when and from where, drawn or typed', async () => {
    const trip = await aTrip(2)
    const path = `M10 20L30 40L50 60L70 80L90 100L110 120L130 140`
    const drawn = await sign(trip.link, { way: 'DRAWN', signature: path })
    expect(drawn).toMatchObject({ status: 201, body: { signed: 1, wanted: 2, signature: path, text: TEXT } })
    await sign(trip.link, { name: 'Bob  Berg', bornOn: '1980-01-02', signature: 'Bob Berg', guardian: 'Nobody' })
    const { signatures, wanted, tripDate } = await signaturesOf(trip.bookingId)
    expect({ wanted, tripDate }).toEqual({ wanted: 2, tripDate: trip.date })
    expect(signatures).toMatchObject([
      { name: 'Ada Angler', bornOn: '1990-05-01', guardian: null, way: 'DRAWN', signature: path, text: TEXT },
      // An adult needs no guardian.
      { name: 'Bob  Berg', guardian: null, way: 'TYPED', signedAt: start.toISOString(), version: await version() },
    ])
    expect(signatures[0]!.address).toMatch(/^10\./)
  })

  test('is one signature despite retries, ten concurrent requests, or another spelling of the same name', async () => {
    const trip = await aTrip(4)
    const sent = await Promise.all(Array.from({ length: 10 }, () => sign(trip.link, {}, 'one-form')))
    expect(sent.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201])
    const others = await Promise.all(
      [' ada angler', 'ADA  ANGLER', 'Ada Angler'].map((name) => sign(trip.link, { name })),
    )
    // Knowing a name and birthday does not reveal the signature.
    for (const other of others) expect(other).toMatchObject({ status: 200, body: { signature: null, signed: 1 } })
    expect((await signaturesOf(trip.bookingId)).signatures).toHaveLength(1)
    expect(await sign(trip.link, { name: 'Ada Anglers' }, 'one-form')).toMatchObject({
      status: 409,
      body: { error: 'waiver-sent-otherwise' },
    })
    // A namesake with another birthday is a different person.
    expect(await sign(trip.link, { bornOn: '2001-01-01' })).toMatchObject({ status: 201, body: { signed: 2 } })
  })

  test('from one network stops once the group and the spares have signed, even with concurrent requests', async () => {
    const trip = await aTrip(1)
    const ip = networkAddress()
    const replies = await Promise.all(invented(12).map((name) => sign(trip.link, { name }, undefined, ip)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1 + SPARE)
    for (const { body } of replies.filter(({ status }) => status !== 201))
      expect(body).toMatchObject({ error: 'waiver-full', message: expect.stringContaining('Please call us at') })
    expect((await open(trip.link)).body).toMatchObject({ signed: 1, wanted: 1 })
  })

  test('by invented people shuts nobody out who signs from another network', async () => {
    const trip = await aTrip(2)
    const ip = networkAddress()
    for (const name of invented(2 + SPARE)) expect((await sign(trip.link, { name }, undefined, ip)).status).toBe(201)
    expect(await sign(trip.link, {}, undefined, ip)).toMatchObject({ status: 409, body: { error: 'waiver-full' } })
    expect((await sign(trip.link)).status).toBe(201)
    expect((await sign(trip.link, { name: 'Bob Berg' })).status).toBe(201)
  })

  test('needs a guardian for anyone under 18 on the day of the trip, and only then', async () => {
    const trip = await aTrip(4)
    const is18 = `${Number(trip.date.slice(0, 4)) - 18}${trip.date.slice(4)}`
    const minor = { name: 'Kim Kid', bornOn: addDays(is18, 1), signature: 'Ada Angler' }
    for (const guardian of [undefined, '', ' ', '\u200b', ' kim  KID', 'Kim\u200b Kid', 'Kim Ki\u200dd\ufe0f'])
      expect(await sign(trip.link, { ...minor, guardian })).toMatchObject({
        status: 400,
        body: { error: 'guardian-required', details: [{ path: 'guardian', message: expect.any(String) }] },
      })
    expect(await sign(trip.link, { ...minor, guardian: 'Ada Angler' })).toMatchObject({
      status: 201,
      body: { guardian: 'Ada Angler' },
    })
    expect((await sign(trip.link, { name: 'Jo Just', bornOn: is18 })).status).toBe(201)
  })

  test.each([
    [{ bornOn: '2027-04-06' }, 'birth-date-impossible', 'bornOn'],
    [{ bornOn: '1907-04-05' }, 'birth-date-impossible', 'bornOn'],
    [{ bornOn: '2001-02-30' }, 'invalid-input', 'bornOn'],
    [{ bornOn: 'yesterday' }, 'invalid-input', 'bornOn'],
    [{ name: ' ' }, 'invalid-input', 'name'],
    [{ name: 'two\nlines' }, 'invalid-input', 'name'],
    [{ name: 'x'.repeat(101) }, 'invalid-input', 'name'],
    [{ guardian: 'x'.repeat(101) }, 'invalid-input', 'guardian'],
    [{ signature: '' }, 'invalid-input', 'signature'],
    [{ signature: 'x'.repeat(101) }, 'invalid-input', 'signature'],
    [{ way: 'DRAWN' as const, signature: 'M1 1L2 2' }, 'invalid-input', 'signature'],
    [{ way: 'DRAWN' as const, signature: '"/><script>'.repeat(9) }, 'invalid-input', 'signature'],
    [{ way: 'DRAWN' as const, signature: `M1 1${'L10 10'.repeat(PAD.longest / 5)}` }, 'invalid-input', 'signature'],
    [{ consent: false as true }, 'invalid-input', 'consent'],
    [{ version: 99 }, 'waiver-changed', undefined],
  ])('invalid input (%#) is refused, and nothing is signed', async (wrong, error, path) => {
    const trip = await aTrip(1)
    const { status, body } = await sign(trip.link, wrong)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(body).toMatchObject({ error, ...(path && { details: [{ path }] }) })
    expect(body.message).toMatch(/^[A-Z'].*\.?$/)
    expect((await signaturesOf(trip.bookingId)).signatures).toEqual([])
    dates.push(trip.date)
    await app.call(patchBookingStatus, { token: admin, params: { id: trip.bookingId }, body: { status: 'CANCELLED' } })
  })

  test('a newer text must be read first; earlier signatures count', async () => {
    const trip = await aTrip(2)
    const old = await version()
    await sign(trip.link, {}, 'before')
    await publish('A newer text')
    expect(await sign(trip.link, { name: 'Bob Berg', version: old })).toMatchObject({
      status: 409,
      body: { error: 'waiver-changed' },
    })
    expect(await sign(trip.link, { version: old }, 'before')).toMatchObject({ status: 200, body: { text: TEXT } })
    expect((await open(trip.link)).body).toMatchObject({ signed: 1, text: 'A newer text' })
    await publish(TEXT)
  })
})

describe('emails', () => {
  test('the confirmation and the reminder have the link until everyone has signed', async () => {
    const trip = await aTrip(1)
    const asked = `#${trip.link}\n`
    const text = async (kind: string) => {
      const mails = await readMails(app, 'ada@example.com', kind)
      return mails.find((mail) => mail.text.includes(trip.confirmationNumber))!.text
    }
    expect(await text('booking-confirmed')).toContain(asked)
    app.clock.set(`${addDays(trip.date, -3)}T14:00:00Z`)
    await remind()
    expect(await text('trip-reminder')).toContain(asked)
    await sign(trip.link)
    expect(await text('booking-confirmed')).not.toMatch(/waiver/)
    expect(await text('trip-reminder')).not.toMatch(/waiver/)
  })

  test('the guest who booked gets a copy of what they signed; of the others no address is known', async () => {
    const trip = await aTrip(2)
    const copies = async () =>
      (await readMails(app, 'ada@example.com', 'waiver-signed')).filter(({ text }) =>
        text.includes(formatFullDate(trip.date)),
      )
    await sign(trip.link, { name: 'Sam Whitaker' })
    expect(await copies()).toEqual([])
    await sign(trip.link, { name: 'ada  ANGLER' })
    const [copy, ...more] = await copies()
    expect(more).toEqual([])
    expect(copy!.text).toContain('Signed by: ada ANGLER')
    expect(copy!.text).toContain(
      (await app.call(openWaiver, { body: { token: trip.link }, ip: networkAddress() })).text,
    )
    expect(copy!.text).not.toContain('1990')
  })

  test.each([
    ['over', ({ date }: { date: string }) => app.clock.set(`${addDays(date, 1)}T15:00:00Z`)],
    [
      'canceled',
      ({ bookingId: id }: { bookingId: number }) =>
        app.call(patchBookingStatus, { token: admin, params: { id }, body: { status: 'CANCELLED' } }),
    ],
  ])('a promised copy goes out also once the trip is %s', async (_, end) => {
    const trip = await aTrip(1)
    await sign(trip.link)
    await end(trip)
    const copies = await readMails(app, 'ada@example.com', 'waiver-signed')
    expect(copies.filter(({ text }) => text.includes(formatFullDate(trip.date)))).toHaveLength(1)
  })

  test('from 9 AM the day before, a reminder goes out if signatures are missing, once per date', async () => {
    const [missing, signed] = [await aTrip(1, 1), await aTrip(1)]
    await sign(missing.link)
    const before = addDays(missing.date, -1)
    const reminders = async () =>
      (await readMails(app, 'ada@example.com', 'waiver-reminder')).filter((mail) => mail.text.includes(missing.link))
    app.clock.set(`${before}T12:59:00Z`)
    await remind()
    expect(await reminders()).toEqual([])
    app.clock.set(`${before}T13:00:00Z`)
    await Promise.all([remind(), remind(), remind()])
    await remind()
    const [mail, ...more] = await reminders()
    expect(more).toEqual([])
    expect(mail!.text).toMatch(/^[^\n]+\n\nHello Ada,\n\n\w+, \w+ \d+, \d{4}\n8:00 AM Eastern\n/)
    expect(mail!.text).toMatch(/\nConfirmation: JB-\d+\n/)
    expect(mail!.text).toContain('1 of 2 signed')
    expect(mail!.text).toMatch(new RegExp(`Sign the waiver: http://localhost:3000/trips/[\\w-]+#${missing.link}\n`))
    // Nothing is sent on the day itself.
    app.clock.set(`${missing.date}T11:00:00Z`)
    await remind()
    expect(await reminders()).toHaveLength(1)

    app.clock.set(`${addDays(signed.date, -3)}T13:00:00Z`)
    await sign(signed.link)
    app.clock.set(`${addDays(signed.date, -1)}T14:00:00Z`)
    await remind()
    const all = await readMails(app, 'ada@example.com', 'waiver-reminder')
    expect(all.filter((one) => one.text.includes(signed.link))).toEqual([])
  })

  test('no reminder once the waiver is withdrawn', async () => {
    const trip = await aTrip(1)
    await publish(null)
    expect(await open(trip.link)).toMatchObject(INVALID)
    app.clock.set(`${addDays(trip.date, -1)}T14:00:00Z`)
    await remind()
    const { rows } = await app.database.pool.query("select from reminders where kind = 'WAIVER' and booking_id = $1", [
      trip.bookingId,
    ])
    expect(rows).toEqual([])
    admin = await anAdmin(app)
    await publish(TEXT)
  })
})
