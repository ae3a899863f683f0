import { TERMS_VERSION } from '@arcadia/contract/bookings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { aHold, anAdmin, anAngler, aPayment, networkAddress, openDates } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp({ patience: { answerWithinMs: 1000, callMs: 1500 } })
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const details = (id: number) => app.call('GET', `/api/admin/bookings/${id}`, { token: admin })

test('a booking shows its customer, terms, every try to pay, what went back, questions and history', async () => {
  const angler = await anAngler(app)
  const date = dates.shift()!
  const holdId = await aHold(app, angler.token, { date })
  const pay = async (cardToken: string) => {
    const body = aPayment(holdId, cardToken, { date })
    const bookingData = { ...body.bookingData, termsVersion: TERMS_VERSION }
    const request = { token: angler.token, body: { ...body, bookingData }, ip: networkAddress() }
    return app.call('POST', '/api/bookings/payment', request)
  }
  expect((await pay(await app.simulator.cardToken('DECLINE'))).status).toBe(402)
  app.clock.advance({ seconds: 1 })
  const { id } = (await pay(await app.simulator.cardToken())).body.booking
  await app.call('POST', '/api/booking-queries', {
    token: angler.token,
    body: { bookingId: id, queryMessage: 'Is there shade?' },
  })
  await app.call('POST', `/api/admin/bookings/${id}/refund?amount=50.25&description=Fog`, { token: admin })

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
        orderedBy: 'admin',
        description: 'Fog',
        status: 'DONE',
        parts: [{ chargeId: body.paymentId, amount: 50.25, status: 'REFUNDED', refundId: expect.any(String) }],
      },
    ],
    questions: [{ queryMessage: 'Is there shade?', status: 'NEW' }],
  })
  expect(body.history.map(({ description }: { description: string }) => description)).toContain('$50.25 was refunded.')
})

test('a refund the provider refused says why; a payment nobody knows of is being confirmed', async () => {
  const booking = await aBooking(app, { date: dates.shift()!, guests: 1 })
  await app.simulator.fault({ operation: 'refund', fault: 'decline', times: 1 })
  await app.call('POST', `/api/admin/bookings/${booking.bookingId}/refund`, { token: admin })
  expect((await details(booking.bookingId)).body.refunds).toMatchObject([
    { status: 'FAILED', parts: [{ status: 'REFUSED', refundId: null, problem: expect.any(String) }] },
  ])

  const waiting = await anAngler(app)
  const date = dates.shift()!
  const holdId = await aHold(app, waiting.token, { date })
  await app.simulator.fault({ operation: 'charge', fault: 'server-error-after', times: 1 })
  const body = aPayment(holdId, await app.simulator.cardToken(), { date })
  const paid = await app.call('POST', '/api/bookings/payment', { token: waiting.token, body })
  expect(paid.status).toBe(202)
  const pending = (await details(paid.body.booking.id)).body
  expect(pending).toMatchObject({
    status: 'PENDING',
    paidAmount: 0,
    charges: [{ status: 'PROCESSING', endedAt: null }],
  })
})

test('a booking that is not there is not found', async () => {
  expect(await details(999_999)).toMatchObject({ status: 404, body: { error: 'booking-not-found' } })
})

test('an admin reads the payment of any booking; its customer reads the booking without it', async () => {
  const { bookingId, token } = await aBooking(app, { date: dates.shift()! })
  const read = async (as: string) => (await app.call('GET', `/api/bookings/${bookingId}`, { token: as })).body
  expect(await read(admin)).toMatchObject({ id: bookingId, paymentId: expect.any(String) })
  expect(await read(token)).not.toHaveProperty('paymentId')
})
