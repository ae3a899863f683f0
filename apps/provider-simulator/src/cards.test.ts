import { expect, test } from 'vitest'
import { testCardNumbers } from './test-cards.ts'
import { errorOf } from './testing/simulator-client.ts'
import { startSimulator } from './testing/start-simulator.ts'

const path = '/quickbooks/v4/payments/tokens'

test('every listed card gets a new token each time, without a bearer token', async () => {
  const simulator = await startSimulator()
  const replies = await Promise.all(
    [...testCardNumbers, ...testCardNumbers].map((number) =>
      simulator.tokenize({ number, cvc: number.startsWith('37') ? '1234' : '123' }),
    ),
  )
  expect(replies.every((reply) => reply.status === 201)).toBe(true)
  expect(new Set(replies.map((reply) => reply.json.value)).size).toBe(2 * testCardNumbers.length)
})

test.each([
  ['the refused test number', { number: '4000000000000001' }, 'card.number'],
  ['a number that passes the check digit but is on no list', { number: '4539578763621486' }, 'card.number'],
  ['a number with spaces', { number: '4111 1111 1111 1111' }, 'card.number'],
  ['an expired year', { expYear: '2020' }, 'card.expYear'],
  ['a one-digit month', { expMonth: '2' }, 'card.expMonth'],
  ['a month that is none', { expMonth: '13' }, 'card.expMonth'],
  ['a two-digit year', { expYear: '30' }, 'card.expYear'],
  ['a short code', { cvc: '12' }, 'card.cvc'],
  ['an Amex with a code of three digits', { number: '378282246310005' }, 'card.cvc'],
  ['an empty region', { address: { region: '' } }, 'card.address.region'],
  ['a long postal code', { address: { postalCode: '12345678901' } }, 'card.address.postalCode'],
])('%s is refused by name', async (_, card, detail) => {
  const simulator = await startSimulator()
  const reply = await simulator.tokenize(card)
  expect(reply.status).toBe(400)
  expect(errorOf(reply)).toMatchObject({ code: 'PMT-4000', type: 'invalid_request', message: `${detail} is invalid.` })
})

test('browsers of any origin may call it and can read the refusal', async () => {
  const simulator = await startSimulator()
  const preflight = await simulator.send(path, { method: 'OPTIONS', headers: { Origin: 'http://localhost:3000' } })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Content-Type')
  const refused = await simulator.tokenize({ number: '1' })
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
})

test('a token charges once', async () => {
  const simulator = await startSimulator()
  const merchant = await simulator.aMerchant()
  const token = await simulator.cardToken('Ada')
  expect((await merchant.charge({ token })).status).toBe(201)
  const again = await merchant.charge({ token })
  expect(again.status).toBe(400)
  expect(errorOf(again)).toMatchObject({ code: 'PMT-4000', message: 'Token is invalid.', detail: 'Token' })
})

test('of fifty concurrent charges with one token, one succeeds', async () => {
  const simulator = await startSimulator()
  const merchant = await simulator.aMerchant()
  const token = await simulator.cardToken('Ada')
  const replies = await Promise.all(Array.from({ length: 50 }, () => merchant.charge({ token })))
  expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1)
})

test('a token lives fifteen minutes', async () => {
  const simulator = await startSimulator()
  const merchant = await simulator.aMerchant()
  const [early, late] = [await simulator.cardToken('Ada'), await simulator.cardToken('Ada')]
  await simulator.control('/clock', { advanceSeconds: 14 * 60 })
  expect((await merchant.charge({ token: early })).status).toBe(201)
  await simulator.control('/clock', { advanceSeconds: 60 })
  expect(errorOf(await merchant.charge({ token: late }))).toMatchObject({ detail: 'Token' })
})

test('a declined charge uses its token up', async () => {
  const simulator = await startSimulator()
  const merchant = await simulator.aMerchant()
  const token = await simulator.cardToken('Decline')
  expect((await merchant.charge({ token })).json.status).toBe('DECLINED')
  expect(errorOf(await merchant.charge({ token }))).toMatchObject({ detail: 'Token' })
})
