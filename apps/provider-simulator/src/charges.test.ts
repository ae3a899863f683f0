import { describe, expect, test } from 'vitest'
import { companies } from './oauth/companies.ts'
import { errorOf } from './testing/simulator-client.ts'
import { startSimulator } from './testing/start-simulator.ts'

test('a charge has the format of the provider and reads back the same', async () => {
  const simulator = await startSimulator()
  const merchant = await simulator.aMerchant()
  const reply = await merchant.charge({ amount: '150.00' })
  expect(reply.status).toBe(201)
  expect(reply.headers.get('intuit_tid')).toBeTruthy()
  expect(reply.json).toMatchObject({
    status: 'CAPTURED',
    amount: '150.00',
    currency: 'USD',
    capture: true,
    avsStreet: 'Pass',
    cardSecurityCodeMatch: 'NotAvailable',
    card: { number: 'xxxxxxxxxxxx1111', cardType: 'Visa', name: 'Ada Angler', cvc: 'xxx' },
  })
  expect(reply.json.created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)

  const read = await merchant.find(String(reply.json.id))
  expect(read.json).toMatchObject({ id: reply.json.id, status: 'CAPTURED', amount: '150.00' })
  expect(read.json.card).not.toHaveProperty('cvc')
})

test.each([
  ['5', '5.00'],
  [5, '5.00'],
  [34.3, '34.30'],
  ['99999.99', '99999.99'],
  ['0.01', '0.01'],
])('the amount %j is returned as %j', async (amount, answered) => {
  const simulator = await startSimulator()
  expect((await (await simulator.aMerchant()).charge({ amount })).json.amount).toBe(answered)
})

test.each([['34.300000000000004'], [34.300000000000004], ['100000.00'], ['-1'], ['1e3'], [''], [null], ['0.00'], [{}]])(
  'the amount %j is refused and the token stays good',
  async (amount) => {
    const simulator = await startSimulator()
    const merchant = await simulator.aMerchant()
    const token = await simulator.cardToken('Ada')
    expect(errorOf(await merchant.charge({ amount, token }))).toMatchObject({ code: 'PMT-4000', detail: 'amount' })
    expect((await merchant.charge({ token })).status).toBe(201)
  },
)

test("another company's charge looks like a missing one", async () => {
  const simulator = await startSimulator()
  const { id } = (await (await simulator.aMerchant()).charge()).json
  const other = simulator.merchant((await simulator.connect({ realm: companies[1].realmId })).accessToken)
  const [foreign, missing] = [await other.find(String(id)), await other.find('MT0000000000')]
  expect([foreign.status, foreign.text]).toEqual([missing.status, missing.text])
  expect(errorOf(missing)).toMatchObject({ code: 'PMT-4000', detail: 'chargeId' })
})

test('a company without a payments account cannot charge', async () => {
  const simulator = await startSimulator()
  const merchant = simulator.merchant((await simulator.connect({ realm: companies[2].realmId })).accessToken)
  expect(errorOf(await merchant.charge())).toMatchObject({ code: 'PMT-3000', type: 'account_error' })
})

describe('capturing an authorization', () => {
  test('captures part of it, once, and keeps the authorized amount', async () => {
    const simulator = await startSimulator()
    const merchant = await simulator.aMerchant()
    const hold = await merchant.charge({ amount: '100.00', capture: false })
    expect(hold.json.status).toBe('AUTHORIZED')
    const id = String(hold.json.id)
    expect((await merchant.capture(id, '60.00')).json).toMatchObject({
      status: 'CAPTURED',
      capture: false,
      amount: '100.00',
      captureDetail: { amount: '60.00' },
    })
    expect(errorOf(await merchant.capture(id, '40.00'))).toMatchObject({ detail: 'chargeId' })
  })

  test('stops at 150 percent', async () => {
    const simulator = await startSimulator()
    const merchant = await simulator.aMerchant()
    const id = String((await merchant.charge({ amount: '100.00', capture: false })).json.id)
    expect(errorOf(await merchant.capture(id, '150.01'))).toMatchObject({ code: 'PMT-5000' })
    expect((await merchant.find(id)).json.status).toBe('AUTHORIZED')
    expect((await merchant.capture(id, '150.00')).json.status).toBe('CAPTURED')
  })

  test('is not possible once it is cancelled', async () => {
    const simulator = await startSimulator()
    const merchant = await simulator.aMerchant()
    const id = String((await merchant.charge({ amount: '100.00', capture: false })).json.id)
    expect((await merchant.refund(id, '100.00')).status).toBe(201)
    expect(errorOf(await merchant.capture(id, '100.00'))).toMatchObject({ detail: 'chargeId' })
  })
})
