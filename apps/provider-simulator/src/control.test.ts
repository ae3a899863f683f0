import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { realmId } from './testing/simulator-client.ts'
import { startSimulator } from './testing/start-simulator.ts'

test.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-proto'])(
  'a call that came through a proxy (%s) is refused',
  async (header) => {
    const simulator = await startSimulator()
    const reply = await simulator.send('/control/ledger', { headers: { [header]: '127.0.0.1' } })
    expect([reply.status, reply.json]).toEqual([403, { error: 'loopback-only' }])
  },
)

test.each([
  ['Sec-Fetch-Site', 'cross-site'],
  ['Origin', 'https://evil.example'],
])("another site's call (%s: %s) is refused", async (name, value) => {
  const simulator = await startSimulator()
  const reply = await simulator.send('/control/reset', { method: 'POST', headers: { [name]: value } })
  expect(reply.status).toBe(403)
})

test('at a public address every call is refused, because a proxy may hide that it came from outside', async () => {
  const simulator = await startSimulator('https://book.example.com/simulator')
  expect((await simulator.readControl('/ledger')).status).toBe(403)
})

test('a DNS rebinding call is refused', async () => {
  const simulator = await startSimulator()
  // Not with fetch, which sets the host header itself.
  const call = request(`${simulator.url}/control/reset`, { method: 'POST', headers: { host: 'evil.example' } }).end()
  const [reply] = await once(call, 'response')
  expect(reply.resume().statusCode).toBe(403)
})

test('the ledger lists every charge with its refunds and adds up', async () => {
  const simulator = await startSimulator()
  const merchant = await simulator.aMerchant()
  const kept = await merchant.charge({ amount: '100.00', requestId: 'kept' })
  const partly = await merchant.charge({ amount: '80.00' })
  await merchant.refund(String(partly.json.id), '30.00', 'partly-back')
  await merchant.charge({ amount: '50.00', requestId: 'voided' })
  await merchant.void('voided')
  await merchant.charge({ amount: '20.00', name: 'Decline' })
  await merchant.charge({ amount: '10.00', capture: false })

  const { json } = await simulator.readControl('/ledger')
  expect(json.totals).toEqual({
    charges: 5,
    capturedCents: 23_000,
    refundedCents: 3_000,
    voidedCents: 5_000,
    netCents: 15_000,
  })
  expect(json.charges).toMatchObject([
    { id: kept.json.id, requestId: 'kept', realmId, status: 'CAPTURED', amountCents: 10_000, refunds: [] },
    { status: 'REFUNDED', refundedCents: 3_000, refunds: [{ requestId: 'partly-back', amountCents: 3_000 }] },
    { status: 'CANCELLED', voidedCents: 5_000, refunds: [{ type: 'VOID' }] },
    { status: 'DECLINED', capturedCents: 0 },
    { status: 'AUTHORIZED', capturedCents: 0 },
  ])
})

test('a risk void silently cancels a captured charge, but not a settled one', async () => {
  const simulator = await startSimulator()
  const merchant = await simulator.aMerchant()
  const id = String((await merchant.charge()).json.id)
  expect((await simulator.control(`/charges/${id}/risk-void`)).status).toBe(200)
  const { json } = await merchant.find(id)
  expect([json.status, json.refundDetail]).toEqual(['CANCELLED', undefined])
  expect((await simulator.readControl('/ledger')).json.totals).toMatchObject({ voidedCents: 15_000, netCents: 0 })

  const settled = String((await merchant.charge()).json.id)
  await simulator.control('/settle')
  expect((await simulator.control(`/charges/${settled}/risk-void`)).status).toBe(409)
  expect((await simulator.control('/charges/none/risk-void')).status).toBe(404)
})

test('settling some charges leaves the others unsettled', async () => {
  const simulator = await startSimulator()
  const merchant = await simulator.aMerchant()
  const [one, other] = [await merchant.charge(), await merchant.charge()].map((reply) => String(reply.json.id))
  expect((await simulator.control('/settle', { chargeIds: [one] })).json).toEqual({ settled: 1 })
  expect((await merchant.find(one ?? '')).json.status).toBe('SETTLED')
  expect((await merchant.find(other ?? '')).json.status).toBe('CAPTURED')
})

test('calls are counted by operation and can be found by Request-Id', async () => {
  const simulator = await startSimulator()
  const merchant = await simulator.aMerchant()
  await merchant.charge({ requestId: 'one' })
  await merchant.charge({ requestId: 'one' })
  await merchant.charge({ requestId: 'two' })
  const { json } = await simulator.readControl('/calls?operation=charge&requestId=one')
  expect(json.counts).toMatchObject({ charge: 2 })
  expect(json.calls).toMatchObject([
    { requestId: 'one', isReplay: false, status: 201 },
    { requestId: 'one', isReplay: true, status: 201 },
  ])
  await simulator.control('/calls', undefined, 'DELETE')
  expect((await simulator.readControl('/calls')).json.calls).toEqual([])
})

test('access tokens can be expired without ending the connection', async () => {
  const simulator = await startSimulator()
  const { accessToken, refreshToken } = await simulator.connect()
  expect((await simulator.control('/connections/expire-access-tokens', { realmId })).json).toEqual({ connections: 1 })
  expect((await simulator.merchant(accessToken).find('x')).status).toBe(401)
  expect((await simulator.refresh(refreshToken)).status).toBe(200)
})

test("a connection can be revoked from the merchant's side", async () => {
  const simulator = await startSimulator()
  const { accessToken, refreshToken } = await simulator.connect()
  await simulator.control('/connections/revoke')
  expect((await simulator.merchant(accessToken).find('x')).status).toBe(401)
  expect((await simulator.refresh(refreshToken)).json).toEqual({ error: 'invalid_grant' })
  expect((await simulator.readControl('/connections')).json.connections).toMatchObject([
    { realmId, isRevoked: true, liveAccessTokens: 0 },
  ])
})

test('reset clears faults and keeps the money', async () => {
  const simulator = await startSimulator()
  const merchant = await simulator.aMerchant()
  await merchant.charge()
  await simulator.control('/faults', { operation: 'any', fault: 'lost-request' })
  await simulator.control('/settings', { requestMemory: 'none' }, 'PATCH')
  await simulator.control('/clock', { offsetSeconds: 100 })
  expect((await simulator.control('/reset')).status).toBe(204)
  expect((await simulator.readControl('/settings')).json).toMatchObject({
    requestMemory: 'forever',
    strictRefresh: false,
  })
  expect((await simulator.readControl('/clock')).json.offsetSeconds).toBe(0)
  expect((await simulator.readControl('/faults')).json.faults).toEqual([])
  expect((await merchant.charge()).status).toBe(201)
  expect((await simulator.readControl('/ledger')).json.totals).toMatchObject({ charges: 2 })
})

test('a single fault can be cleared', async () => {
  const simulator = await startSimulator()
  const { json } = await simulator.control('/faults', { operation: 'any', fault: 'slow' })
  expect((await simulator.control(`/faults/${json.id}`, undefined, 'DELETE')).status).toBe(204)
  expect((await simulator.control(`/faults/${json.id}`, undefined, 'DELETE')).status).toBe(404)
})
