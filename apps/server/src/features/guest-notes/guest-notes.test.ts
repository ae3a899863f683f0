import { closeAccount } from '@arcadia/contract/accounts'
import { getAdminBooking, makeDisputePack } from '@arcadia/contract/admin/bookings'
import { getDaySheet } from '@arcadia/contract/admin/dashboard'
import { correctBookingEmail } from '@arcadia/contract/booking-data'
import { cancelBooking, getBooking, listBookingEvents, rescheduleBooking } from '@arcadia/contract/bookings'
import { type GuestNotes, getGuestNotes, saveGuestNotes } from '@arcadia/contract/guest-notes'
import { downloadMyData } from '@arcadia/contract/my-data'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, anAngler, openDates, PASSWORD } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
let date: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  admin = await anAdmin(app)
  date = dates.shift()!
})

type Guest = Awaited<ReturnType<typeof aBooking>>

const save = ({ token, bookingId: id }: Pick<Guest, 'token' | 'bookingId'>, body: Partial<GuestNotes>) =>
  app.answer(saveGuestNotes, { token, params: { id }, body })
const read = (id: number, token = admin) => app.call(getGuestNotes, { token, params: { id } })
const ofDay = async (of = date) =>
  (await app.call(getDaySheet, { token: admin, params: { date: of } })).parties.flatMap(
    ({ guestNotes }) => guestNotes ?? [],
  )
const isKept = async (id: number) =>
  (await app.database.pool.query(`select from guest_notes where booking_id = ${id}`)).rowCount === 1

test('is visible to the customer and the owner, in the booking and on the day sheet, and to no one else', async () => {
  const guest = await aBooking(app, { date })
  expect(await read(guest.bookingId, guest.token)).toEqual({})
  const notes = { health: ' A bad knee\nand a hip ', allergies: 'Bee stings', seats: '' }
  const saved = { health: 'A bad knee\nand a hip', allergies: 'Bee stings' }
  expect(await save(guest, notes)).toMatchObject({ status: 200, body: saved })
  expect([await read(guest.bookingId, guest.token), await read(guest.bookingId)]).toEqual([saved, saved])
  expect(await ofDay()).toEqual([{ bookingId: guest.bookingId, ...saved }])
  const data = await app.call(downloadMyData, { token: guest.token })
  expect(data.guestNotes).toEqual([{ bookingId: guest.bookingId, ...saved }])

  const { token } = await anAngler(app)
  const params = { id: guest.bookingId }
  for (const answer of [
    await app.answer(getGuestNotes, { token, params }),
    await save({ ...guest, token }, { health: 'x' }),
    await save({ ...guest, bookingId: 999_999 }, { health: 'x' }),
  ])
    expect(answer).toMatchObject({ status: 404, body: { error: 'booking-not-found' } })
  expect((await app.call(downloadMyData, { token })).guestNotes).toEqual([])
  expect(await read(guest.bookingId)).toEqual(saved)
})

test('is replaced as a whole: omitted fields are cleared, and an empty one leaves no row', async () => {
  const guest = await aBooking(app, { date })
  await save(guest, { health: 'A bad knee', birthdays: 'Max turns 12' })
  await save(guest, { birthdays: 'Max turns 12' })
  expect(await read(guest.bookingId)).toEqual({ birthdays: 'Max turns 12' })
  const [one, other] = [
    { health: 'one', seats: 'one' },
    { health: 'other', experience: 'other' },
  ]
  await Promise.all([save(guest, one), save(guest, other), save(guest, one)])
  expect([one, other]).toContainEqual(await read(guest.bookingId))
  expect(await save(guest, { health: '  ' })).toMatchObject({ status: 200, body: {} })
  expect(await isKept(guest.bookingId)).toBe(false)
})

test.each([
  [{ health: 'x'.repeat(501) }, { path: 'health', message: 'Health can be at most 500 characters long' }],
  [{ seats: 'a\0b' }, { path: 'seats', message: "Seats contains a character we can't store" }],
])('refuses %j at its field', async (body, detail) => {
  const guest = await aBooking(app, { date })
  expect(await save(guest, body)).toMatchObject({ status: 400, body: { error: 'invalid-input', details: [detail] } })
  expect(await save(guest, { weight: '80' } as object)).toMatchObject({ status: 400 })
})

