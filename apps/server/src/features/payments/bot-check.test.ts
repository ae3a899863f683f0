import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makePayLink, payLinkedBalance } from '@arcadia/contract/balance-links'
import { payBalance, payBalanceAsCharge } from '@arcadia/contract/payments'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { orderGift, payForGift } from '../../testing/a-gift.ts'
import { anAdmin, networkAddress, openDates } from '../../testing/builders.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { createBotCheck } from './bot-check.ts'

const good = { success: true, score: 0.9, action: 'booking_payment', hostname: 'site.test' }
let answer: { status: number; body: unknown } = { status: 200, body: good }
const asked: URLSearchParams[] = []
const service = createServer(async (request, response) => {
  asked.push(new URLSearchParams(await new Response(request as never).text()))
  response.writeHead(answer.status).end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
})
beforeAll(() => new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve)))
afterAll(() => service.close())

const proof = { recaptchaToken: 'token-of-the-page', recaptchaAction: 'booking_payment' as const }
const check = (secret: string | undefined = 'the secret') =>
  createBotCheck({
    secret,
    hostname: 'site.test',
    log: pino({ level: 'silent' }),
    verifyUrl: `http://127.0.0.1:${(service.address() as AddressInfo).port}/`,
  })

test('gift vouchers are checked too: without a proof, two declines use up the budget', async () => {
  const app = await startTestApp({ settings: { RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET_KEY: 'secret' } })
  const ip = networkAddress()
  const buy = async () => {
    return (await payForGift(app, await orderGift(app), { card: await app.simulator.cardToken('Decline'), ip })).status
  }
  expect([await buy(), await buy(), await buy()]).toEqual([402, 402, 429])
  await app.close()
})

test('so are balances, by whoever is signed in and by link', async () => {
  const app = await startTestApp({ settings: { RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET_KEY: 'secret' } })
  const admin = await anAdmin(app)
  const dates = openDates()
  const card = async () => ({ currency: 'USD' as const, paymentToken: await app.simulator.cardToken('Decline') })
  const own = [payBalance, payBalanceAsCharge].map((endpoint) => async (ip: string) => {
    const { token, bookingId } = await aBooking(app, { date: dates.shift()! })
    return (await app.answer(endpoint, { token, ip, body: { bookingId, amount: 100, ...(await card()) } })).status
  })
  async function byLink(ip: string) {
    const { bookingId } = await aBooking(app, { date: dates.shift()! })
    const { link } = await app.call(makePayLink, { token: admin, params: { id: bookingId }, body: {} })
    const body = { token: link.split('#')[1]!, amount: 100, owed: 2150, ...(await card()) }
    return (await app.answer(payLinkedBalance, { ip, body })).status
  }
  for (const pay of [...own, byLink]) {
    const ip = networkAddress()
    // Two declines of somebody without an account, which is what a network without a verdict may have.
    for (let decline = 0; decline < 2; decline++) {
      const link = await orderGift(app)
      expect((await payForGift(app, link, { card: (await card()).paymentToken, ip })).status).toBe(402)
    }
    expect(await pay(ip)).toBe(429)
    // Negative control: from a network without declines the same press reaches the card.
    expect(await pay(networkAddress())).toBe(402)
  }
  await app.close()
})

describe('the bot protection', () => {
  test("asks the service with the visitor's address and accepts a good verdict", async () => {
    answer = { status: 200, body: good }
    expect(await check().verify(proof, '203.0.113.7')).toBe(true)
    expect(Object.fromEntries(asked.at(-1)!)).toEqual({
      secret: 'the secret',
      response: 'token-of-the-page',
      remoteip: '203.0.113.7',
    })
  })

  test('is off without a secret; a missing token means a smaller budget', async () => {
    const before = asked.length
    expect(
      await createBotCheck({ secret: undefined, hostname: 'x', log: pino({ level: 'silent' }) }).verify(
        proof,
        '1.1.1.1',
      ),
    ).toBe(true)
    expect(await check().verify(undefined, '1.1.1.1')).toBe(false)
    expect(asked.length).toBe(before)
  })

  test.each([
    ['a low score', { ...good, score: 0.1 }],
    ['another action', { ...good, action: 'login' }],
    ['another site', { ...good, hostname: 'elsewhere.test' }],
    ['an invalid token', { success: false, 'error-codes': ['invalid-input-response'] }],
  ])('%s is a suspected bot', async (_, body) => {
    answer = { status: 200, body }
    await expect(check().verify(proof, '1.1.1.1')).rejects.toMatchObject({ code: 'bot-suspected' })
  })

  test.each([
    ['an outage', { status: 500, body: '<html>' }],
    ['a reused or expired token', { status: 200, body: { success: false, 'error-codes': ['timeout-or-duplicate'] } }],
    ['a misconfigured secret', { status: 200, body: { success: false, 'error-codes': ['invalid-input-secret'] } }],
  ])('%s does not block booking: it counts as no token', async (_, given) => {
    answer = given
    expect(await check().verify(proof, '1.1.1.1')).toBe(false)
  })
})
