import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('the owner notes what only the owner sees, the latest first, and who wrote it and when', async () => {
  const booking = await aBooking(app)
  const token = await anAdmin(app)
  const path = `/api/admin/bookings/${booking.bookingId}/notes`
  const secret = 'Brings a nervous dog'
  expect(await app.call('POST', path, { token, body: { text: secret } })).toMatchObject({
    status: 201,
    body: { text: secret, writtenBy: 'admin', createdAt: app.clock.now().toISOString() },
  })
  await app.call('POST', path, { token, body: { text: 'Prefers the left side' } })
  const notes = await app.call('GET', path, { token })
  expect(notes.body.map(({ text }: { text: string }) => text)).toEqual(['Prefers the left side', secret])

  expect(await app.call('POST', path, { token, body: { text: '  ' } })).toMatchObject({
    status: 400,
    body: { details: [{ path: 'text', message: 'A note is required' }] },
  })
  expect((await app.call('GET', '/api/admin/bookings/999999/notes', { token })).status).toBe(404)
  expect((await app.call('POST', '/api/admin/bookings/999999/notes', { token, body: { text: 'x' } })).status).toBe(404)

  const own = { token: booking.token }
  expect((await app.call('GET', path, own)).status).toBe(403)
  const shown = await Promise.all(
    ['', '/events', '/trip.ics'].map((part) => app.call('GET', `/api/bookings/${booking.bookingId}${part}`, own)),
  )
  const download = await app.call('GET', '/api/auth/me/data', own)
  const mails = await readMails(app, 'ada@example.com')
  expect(JSON.stringify([shown.map(({ body }) => body), download.body, mails])).not.toContain(secret)
})
