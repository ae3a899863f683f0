import { describe, expect, test } from 'vitest'
import { basic, realmId } from '../testing/simulator-client.ts'
import { startSimulator } from '../testing/start-simulator.ts'

const input = {
  client_id: 'simulator-client',
  redirect_uri: 'http://localhost:3000/quickbooks/callback',
  response_type: 'code',
  scope: 'com.intuit.quickbooks.payment',
  state: 'a-state',
}

describe('the consent page', () => {
  test('says that it is a simulator and offers Approve and Deny', async () => {
    const simulator = await startSimulator()
    const page = await simulator.send(`/connect/oauth2?${new URLSearchParams(input)}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('This is a simulator')
    expect(page.text).toContain('value="approve"')
    expect(page.text).toContain('value="deny"')
    expect(page.text).toContain(realmId)
  })

  test.each([
    ['client_id', 'somebody-else'],
    ['redirect_uri', 'http://localhost:3000/quickbooks/callback/'],
    ['redirect_uri', 'https://evil.example/callback'],
    ['state', ''],
  ])('does not redirect if %s is %j', async (name, value) => {
    const simulator = await startSimulator()
    const page = await simulator.send(`/connect/oauth2?${new URLSearchParams({ ...input, [name]: value })}`)
    expect(page.status).toBe(400)
    expect(page.headers.get('location')).toBeNull()
    expect(page.text).toContain(name)
  })

  test.each([
    ['response_type', 'token', 'unsupported_response_type'],
    ['scope', 'everything', 'invalid_scope'],
  ])('reports an invalid %s to the application', async (name, value, error) => {
    const simulator = await startSimulator()
    const reply = await simulator.send(`/connect/oauth2?${new URLSearchParams({ ...input, [name]: value })}`)
    const target = new URL(reply.headers.get('location') ?? '')
    expect(Object.fromEntries(target.searchParams)).toEqual({ error, state: 'a-state' })
  })

  test('escapes its input', async () => {
    const simulator = await startSimulator()
    const state = '"><script>alert(1)</script>'
    const page = await simulator.send(`/connect/oauth2?${new URLSearchParams({ ...input, state })}`)
    expect(page.text).not.toContain('<script>')
  })

  test('sends back a code, the state and the realm when approved, an error when denied', async () => {
    const simulator = await startSimulator()
    const approved = await simulator.approve()
    expect(approved.get('state')).toBe('a-state')
    expect(approved.get('realmId')).toBe(realmId)
    expect(approved.get('code')).toBeTruthy()
    const denied = await simulator.approve({ decision: 'deny' })
    expect(Object.fromEntries(denied)).toEqual({ error: 'access_denied', state: 'a-state' })
  })
})

describe('the token endpoint', () => {
  test('exchanges a code for tokens', async () => {
    const simulator = await startSimulator()
    const reply = await simulator.exchange((await simulator.approve()).get('code') ?? '')
    expect(reply.status).toBe(200)
    expect(reply.json).toMatchObject({ token_type: 'bearer', expires_in: 3600, x_refresh_token_expires_in: 8_640_000 })
    expect(reply.json).not.toHaveProperty('x_refresh_token_hard_expires_in')
    expect(reply.headers.get('cache-control')).toContain('no-store')
  })

  test('returns the hard expiry only if a header asks for it', async () => {
    const simulator = await startSimulator()
    const { refreshToken } = await simulator.connect()
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const reply = await simulator.token(fields, { 'x-include-refresh-token-hard-expires-in': 'true' })
    expect(reply.json.x_refresh_token_hard_expires_in).toBeGreaterThan(157_679_000)
  })

  test('a reused code fails and revokes the tokens it gave before', async () => {
    const simulator = await startSimulator()
    const code = (await simulator.approve()).get('code') ?? ''
    const { json } = await simulator.exchange(code)
    const again = await simulator.exchange(code)
    expect([again.status, again.text]).toEqual([400, '{"error":"invalid_grant"}'])
    expect((await simulator.refresh(String(json.refresh_token))).text).toBe('{"error":"invalid_grant"}')
    expect((await simulator.merchant(String(json.access_token)).charge()).status).toBe(401)
  })

  test('a code is bound to its redirect address and lives five minutes', async () => {
    const simulator = await startSimulator()
    const code = (await simulator.approve()).get('code') ?? ''
    const elsewhere = { grant_type: 'authorization_code', code, redirect_uri: 'http://localhost:3000/other' }
    expect((await simulator.token(elsewhere)).json).toEqual({ error: 'invalid_grant' })
    await simulator.control('/clock', { advanceSeconds: 301 })
    expect((await simulator.exchange(code)).json).toEqual({ error: 'invalid_grant' })
  })

  test.each([
    ['no client', { grant_type: 'refresh_token', refresh_token: 'x' }, { Authorization: '' }, 401, 'invalid_client'],
    ['an unknown grant', { grant_type: 'password' }, {}, 400, 'unsupported_grant_type'],
    ['a missing code', { grant_type: 'authorization_code' }, {}, 400, 'invalid_request'],
    ['nothing', {}, {}, 400, 'invalid_request'],
  ])('returns an OAuth error for %s', async (_, fields, headers, status, error) => {
    const simulator = await startSimulator()
    const reply = await simulator.token(fields as Record<string, string>, headers as Record<string, string>)
    expect([reply.status, reply.json]).toEqual([status, { error }])
  })

  test('accepts only form encoding', async () => {
    const simulator = await startSimulator()
    const body = { grant_type: 'refresh_token', refresh_token: 'x' }
    const reply = await simulator.sendJson('/oauth2/v1/tokens/bearer', body, { Authorization: basic })
    expect([reply.status, reply.json]).toEqual([400, { error: 'invalid_request' }])
  })
})

describe('refreshing', () => {
  test('keeps the refresh token for a day and then rotates it, which invalidates the old one immediately', async () => {
    const simulator = await startSimulator()
    const { refreshToken } = await simulator.connect()
    expect((await simulator.refresh(refreshToken)).json.refresh_token).toBe(refreshToken)

    await simulator.control('/clock', { advanceSeconds: 24 * 3600 })
    const rotated = await simulator.refresh(refreshToken)
    expect(rotated.json.refresh_token).not.toBe(refreshToken)
    expect((await simulator.refresh(refreshToken)).text).toBe('{"error":"invalid_grant"}')
    expect((await simulator.refresh(String(rotated.json.refresh_token))).status).toBe(200)
  })

  test('loses the only valid refresh token if the response to a rotation is lost', async () => {
    const simulator = await startSimulator()
    const { refreshToken } = await simulator.connect()
    await simulator.control('/connections/rotate')
    await simulator.control('/faults', { operation: 'refresh', fault: 'lost-answer', times: 1 })
    await expect(simulator.refresh(refreshToken)).rejects.toThrow()
    expect((await simulator.refresh(refreshToken)).json).toEqual({ error: 'invalid_grant' })
  })

  test('extends the idle limit, up to five years', async () => {
    const simulator = await startSimulator()
    const first = await simulator.connect()
    await simulator.control('/clock', { advanceSeconds: 99 * 86_400 })
    const second = await simulator.refresh(first.refreshToken)
    expect(second.json.x_refresh_token_expires_in).toBe(8_640_000)
    await simulator.control('/clock', { advanceSeconds: 100 * 86_400 })
    expect((await simulator.refresh(String(second.json.refresh_token))).json).toEqual({ error: 'invalid_grant' })
  })

  test('in strict mode two overlapping refreshes end the connection', async () => {
    const simulator = await startSimulator()
    const { refreshToken, accessToken } = await simulator.connect()
    await simulator.control('/settings', { strictRefresh: true }, 'PATCH')
    await simulator.control('/connections/rotate')
    await simulator.control('/faults', { operation: 'refresh', fault: 'slow-after', times: 1, delayMs: 1000 })
    const both = await Promise.all([simulator.refresh(refreshToken), simulator.refresh(refreshToken)])
    expect(both.map((reply) => reply.status).toSorted()).toEqual([200, 400])
    const winner = both.find((reply) => reply.status === 200)
    expect((await simulator.refresh(String(winner?.json.refresh_token))).status).toBe(400)
    expect((await simulator.merchant(accessToken).charge()).status).toBe(401)
  })

  test('in strict mode sequential refreshes are fine', async () => {
    const simulator = await startSimulator()
    const { refreshToken } = await simulator.connect()
    await simulator.control('/settings', { strictRefresh: true }, 'PATCH')
    for (let turn = 0; turn < 5; turn += 1) expect((await simulator.refresh(refreshToken)).status).toBe(200)
  })
})

describe('access tokens', () => {
  test('live an hour', async () => {
    const simulator = await startSimulator()
    const merchant = await simulator.aMerchant()
    await simulator.control('/clock', { advanceSeconds: 3599 })
    expect((await merchant.find('x')).status).toBe(400)
    await simulator.control('/clock', { advanceSeconds: 2 })
    const reply = await merchant.find('x')
    expect(reply.status).toBe(401)
    expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="Intuit", error="invalid_token"')
    expect(reply.json).toMatchObject({ code: 'AuthenticationFailed', type: 'INPUT' })
  })

  test('need the payment scope', async () => {
    const simulator = await startSimulator()
    const { accessToken } = await simulator.connect({ scope: 'com.intuit.quickbooks.accounting' })
    const reply = await simulator.merchant(accessToken).charge()
    expect([reply.status, reply.json.code]).toEqual([403, 'AuthorizationFailed'])
  })
})

describe('revoking', () => {
  test.each(['accessToken', 'refreshToken'] as const)('either token (%s) ends the connection', async (which) => {
    const simulator = await startSimulator()
    const tokens = await simulator.connect()
    const revoke = () =>
      simulator.sendJson('/v2/oauth2/tokens/revoke', { token: tokens[which] }, { Authorization: basic })
    expect((await revoke()).status).toBe(200)
    expect((await simulator.refresh(tokens.refreshToken)).status).toBe(400)
    expect((await simulator.merchant(tokens.accessToken).find('x')).status).toBe(401)
    expect((await revoke()).status).toBe(400)
  })
})
