import { addressOf } from '@arcadia/contract/addresses'
import { getUser } from '@arcadia/contract/admin/accounts'
import { listMails } from '@arcadia/contract/admin/mails'
import { cancelBooking } from '@arcadia/contract/bookings'
import { downloadMyData } from '@arcadia/contract/my-data'
import { addDays, venueInstant } from '@arcadia/contract/trip-date'
import { openUnsubscription, setSubscribed, unsubscribeInOneClick } from '@arcadia/contract/unsubscriptions'
import { joinWaitlist, listMyWaitlist } from '@arcadia/contract/waitlist'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, anAngler, openDates } from '../../testing/builders.ts'
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let server: TestMailServer
let booking: Awaited<ReturnType<typeof aBooking>>
const lines: string[] = []
const dates = openDates()
beforeAll(async () => {
  server = await startMailServer()
  app = await startTestApp({
    settings: { SMTP_URL: server.url },
    log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
  })
  const date = dates.shift()!
  booking = await aBooking(app, { date })
  await app.app.runJobs()
  app.clock.set(venueInstant(addDays(date, 1), '12:00'))
})
afterAll(async () => {
  await app.close()
  await server.close()
})
afterEach(() => app.database.db.deleteFrom('unsubscriptions').execute())

const ask = (isAskedFor?: true) =>
  inTransaction(app.database.db, app.clock, (tx, now) =>
    enqueueMail(tx, now, {
      kind: 'review-asked',
      to: booking.email,
      byStaff: true,
      params: { bookingId: booking.bookingId, ...(isAskedFor && { isAskedFor }) },
    }),
  )
const of = (subject: string, to: string) =>
  server.received.filter((mail) => mail.to.includes(to) && mail.raw.includes(`Subject: ${subject}`))
/** What arrived last, with its folded headers on one line each. */
const arrived = (subject: string, to: string) =>
  of(subject, to)
    .at(-1)
    ?.raw.replace(/\r\n[ \t]+/g, ' ') ?? ''
const ASKED = 'How was your trip'
const timesAsked = () => of(ASKED, booking.email).length
async function asked(): Promise<{ token: string; raw: string }> {
  await ask()
  await app.app.runJobs()
  const raw = arrived(ASKED, booking.email)
  return { raw, token: /^List-Unsubscribe: <http:\/\/localhost:3000\/unsubscribe\/([\w-]+)>$/m.exec(raw)?.[1] ?? '' }
}
const post = (token: string, payload: string, type = 'application/x-www-form-urlencoded') =>
  app.app.http.inject({
    method: 'POST',
    url: addressOf(unsubscribeInOneClick, { params: { link: token } }),
    headers: { 'content-type': type },
    payload,
  })
const ONE_CLICK = 'List-Unsubscribe=One-Click'
const state = async (id: number) =>
  (await app.call(listMails, { token: await anAdmin(app), query: { size: 50 } })).content.find((mail) => mail.id === id)

test('a mail program ends the ask for a review in one click, and not one more goes out; a booking is told of as before', async () => {
  const { raw, token } = await asked()
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
  expect(raw.replace(/=\r?\n/g, '')).toContain(`http://localhost:3000/unsubscribe#${token}`)
  expect(of('', 'ada@example.com')[0]?.raw, 'about a booking').not.toMatch(/unsubscribe|^$/i)
  const waiting = await ask()
  expect((await post(token, ONE_CLICK)).statusCode).toBe(200)
  expect((await post(token, ONE_CLICK)).statusCode, 'twice is once').toBe(200)
  const before = timesAsked()
  const late = await ask()
  await app.app.runJobs()
  expect(timesAsked()).toBe(before)
  for (const id of [waiting, late])
    expect(await state(id)).toMatchObject({
      status: 'NOT_NEEDED',
      error: 'Not sent: whoever gets it unsubscribed from these emails.',
    })
  expect(await app.call(getUser, { token: await anAdmin(app), params: { id: booking.id } })).toMatchObject({
    unsubscribedFrom: ['review-asked'],
  })
  // Whoever asks for the link again gets it.
  await ask(true)
  await app.app.runJobs()
  expect(timesAsked()).toBe(before + 1)
  expect(lines.join('')).not.toContain(token)
})

