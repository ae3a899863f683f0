import { login } from '@arcadia/contract/accounts'
import { listReviews, saveReview, setReviewStatus } from '@arcadia/contract/reviews'
import { venueInstant } from '@arcadia/contract/trip-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, anAngler, PASSWORD } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { listChain } from '../audit-log/audit-log.store.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function aTrip(date: string, isCompleted: boolean) {
  const trip = await aBooking(app, { date })
  if (isCompleted)
    await inTransaction(app.database.db, app.clock, (tx) =>
      tx.updateTable('bookings').set({ status: 'COMPLETED' }).where('id', '=', trip.bookingId).execute(),
    )
  return trip
}

/** Whether the page's data says there are reviews to show. */
async function pageHasReviews(): Promise<boolean> {
  const { body } = await app.request('GET', '/')
  return /"rating":\{/.test(String(body))
}

test('a customer reviews a completed trip, and it is public once the owner publishes it', async () => {
  const { token, bookingId } = await aTrip('2027-05-17', true)
  const written = await app.answer(saveReview, {
    token,
    body: { bookingId, stars: 5, text: 'A <b>giant</b> of a morning.' },
  })
  expect(written).toMatchObject({ status: 201, body: { status: 'NEW', stars: 5, firstName: 'Ada' } })
  expect((await app.call(listReviews)).totalElements).toBe(0)
  expect(await pageHasReviews()).toBe(false)

  const admin = await anAdmin(app)
  const published = { params: { id: written.body.id }, body: { status: 'PUBLISHED' as const } }
  expect((await app.answer(setReviewStatus, { token, ...published })).status).toBe(403)
  await app.call(setReviewStatus, { token: admin, ...published })
  const log = await listChain(app.database.db)
  expect(log).toMatchObject([
    { action: 'review.status-changed', before_value: '{"status":"NEW"}', after_value: '{"status":"PUBLISHED"}' },
  ])
  const body = await app.call(listReviews)
  expect(await pageHasReviews()).toBe(true)
  expect(body.content).toEqual([
    {
      id: written.body.id,
      stars: 5,
      text: 'A <b>giant</b> of a morning.',
      firstName: 'Ada',
      tripDate: '2027-05-17',
      createdAt: expect.any(String),
      pictures: [],
    },
  ])

  const changed = await app.answer(saveReview, { token, body: { bookingId, stars: 4, text: 'Windy.' } })
  expect(changed.body).toMatchObject({ id: written.body.id, status: 'NEW' })
  expect((await app.call(listReviews)).totalElements).toBe(0)
  expect(await pageHasReviews()).toBe(false)
})

test("a trip that is not completed, or is someone else's, cannot be reviewed", async () => {
  const { token, bookingId } = await aTrip('2027-05-18', false)
  const review = { bookingId, stars: 5, text: 'Soon.' }
  expect(await app.answer(saveReview, { token, body: review })).toMatchObject({
    status: 409,
    body: { error: 'trip-not-completed' },
  })
  const stranger = await anAngler(app)
  expect((await app.answer(saveReview, { token: stranger.token, body: review })).status).toBe(404)
})

test('a trip can be reviewed from its last hour on, before the morning after marks it as completed', async () => {
  const { bookingId, email } = await aTrip('2027-05-20', false)
  const now = app.clock.now()
  const answerAt = async (time: string) => {
    app.clock.set(venueInstant('2027-05-20', time))
    const { token } = await app.call(login, { body: { usernameOrEmail: email, password: PASSWORD } })
    return (await app.answer(saveReview, { token, body: { bookingId, stars: 5, text: 'Home.' } })).status
  }
  const answers = [await answerAt('11:59'), await answerAt('12:00')]
  app.clock.set(now)
  expect(answers).toEqual([409, 201])
})

test('stars are 1 to 5, and words are welcome but not required', async () => {
  const { token } = await anAngler(app)
  const { status, body } = await app.answer(saveReview, {
    token,
    body: { bookingId: 1, stars: 6, text: 'x'.repeat(4001) },
  })
  expect(status).toBe(400)
  expect(body.details).toEqual([
    { path: 'stars', message: 'Please choose 1 to 5 stars' },
    { path: 'text', message: 'Review can be at most 4000 characters long' },
  ])
  const { token: own, bookingId } = await aTrip('2027-05-20', true)
  const stars = await app.answer(saveReview, { token: own, body: { bookingId, stars: 4, text: ' ' } })
  expect(stars).toMatchObject({ status: 201, body: { stars: 4, text: '' } })
})

test('reads are rate limited per network', async () => {
  app.clock.advance({ hours: 1 })
  const answers = await Promise.all(Array.from({ length: 61 }, () => app.answer(listReviews)))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
})
