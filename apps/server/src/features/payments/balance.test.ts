import { correctBooking } from '@arcadia/contract/admin/bookings'
import { cancelBooking, getBooking } from '@arcadia/contract/bookings'
import { changeBusinessFacts } from '@arcadia/contract/business'
import { getPayment, payBalance, payBalanceAsCharge } from '@arcadia/contract/payments'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, anAngler, openDates } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { readMails } from '../../testing/read-mail.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let booking: Awaited<ReturnType<typeof aBooking>>
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp({ patience: { answerWithinMs: 4000, callMs: 8000 } })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.simulator.control('POST', '/reset')
  // A Trophy morning for one: $350 of $2,500 paid.
  booking = await aBooking(app, { date: dates.shift()! })
})

interface Wish {
  amount: number
  key?: string
  cardToken?: string
  path?: string
  token?: string
}

async function pay({ amount, key, cardToken, path = payBalance.path, token = booking.token }: Wish) {
  const response = await app.app.http.inject({
    method: 'POST',
    url: path,
    headers: { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) },
    payload: {
      bookingId: booking.bookingId,
      amount,
      currency: 'USD',
      paymentToken: cardToken ?? (await app.simulator.cardToken()),
    },
  })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}
const owed = async () =>
  (await app.call(getBooking, { token: booking.token, params: { id: booking.bookingId } })).pendingAmount
const ledger = async () => checkBooks(app, await anAdmin(app))