test('can be changed through the day of the trip, and deleted even after it or after cancellation', async () => {
  const guest = await aBooking(app, { date })
  const begun = app.clock.now()
  await save(guest, { health: 'A bad knee' })
  // The last minute of that day at the venue.
  app.clock.set(`${date}T12:00:00Z`)
  app.clock.advance({ hours: 15, minutes: 59 })
  const { token } = await anAngler(app)
  await app.database.pool.query(`update sessions set user_id = ${guest.id} where created_at = $1`, [app.clock.now()])
  const late = { ...guest, token }
  expect(await save(late, { health: 'A good knee' })).toMatchObject({ status: 200 })
  app.clock.advance({ minutes: 1 })
  const refused = {
    status: 409,
    body: { error: 'trip-is-over', message: "This trip is over or was canceled, so this can't be changed anymore." },
  }
  expect(await save(late, { health: 'No knee' })).toMatchObject(refused)
  expect(await save(late, {})).toMatchObject({ status: 200, body: {} })
  app.clock.set(begun)

  const cancelled = await aBooking(app, { date: dates.shift()! })
  await save(cancelled, { health: 'A bad knee' })
  await app.call(cancelBooking, { token: cancelled.token, params: { id: cancelled.bookingId } })
  expect(await save(cancelled, { health: 'No knee' })).toMatchObject(refused)
  expect(await isKept(cancelled.bookingId)).toBe(true)
  expect(await save(cancelled, {})).toMatchObject({ status: 200 })
  expect(await isKept(cancelled.bookingId)).toBe(false)
})

test('moves with the booking, and a cancelled group is not on the sheet', async () => {
  const guest = await aBooking(app, { date })
  await save(guest, { health: 'A bad knee' })
  const [from, params] = [date, { id: guest.bookingId }]
  date = dates.shift()!
  const body = { newSelectedDate: date, numberOfGuests: 1 }
  await app.call(rescheduleBooking, { token: guest.token, params, body })
  expect(await ofDay()).toMatchObject([{ bookingId: guest.bookingId }])
  expect(await ofDay(from)).toEqual([])
  await app.call(cancelBooking, { token: guest.token, params })
  expect(await ofDay()).toEqual([])
})

test('is stored only in its own table: not in emails, history, audit log, dispute pack or other responses', async () => {
  const guest = await aBooking(app, { date })
  const secret = 'Epipen in the blue bag'
  await save(guest, { allergies: secret })
  await save(guest, { allergies: `${secret}!` })
  await app.app.runJobs()
  const { rows: tables } = await app.database.pool.query(
    'select quote_ident(tablename) as name from pg_tables where schemaname = current_schema()',
  )
  const among: string[] = []
  for (const { name } of tables) {
    const { rowCount } = await app.database.pool.query(`select from ${name} t where t::text like '%${secret}%'`)
    if (rowCount) among.push(name)
  }
  expect(among).toEqual(['guest_notes'])
  const params = { id: guest.bookingId }
  const shown = [
    await app.call(getBooking, { token: guest.token, params }),
    await app.call(listBookingEvents, { token: guest.token, params }),
    await app.call(getAdminBooking, { token: admin, params }),
    await app.call(makeDisputePack, { token: admin, params }),
  ]
  expect(JSON.stringify(shown)).not.toContain(secret)
})

test('is deleted 30 days after the trip, and when the account is closed', async () => {
  const [guest, leaving] = [await aBooking(app, { date }), await aBooking(app, { date })]
  const begun = app.clock.now()
  for (const one of [guest, leaving]) await save(one, { health: 'A bad knee' })
  expect((await app.answer(closeAccount, { token: leaving.token, body: { password: PASSWORD } })).status).toBe(204)
  expect((await ofDay()).map(({ bookingId }) => bookingId)).toEqual([guest.bookingId])
  expect(await read(leaving.bookingId)).toEqual({})
  const { run: forgetOld } = app.app.features.guestNotes.sweeps[0]!
  await forgetOld()
  expect([await isKept(guest.bookingId), await isKept(leaving.bookingId)]).toEqual([true, false])
  app.clock.set(`${date}T12:00:00Z`)
  app.clock.advance({ days: 30 })
  await forgetOld()
  expect(await isKept(guest.bookingId)).toBe(true)
  app.clock.advance({ days: 1 })
  await forgetOld()
  expect(await isKept(guest.bookingId)).toBe(false)
  app.clock.set(begun)
})

test('is asked for in the confirmation, until the customer has written something', async () => {
  const asks = async (email: string) =>
    (await readMails(app, email, 'booking-confirmed')).map(({ text }) => /Tell your guide: http\S+/.test(text))
  const guest = await aBooking(app, { date })
  const email = `asked.${guest.email}`
  const correct = (to: string) =>
    app.call(correctBookingEmail, { token: guest.token, params: { id: guest.bookingId }, body: { email: to } })
  await correct(email)
  expect(await asks(email)).toEqual([true])
  await save(guest, { health: 'A bad knee' })
  await correct(`told.${email}`)
  expect(await asks(`told.${email}`)).toEqual([false])
})
