import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { simulator } from './simulator.ts'
import { createClient, errorOf, redirectUri } from './testing/simulator-client.ts'
import { newStateDir, startSimulator } from './testing/start-simulator.ts'

async function startMounted() {
  const app = Fastify({ forceCloseConnections: true })
  app.setNotFoundHandler(async (_request, reply) => reply.code(404).send('the host does not know this'))
  app.setErrorHandler(async (_error, _request, reply) => reply.code(500).send('the host failed'))
  app.post('/echo', async (request) => request.body)
  await app.register(simulator, {
    prefix: '/simulator',
    stateDir: await newStateDir(),
    publicUrl: 'http://localhost:3000/simulator',
    redirectUris: [redirectUri],
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  return { origin, client: createClient(`${origin}/simulator`) }
}

test('works under a prefix, and its form posts to its public address', async () => {
  const { client } = await startMounted()
  const merchant = await client.aMerchant()
  expect((await merchant.charge()).json.status).toBe('CAPTURED')
  expect((await client.readControl('/ledger')).json.totals).toMatchObject({ charges: 1 })
  const query = new URLSearchParams({
    client_id: 'simulator-client',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'com.intuit.quickbooks.payment',
    state: 'x',
  })
  const page = await client.send(`/connect/oauth2?${query}`)
  expect(page.text).toContain('action="http://localhost:3000/simulator/connect/oauth2"')
})

test("does not change the host app's body parsing or 404s", async () => {
  const { origin } = await startMounted()
  const host = createClient(origin)
  expect((await host.sendJson('/echo', { a: 1 })).json).toEqual({ a: 1 })
  expect((await host.send('/nowhere')).text).toBe('the host does not know this')
})

test("an unknown path gets the provider's error, with a trace id", async () => {
  const { client } = await startMounted()
  const reply = await client.send('/quickbooks/v4/payments/nothing')
  expect(reply.status).toBe(404)
  expect(errorOf(reply)).toMatchObject({ code: 'PMT-4000', message: 'uri is invalid.' })
  expect(reply.headers.get('intuit_tid')).toMatch(/^1-[0-9a-f]{8}-[0-9a-f]{24}$/)
})

const hostile: [string, RequestInit][] = [
  ['nothing', {}],
  ['an empty JSON body', { headers: { 'Content-Type': 'application/json' }, body: '' }],
  ['half a JSON body', { headers: { 'Content-Type': 'application/json' }, body: '{"card":' }],
  ['null', { headers: { 'Content-Type': 'application/json' }, body: 'null' }],
  ['deep nesting', { headers: { 'Content-Type': 'application/json' }, body: '['.repeat(30_000) }],
  ['a prototype', { headers: { 'Content-Type': 'application/json' }, body: '{"__proto__":{"token":1}}' }],
  ['wrong types', { headers: { 'Content-Type': 'application/json' }, body: '{"card":[],"amount":{},"token":1e400}' }],
  ['a lone surrogate', { headers: { 'Content-Type': 'application/json' }, body: '{"token":"\\ud800","amount":"1"}' }],
  ['too much', { headers: { 'Content-Type': 'application/json' }, body: 'x'.repeat(100_000) }],
  ['another type', { headers: { 'Content-Type': 'text/xml' }, body: '<a/>' }],
  ['no real type', { headers: { 'Content-Type': ';;' }, body: 'x' }],
  ['a strange form', { headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: 'a=%&__proto__=1&=&&' }],
]

test.each(hostile)('no client input causes a 5xx: %s', async (_, init) => {
  const simulator = await startSimulator()
  const { accessToken } = await simulator.connect()
  const merchant = simulator.merchant(accessToken)
  const id = String((await merchant.charge({ requestId: 'one' })).json.id)
  const payments = '/quickbooks/v4/payments'
  const paths = [
    '/connect/oauth2',
    '/oauth2/v1/tokens/bearer',
    '/v2/oauth2/tokens/revoke',
    `${payments}/tokens`,
    `${payments}/charges`,
    `${payments}/charges/${id}/capture`,
    `${payments}/charges/${id}/refunds`,
    `${payments}/charges/%00%ff/refunds`,
    `${payments}/txn-requests/${'x'.repeat(90)}/void`,
    '/control/faults',
    '/control/clock',
    '/control/settle',
    '/control/charges/__proto__/risk-void',
  ]
  for (const path of paths) {
    const headers = { Authorization: `Bearer ${accessToken}`, ...init.headers }
    const reply = await simulator.send(path, { method: 'POST', ...init, headers })
    expect([path, reply.status < 500]).toEqual([path, true])
  }
})
