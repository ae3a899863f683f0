import { addBookingNote, listBookingNotes } from '@arcadia/contract/admin/bookings'
import { getBooking, getTripCalendar, listBookingEvents } from '@arcadia/contract/bookings'
import { downloadMyData } from '@arcadia/contract/my-data'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { aColleague, anAdmin } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('notes are for the owner only, latest first, with author and time', async () => {
  const booking = await aBooking(app)
  const token = await anAdmin(app)
  const params = { id: booking.bookingId }
  const secret = 'Brings a nervous dog'
  expect(await app.answer(addBookingNote, { token, params, body: { text: secret } })).toMatchObject({
    status: 201,
    body: { text: secret, writtenBy: 'Owner', createdAt: app.clock.now().toISOString() },
  })
  await app.call(addBookingNote, { token, params, body: { text: 'Prefers the left side' } })
  const office = await aColleague(app, 'OFFICE')
  await app.call(addBookingNote, { token: office.token, params, body: { text: 'Comes early' } })
  const notes = await app.call(listBookingNotes, { token, params })
  // By name; the first owner has none, only a username.
  expect(notes.map(({ text, writtenBy }) => [text, writtenBy])).toEqual([
    ['Comes early', 'Cole League'],
    ['Prefers the left side', 'Owner'],
    [secret, 'Owner'],
  ])

  expect(await app.answer(addBookingNote, { token, params, body: { text: '  ' } })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'text', message: 'A note is required' }] },
  })
  expect((await app.answer(listBookingNotes, { token, params: { id: 999999 } })).status).toBe(404)
  expect((await app.answer(addBookingNote, { token, params: { id: 999999 }, body: { text: 'x' } })).status).toBe(404)

  const own = { token: booking.token }
  expect((await app.answer(listBookingNotes, { ...own, params })).status).toBe(403)
  const shown = await Promise.all(
    [getBooking, listBookingEvents, getTripCalendar].map((endpoint) => app.call(endpoint, { ...own, params })),
  )
  const download = await app.call(downloadMyData, own)
  const mails = await readMails(app, 'ada@example.com')
  expect(JSON.stringify([shown, download, mails])).not.toContain(secret)
})
