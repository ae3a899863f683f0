import { getAdminBooking, listBookingTimeline } from '@arcadia/contract/admin/bookings'
import { TERMS_VERSION } from '@arcadia/contract/booking-data'
import { createBookingQuery } from '@arcadia/contract/booking-queries'
import { getBooking } from '@arcadia/contract/bookings'
import { payForBooking } from '@arcadia/contract/payments'
import { refundBooking } from '@arcadia/contract/refunds'
import { formatDayInWords } from '@arcadia/contract/trip-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { aHold, anAdmin, anAngler, aPayment, networkAddress, openDates } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp({ patience: { answerWithinMs: 4000, callMs: 8000 } })
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const details = (id: number) => app.answer(getAdminBooking, { token: admin, params: { id } })

test('a booking shows its customer, terms, payment attempts, refunds, questions and history', async () => {
  const angler = await anAngler(app)
  const date = dates.shift()!
  const holdId = await aHold(app, angler.token, { date })
  const pay = async (cardToken: string) => {
    const body = aPayment(holdId, cardToken, { date })
    const bookingData = { ...body.bookingData, termsVersion: TERMS_VERSION }
    const request = { token: angler.token, body: { ...body, bookingData }, ip: networkAddress() }
    return app.answer(payForBooking, { ...request })
  }
  expect((await pay(await app.simulator.cardToken('DECLINE'))).status).toBe(402)
  app.clock.advance({ seconds: 1 })
  const { id } = (await pay(await app.simulator.cardToken())).body.booking
  await app.call(createBookingQuery, { token: angler.token, body: { bookingId: id, queryMessage: 'Is there shade?' } })
  app.clock.advance({ seconds: 1 })
  await app.call(refundBooking, { token: admin, params: { id }, query: { amount: '50.25', description: 'Fog' } })

  const { status, body } = await details(id)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id,
    status: 'CONFIRMED',
    paidAmount: 700,
    refundedAmount: 50.25,
    customer: { id: angler.id, name: 'Ada Angler', email: angler.email, isActive: true },
    terms: { version: TERMS_VERSION },
    charges: [
      {
        amount: 700,
        status: 'DECLINED',
        chargeId: null,
        refundedAmount: 0,
        message: expect.stringMatching(/declined/),
      },
      {
        amount: 700,
        status: 'CAPTURED',
        chargeId: body.paymentId,
        last4: '1111',
        refundedAmount: 50.25,
        message: null,
      },
    ],
    refunds: [
      {
        kind: 'REFUND',
        orderedBy: 'Owner',
        description: 'Fog',
        status: 'DONE',
        parts: [{ chargeId: body.paymentId, amount: 50.25, status: 'REFUNDED', refundId: expect.any(String) }],
      },
    ],
    questions: [{ queryMessage: 'Is there shade?', status: 'NEW' }],
  })
  expect(body.history.map(({ description }) => description)).toContain(
    "$50.25 was refunded to the Visa ending in 1111. It isn't owed anymore.",
  )

  const timeline = await app.call(listBookingTimeline, { token: admin, params: { id } })
  const lines = timeline.map(({ kind, text, by }) => `${kind} ${text} ${by ?? ''}`.trim())
  for (const line of [
    'CARD $700.00 by card: declined.',
    'BOOKING Deposit: $700.00 paid by card, Visa ending in 1111.',
    `EMAIL Booked: ${formatDayInWords(date)}, 8:00 AM Eastern`,
    'QUESTION The guest asked a question.',
    "BOOKING $50.25 was refunded to the Visa ending in 1111. It isn't owed anymore. Owner",
  ])
    expect(lines).toContain(line)
  expect(timeline.map(({ at }) => at)).toEqual(
    timeline
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  )
})

test('a refused refund says why; a payment without an outcome is being confirmed', async () => {
  const booking = await aBooking(app, { date: dates.shift()!, guests: 1 })
  await app.simulator.fault({ operation: 'refund', fault: 'decline', times: 1 })
  await app.call(refundBooking, { token: admin, params: { id: booking.bookingId } })
  expect((await details(booking.bookingId)).body.refunds).toMatchObject([
    { status: 'FAILED', parts: [{ status: 'REFUSED', refundId: null, problem: expect.any(String) }] },
  ])

  const waiting = await anAngler(app)
  const date = dates.shift()!
  const holdId = await aHold(app, waiting.token, { date })
  await app.simulator.fault({ operation: 'charge', fault: 'server-error-after', times: 1 })
  const body = aPayment(holdId, await app.simulator.cardToken(), { date })
  const paid = await app.answer(payForBooking, { token: waiting.token, body })
  expect(paid.status).toBe(202)
  const pending = (await details(paid.body.booking.id)).body
  expect(pending).toMatchObject({
    status: 'PENDING',
    paidAmount: 0,
    charges: [{ status: 'PROCESSING', endedAt: null }],
  })
})

test('an unknown booking is not found', async () => {
  expect(await details(999_999)).toMatchObject({ status: 404, body: { error: 'booking-not-found' } })
})

test('an admin sees the payment of any booking; the customer sees the booking without it', async () => {
  const { bookingId, token } = await aBooking(app, { date: dates.shift()! })
  const read = async (as: string) => app.call(getBooking, { token: as, params: { id: bookingId } })
  expect(await read(admin)).toMatchObject({ id: bookingId, paymentId: expect.any(String) })
  expect(await read(token)).not.toHaveProperty('paymentId')
})
