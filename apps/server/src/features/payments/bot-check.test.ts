import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buyGiftVoucher } from '@arcadia/contract/gift-vouchers'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anAngler, networkAddress } from '../../testing/builders.ts'
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
    const { token } = await anAngler(app)
    const paymentToken = await app.simulator.cardToken('Decline')
    const body = { amount: 100, senderName: 'Sam', recipientName: 'Robin', paymentToken }
    return (await app.answer(buyGiftVoucher, { token, body, ip })).status
  }
  expect([await buy(), await buy(), await buy()]).toEqual([402, 402, 429])
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