describe('the balance', () => {
  test('is refused by card if the owner takes it in other ways only', async () => {
    const token = await anAdmin(app)
    await app.call(changeBusinessFacts, { token, body: { balanceByCash: true } })
    expect(await pay({ amount: 1 })).toMatchObject({
      status: 409,
      body: {
        error: 'balance-not-by-card',
        message: 'Only the deposit can be paid by card. Please pay the balance by cash.',
      },
    })
    await app.call(changeBusinessFacts, { token, body: { balanceByCash: false } })
    expect((await pay({ amount: 50 })).status).toBe(201)
  })

  test('is paid in parts, never more than the balance due', async () => {
    const first = await pay({ amount: 1000 })
    expect(first).toMatchObject({
      status: 201,
      body: { amount: 1000, status: 'CAPTURED', refundedAmount: 0, last4: '1111' },
    })
    expect(await owed()).toBe(1150)
    expect(await pay({ amount: 1150.01 })).toMatchObject({
      status: 409,
      body: { error: 'more-than-owed', message: 'Only $1,150.00 is owed.' },
    })
    expect((await pay({ amount: 1150, path: payBalanceAsCharge.path })).status).toBe(201)
    expect(await pay({ amount: 1 })).toMatchObject({ status: 409, body: { error: 'nothing-owed' } })
    expect(await ledger()).toMatchObject({ balanced: true, unresolved: 0 })
    const read = await app.answer(getPayment, { token: booking.token, params: { id: first.body.id } })
    expect(read.body).toEqual(first.body)
  })

  test('a part is at least $50 or everything owed: no press of a cent, however many, reaches a card', async () => {
    const calls = await app.simulator.calls('charge')
    for (const path of [payBalance.path, payBalanceAsCharge.path])
      for (const amount of [0.01, 49.99])
        expect(await pay({ amount, path })).toMatchObject({
          status: 409,
          body: {
            error: 'part-too-small',
            message: 'Please pay at least $50.00, or all $2,150.00 that is owed.',
            details: [{ path: 'amount' }],
          },
        })
    expect(await app.simulator.calls('charge')).toBe(calls)
    expect((await pay({ amount: 50 })).status).toBe(201)
    expect((await pay({ amount: 2090 })).status).toBe(201)
    // The rest, though it is less than $50.
    expect((await pay({ amount: 10 })).status).toBe(201)
    expect(await owed()).toBe(0)
  })

  test('a booking is paid by card in at most four parts a day; everything that is owed always passes', async () => {
    for (let part = 0; part < 4; part++) expect((await pay({ amount: 100 })).status).toBe(201)
    expect(await pay({ amount: 100 })).toMatchObject({ status: 429, body: { error: 'too-many-parts' } })
    expect(await pay({ amount: 1749.99 })).toMatchObject({ status: 429, body: { error: 'too-many-parts' } })
    // Negative control: it is the day that refuses, not the fifth part.
    app.clock.advance({ hours: 25 })
    for (let part = 0; part < 4; part++) expect((await pay({ amount: 100 })).status).toBe(201)
    expect((await pay({ amount: 100 })).status).toBe(429)
    expect((await pay({ amount: 1350 })).status).toBe(201)
  })

  test('works again when the oldest of the four parts is a day old, and says when', async () => {
    for (let part = 0; part < 4; part++) {
      expect((await pay({ amount: 100 })).status).toBe(201)
      app.clock.advance({ hours: 1 })
    }
    const { status, headers } = await pay({ amount: 100 })
    expect({ status, wait: headers['retry-after'] }).toEqual({ status: 429, wait: String(20 * 60 * 60) })
    app.clock.advance({ hours: 20 })
    expect((await pay({ amount: 100 })).status).toBe(201)
  })

  test('the deposit that is due passes as well, after however many parts', async () => {
    for (let part = 0; part < 4; part++) expect((await pay({ amount: 50 })).status).toBe(201)
    const params = { id: booking.bookingId }
    await app.call(correctBooking, { token: await anAdmin(app), params, body: { numberOfGuests: 2 } })
    // $550 of a deposit of $700 is paid.
    expect((await pay({ amount: 150.01 })).body.error).toBe('too-many-parts')
    expect((await pay({ amount: 150 })).status).toBe(201)
  })

  test('sent twice at once under one key is one payment', async () => {
    const cardToken = await app.simulator.cardToken()
    const replies = await Promise.all(Array.from({ length: 10 }, () => pay({ amount: 2150, cardToken })))
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1)
    expect(await owed()).toBe(0)
    expect(await pay({ amount: 100, cardToken })).toMatchObject({ status: 409, body: { error: 'key-reused' } })
  })

  test('refuses a second card while the first payment is in flight', async () => {
    await app.simulator.fault({ operation: 'charge', fault: 'slow-after', delayMs: 600_000 })
    const first = pay({ amount: 2150, key: 'one' })
    await eventually(async () => (await app.simulator.calls('charge')) === 2)
    expect(await pay({ amount: 2150, key: 'two' })).toMatchObject({
      status: 409,
      body: { error: 'payment-in-progress' },
    })
    await app.simulator.endFaults()
    expect((await first).status).toBe(201)
    expect(await owed()).toBe(0)
  })

  test('is confirmed automatically after a lost answer, and a retry gets the same result', async () => {
    await app.simulator.fault({ operation: 'charge', fault: 'lost-answer', times: 1 })
    expect(await pay({ amount: 500, key: 'k' })).toMatchObject({ status: 202, body: { status: 'PROCESSING' } })
    await eventually(async () => {
      app.clock.advance({ seconds: 31 })
      await app.app.runJobs()
      return (await owed()) === 1650
    })
    expect(await pay({ amount: 500, key: 'k' })).toMatchObject({ status: 200, body: { status: 'CAPTURED' } })
    expect(await ledger()).toMatchObject({ balanced: true, unresolved: 0 })
  })

  test('a decline leaves the booking unchanged', async () => {
    const declined = await pay({ amount: 500, cardToken: await app.simulator.cardToken('Decline') })
    expect(declined).toMatchObject({ status: 402, body: { error: 'card-declined' } })
    expect((await app.call(getBooking, { token: booking.token, params: { id: booking.bookingId } })).status).toBe(
      'CONFIRMED',
    )
  })

  test('a decline after a 202 is emailed', async () => {
    const cardToken = await app.simulator.cardToken()
    expect((await pay({ amount: 100, cardToken, key: 'one' })).status).toBe(201)
    await app.simulator.fault({ operation: 'charge', fault: 'slow', delayMs: 600_000 })
    const answer = await pay({ amount: 500, cardToken, key: 'two' })
    expect(answer).toMatchObject({ status: 202, body: { status: 'PROCESSING' } })
    await app.simulator.endFaults()
    await eventually(async () => {
      const mails = await readMails(app, 'ada@example.com', 'payment-outcome')
      return mails.some(({ subject }) => subject === "Your payment didn't go through: $500.00")
    })
    const params = { id: answer.body.id }
    expect((await app.answer(getPayment, { token: booking.token, params })).body).toMatchObject({ status: 'DECLINED' })
  })

  test('paid in full and then canceled: only the deposit is kept for good, and the receipt is still one', async () => {
    expect((await pay({ amount: 2150 })).status).toBe(201)
    await app.call(cancelBooking, { token: booking.token, params: { id: booking.bookingId } })
    const latest = async (kind: string) => (await readMails(app, 'ada@example.com', kind)).at(-1)!
    const { text } = await latest('booking-cancelled')
    expect(text).toContain(
      "Your $350.00 deposit isn't refundable. You can ask for a refund of the other $2,150.00 you paid.",
    )
    expect(text).toContain('Ask for a refund: ')
    const receipt = await latest('payment-outcome')
    expect(receipt.subject).toBe('Payment received: $2,150.00')
    expect(receipt.text).toContain('We got your payment by card before your booking was canceled.')
    expect(receipt.text).not.toMatch(/refunding|paid in full/i)
  })

  test("is refused for a cancelled booking or someone else's", async () => {
    expect((await pay({ amount: 1, token: (await anAngler(app)).token })).status).toBe(404)
    await app.call(cancelBooking, { token: booking.token, params: { id: booking.bookingId } })
    expect(await pay({ amount: 1 })).toMatchObject({ status: 409, body: { error: 'nothing-owed' } })
  })
})
