import { correctEmailOfBooking, setBookingStatus } from '@arcadia/contract/admin/bookings'
import { checkIn } from '@arcadia/contract/admin/check-ins'
import { moveDay } from '@arcadia/contract/day-moves'
import { sendFreshLink } from '@arcadia/contract/fresh-links'
import { refundBooking, requestRefund } from '@arcadia/contract/refunds'
import { listAdminReviews, openReview, sendReview } from '@arcadia/contract/reviews'
import { addDays, venueDate, venueInstant } from '@arcadia/contract/trip-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, openDates } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const dates = openDates()
/** A date that can still be booked. */
function nextDate(): string {
  const date = dates.shift()!
  return date > addDays(venueDate(app.clock.now()), 1) ? date : nextDate()
}
type Booked = Awaited<ReturnType<typeof aBooking>>

async function at(date: string, time: string) {
  app.clock.set(venueInstant(date, time))
  await app.app.runJobs()
  admin = await anAdmin(app)
}
/** How often the guest of a booking was asked. */
async function timesAsked({ bookingId }: Booked) {
  const mails = await app.database.db
    .selectFrom('outbox_mails')
    .select('id')
    .where('kind', '=', 'review-asked')
    .where('booking_id', '=', bookingId)
    .execute()
  return mails.length
}
const starsIn = (text: string) => [...text.matchAll(/(\d) stars?: \S+\/review\/([\w-]+)#([\w-]+)\.(\d)/g)]
/** The link of the email that asked a guest last. */
async function linkOf({ bookingId, email }: { bookingId: number; email: string }) {
  const mails = await readMails(app, email, 'review-asked')
  const links = mails.flatMap(({ text }) => starsIn(text)).filter(([, , id]) => id!.startsWith(`${bookingId}-`))
  const [, , id, token] = links.at(-1)!
  return { id: id!, token: token! }
}

test('once, at noon of the day after, a guest whose trip took place is asked with five stars; two processes ask once', async () => {
  const date = nextDate()
  const booking = await aBooking(app, { date })
  const guest = { ...booking, email: 'ada@example.com' }
  await at(addDays(date, 1), '11:59')
  expect(await timesAsked(guest)).toBe(0)
  app.clock.set(venueInstant(addDays(date, 1), '12:00'))
  await Promise.all([app.app.runJobs(), app.app.runJobs(), app.app.runJobs()])
  expect(await timesAsked(guest)).toBe(1)
  for (const days of [1, 2, 5, 8]) await at(addDays(date, days), '12:30')
  expect(await timesAsked(guest)).toBe(1)

  const [mail] = await readMails(app, guest.email, 'review-asked')
  expect(mail!.subject).toBe('How was your trip on Monday, May 17?')
  const stars = starsIn(mail!.text)
  expect(stars.map(([, label, , , star]) => [label, star])).toEqual(['1', '2', '3', '4', '5'].map((n) => [n, n]))
  expect(mail!.text, 'no more than a first name').not.toMatch(/JB-|Angler\b|\$/)
  expect(mail!.html.split('☆')).toHaveLength(6)
  expect(mail!.text).toMatch(/Add your photos: \S+\/review\/[\w-]+#[\w-]+\n/)
  expect(mail!.text).toMatch(/Tip [^\n]+: \S+\/tip\/[\w-]+#[\w-]+\n/)
})

test('nobody is asked about a trip that was missed, called off, refunded, canceled, reviewed already or over for a week', async () => {
  const [missed, off, refunded, asking, part, reviewed, late] = Array.from({ length: 7 }, nextDate) as string[]
  const guests = {
    missed: await aBooking(app, { date: missed! }),
    off: await aBooking(app, { date: off! }),
    refunded: await aBooking(app, { date: refunded! }),
    asking: await aBooking(app, { date: asking! }),
    part: await aBooking(app, { date: part! }),
    reviewed: await aBooking(app, { date: reviewed! }),
    late: await aBooking(app, { date: late! }),
  }
  admin = await anAdmin(app)
  const refund = (booking: Booked, amount: number) =>
    app.call(refundBooking, { token: admin, params: { id: booking.bookingId }, query: { amount } })
  await refund(guests.refunded, 350)
  await refund(guests.part, 50)
  await app.call(moveDay, { token: admin, body: { date: off!, reason: 'WEATHER' } })
  await app.call(requestRefund, {
    token: guests.asking.token,
    params: { id: guests.asking.bookingId },
    body: { description: 'Ill' },
  })
  app.clock.set(venueInstant(missed!, '08:20'))
  admin = await anAdmin(app)
  const tap = { date: missed!, state: 'NO_SHOW' as const, was: null, at: app.clock.now().toISOString() }
  await app.call(checkIn, { token: admin, params: { id: guests.missed.bookingId }, body: tap })

  await at(addDays(reviewed!, 1), '09:00')
  await inTransaction(app.database.db, app.clock, (tx, now) =>
    tx
      .insertInto('reviews')
      .values({
        booking_id: guests.reviewed.bookingId,
        user_id: 1,
        stars: 5,
        review_text: '',
        created_at: now,
        updated_at: now,
      })
      .execute(),
  )
  for (const date of [missed, off, refunded, asking, part, reviewed]) await at(addDays(date!, 1), '12:00')
  await at(addDays(late!, 8), '12:00')
  const asked = await Promise.all(
    Object.entries(guests).map(async ([name, guest]) => [name, await timesAsked(guest)] as const),
  )
  expect(Object.fromEntries(asked)).toEqual({
    missed: 0,
    off: 0,
    refunded: 0,
    asking: 0,
    part: 1,
    reviewed: 0,
    late: 0,
  })
})

test('by the link a guest sends a review without signing in, and changes it; opening it sends nothing', async () => {
  const date = nextDate()
  const booking = await aBooking(app, { date })
  await at(addDays(date, 1), '12:00')
  const { id, token } = await linkOf({ ...booking, email: 'ada@example.com' })
  expect(await app.call(openReview, { body: { token } })).toEqual({ tripDate: date, said: null })
  const mine = async () => {
    const { content } = await app.call(listAdminReviews, { token: admin, query: { size: 100 } })
    return content.filter(({ bookingId }) => bookingId === booking.bookingId)
  }
  expect(await mine()).toEqual([])
  const sent = await app.answer(sendReview, { body: { token, stars: 5, text: '' } })
  expect(sent).toMatchObject({ status: 201, body: { status: 'NEW', stars: 5, text: '' } })
  await app.call(sendReview, { body: { token, stars: 4, text: 'Windy.' } })
  expect(await mine()).toMatchObject([{ stars: 4, text: 'Windy.', status: 'NEW', firstName: 'Ada' }])
  expect(await app.call(openReview, { body: { token } })).toMatchObject({ said: { stars: 4, text: 'Windy.' } })

  await app.call(sendFreshLink, { body: { link: id } })
  expect(await timesAsked(booking), 'a cut link of the page of the trip brings that page').toBe(1)
  await app.call(sendFreshLink, { body: { link: id, page: 'review' } })
  expect(await timesAsked(booking), 'a fresh link for a link that was cut').toBe(2)
  expect(await linkOf({ ...booking, email: 'ada@example.com' })).toEqual({ id, token })
})

test('a link that is wrong, of another address or of a trip that is not over reviews nothing', async () => {
  const date = nextDate()
  const booking = await aBooking(app, { date })
  await at(addDays(date, 1), '12:00')
  const { token } = await linkOf({ ...booking, email: 'ada@example.com' })
  const refusals = async (link: string) =>
    Promise.all([
      app.answer(openReview, { body: { token: link } }),
      app.answer(sendReview, { body: { token: link, stars: 1, text: 'Forged.' } }),
    ])
  const mixed = `${booking.bookingId - 1}-${token.split('-').slice(1).join('-')}`
  for (const wrong of ['x', `${token}x`, mixed, `${booking.bookingId}`])
    for (const refused of await refusals(wrong))
      expect(refused).toMatchObject({ status: 404, body: { error: 'trip-link-invalid' } })

  admin = await anAdmin(app)
  const params = { id: booking.bookingId }
  await app.call(setBookingStatus, { token: admin, params, query: { status: 'PENDING' } })
  for (const refused of await refusals(token))
    expect(refused).toMatchObject({ status: 409, body: { error: 'trip-not-completed' } })
  await app.call(setBookingStatus, { token: admin, params, query: { status: 'COMPLETED' } })
  await app.call(correctEmailOfBooking, { token: admin, params, body: { email: 'right@example.com' } })
  for (const refused of await refusals(token)) expect(refused.status).toBe(404)
  expect((await app.call(listAdminReviews, { token: admin, query: { size: 100 } })).content).not.toContainEqual(
    expect.objectContaining({ text: 'Forged.' }),
  )
})

test('a link sends at most so much from one network', async () => {
  app.clock.advance({ hours: 1 })
  const answers = await Promise.all(
    Array.from({ length: 61 }, () => app.answer(sendReview, { body: { token: 'x', stars: 1, text: '' } })),
  )
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
})
