import { getConnectionStatus } from '@arcadia/contract/merchant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAdmin, anAngler } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.simulator.control('POST', '/reset'))

const status = (token?: string) => app.call(getConnectionStatus, { token })

test('a first run with the simulator starts connected', async () => {
  expect(await status()).toEqual({
    isConnected: true,
    realmId: '9341452819930471201',
    needsRefresh: false,
    message: 'Payments are connected.',
  })
})

test('only an admin sees when the account was connected and when its token expires', async () => {
  expect(await status((await anAngler(app)).token)).not.toHaveProperty('tokenExpiresAt')
  expect(await status(await anAdmin(app))).toHaveProperty('tokenExpiresAt')
})

test('fifty calls at expiry make one refresh, and all get the new token', async () => {
  app.clock.advance({ hours: 1 })
  const results = await Promise.all(Array.from({ length: 50 }, () => app.app.features.merchant.api.access()))
  expect(await app.simulator.calls('refresh')).toBe(1)
  expect(new Set(results.map((result) => (result.kind === 'granted' ? result.token : result.kind))).size).toBe(1)
})

test('a token the provider refuses is renewed once for all callers', async () => {
  const before = await app.app.features.merchant.api.access()
  const refused = before.kind === 'granted' ? before.token : ''
  const renewed = await Promise.all(
    Array.from({ length: 10 }, () => app.app.features.merchant.api.accessAfterRefusal(refused)),
  )
  expect(await app.simulator.calls('refresh')).toBe(1)
  expect(renewed.every((result) => result.kind === 'granted' && result.token !== refused)).toBe(true)
})

test('the token is refreshed when less than 15 minutes are left', async () => {
  await app.app.features.merchant.api.refreshIfDue()
  expect(await app.simulator.calls('refresh')).toBe(0)
  app.clock.advance({ minutes: 46 })
  await app.app.features.merchant.api.refreshIfDue()
  expect(await app.simulator.calls('refresh')).toBe(1)
})

test('a provider outage never disconnects; the status says a refresh is needed', async () => {
  app.clock.advance({ minutes: 50 })
  await app.simulator.fault({ operation: 'refresh', fault: 'server-error', times: 1 })
  await app.app.features.merchant.api.refreshIfDue()
  expect(await status()).toMatchObject({ isConnected: true, needsRefresh: true })
  await app.app.features.merchant.api.refreshIfDue()
  expect(await status()).toMatchObject({ isConnected: true, needsRefresh: false })
})

test('tokens are stored encrypted', async () => {
  const access = await app.app.features.merchant.api.access()
  const { rows } = await app.database.pool.query(
    'select access_token_encrypted, refresh_token_encrypted from merchant_connections',
  )
  const token = access.kind === 'granted' ? access.token : ''
  expect(token.length).toBeGreaterThan(20)
  expect(rows[0].access_token_encrypted.toString('latin1')).not.toContain(token)
})

test('a dead grant ends the connection, and the status is honest', async () => {
  await app.simulator.control('POST', '/connections/revoke', {})
  app.clock.advance({ hours: 2 })
  expect(await app.app.features.merchant.api.access()).toEqual({ kind: 'not-connected' })
  expect(await status()).toMatchObject({ isConnected: false, realmId: null })
  const told = (await readMails(app, 'admin@localhost')).find(
    ({ subject }) => subject === 'QuickBooks is disconnected: no one can book',
  )
  expect(told?.text).toContain('QuickBooks signed us out, so no card can be charged. It takes a minute to fix.')
  expect(told?.text).not.toMatch(/invalid_grant|intuit_tid/)
})