test('as form data too; neither another body nor opening the address ends anything', async () => {
  const { token } = await asked()
  const url = addressOf(unsubscribeInOneClick, { params: { link: token } })
  expect((await app.app.http.inject({ url })).statusCode).toBe(200)
  expect((await app.app.http.inject({ method: 'HEAD', url })).statusCode).toBe(200)
  expect((await post(token, '')).statusCode).toBe(400)
  expect((await post(token, 'List-Unsubscribe=Later')).statusCode).toBe(400)
  expect((await post(token, '--x', 'multipart/form-data; boundary=x')).statusCode).toBe(400)
  expect((await post(token, ONE_CLICK, 'multipart/form-data')).statusCode).toBe(400)
  const open = () => app.call(openUnsubscription, { body: { token } })
  expect(await open()).toEqual({ email: booking.email, kind: 'review-asked', isSubscribed: true })
  const form = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  expect((await post(token, form, 'multipart/form-data; boundary=x')).statusCode).toBe(200)
  expect(await open()).toMatchObject({ isSubscribed: false })
})

test('on the page whoever ended them lets them go out again', async () => {
  const { token } = await asked()
  const set = (isSubscribed: boolean) => app.call(setSubscribed, { body: { token, isSubscribed } })
  expect(await set(false)).toMatchObject({ isSubscribed: false })
  expect(await set(true)).toMatchObject({ isSubscribed: true })
  const before = timesAsked()
  await ask()
  await app.app.runJobs()
  expect(timesAsked()).toBe(before + 1)
})

test('a link of another email, of another address or made up ends nothing', async () => {
  const { token } = await asked()
  const { db } = app.database
  const confirmed = await db
    .selectFrom('outbox_mails')
    .select('id')
    .where('kind', '=', 'booking-confirmed')
    .executeTakeFirstOrThrow()
  for (const wrong of [token.replace(/^\d+/, String(confirmed.id)), `${token.slice(0, -1)}_`, '1', 'x'])
    expect((await post(wrong, ONE_CLICK)).json()).toMatchObject({ error: 'unsubscribe-link-invalid' })
  await db
    .updateTable('outbox_mails')
    .set({ to_email: 'eve@example.com' })
    .where('id', '=', Number.parseInt(token, 10))
    .execute()
  expect((await post(token, ONE_CLICK)).statusCode).toBe(404)
})

test('ending offers of open spots leaves every waitlist, and joining one brings them back', async () => {
  const days = dates.filter((date) => date > addDays(app.clock.now().toISOString().slice(0, 10), 5)).slice(0, 2)
  const full = []
  for (const date of days) full.push(await aBooking(app, { date, guests: 4 }))
  const [ana, ben] = [await anAngler(app), await anAngler(app)]
  const join = (selectedDate: string, { token } = ana) =>
    app.call(joinWaitlist, { token, body: { selectedDate, numberOfGuests: 1 } })
  for (const date of days) await join(date)
  await join(days[0]!, ben)
  await app.call(cancelBooking, { token: full[0]!.token, params: { id: full[0]!.bookingId } })
  await app.app.runJobs()
  const token = /unsubscribe\/([\w-]+)>/.exec(arrived('A spot opened up', ana.email))![1]!
  expect((await post(token, ONE_CLICK)).statusCode).toBe(200)
  expect(await app.call(listMyWaitlist, { token: ana.token })).toEqual([])
  expect((await app.call(downloadMyData, { token: ana.token })).unsubscribedFrom).toEqual(['waitlist-offer'])
  const after = await app.call(listMyWaitlist, { token: ben.token })
  expect(after[0]!.offer, 'the next in line').not.toBeNull()
  await join(days[1]!)
  expect(await app.call(openUnsubscription, { body: { token } })).toMatchObject({ isSubscribed: true })
})
