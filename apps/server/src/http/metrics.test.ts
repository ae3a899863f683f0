import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ settings: { METRICS_TOKEN: 'a long enough token' } })
})
afterAll(() => app.close())

const status = async (options: Parameters<TestApp['request']>[2]) =>
  (await app.request('GET', '/metrics', options)).status

test('metrics are for programs on this machine and callers with the token', async () => {
  expect(await status({})).toBe(200)
  expect(await status({ ip: '203.0.113.5' })).toBe(404)
  expect(await status({ ip: '203.0.113.5', token: 'a long enough token' })).toBe(200)
})

test('a DNS rebinding page cannot read the metrics', async () => {
  expect(await status({ headers: { host: 'evil.example' } })).toBe(404)
})

test('at a public address only the token counts, because a proxy may hide that a request came from outside', async () => {
  const settings = {
    PUBLIC_URL: 'https://book.example.com',
    ALLOW_SIMULATOR: 'yes',
    METRICS_TOKEN: 'a long enough token',
  }
  const behindProxy = await startTestApp({ settings })
  try {
    expect((await behindProxy.request('GET', '/metrics')).status).toBe(404)
    expect((await behindProxy.request('GET', '/metrics', { token: 'a long enough token' })).status).toBe(200)
  } finally {
    await behindProxy.close()
  }
})
