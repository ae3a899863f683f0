import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { forgotPassword } from '@arcadia/contract/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepLastBackup } from '../backup/last-backup.writes.ts'
import { checkout } from '../environment.ts'
import { anAngler } from '../testing/builders.ts'
import { startMailServer } from '../testing/mail-server.ts'
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

/** The metrics by name, and with their labels as written, without those of the process and of requests. */
async function numbers(of = app): Promise<Record<string, string>> {
  const { body } = await of.request('GET', '/metrics')
  const lines: [string, string][] = [...body.matchAll(/^(\w+(?:\{[^}]*\})?) (\S+)$/gm)].map(([, name, value]) => [
    name,
    value,
  ])
  return Object.fromEntries(lines.filter(([name]) => !/^(process|nodejs|http)_/.test(name)))
}

test('deploy/alerts.yml has a rule about each number of the house, and about no other', async () => {
  await app.app.runJobs()
  const rules = readFileSync(join(checkout, 'deploy/alerts.yml'), 'utf8')
  const expressions = [...rules.matchAll(/^ +expr: (.*)$/gm)].map(([, expression]) => expression!).join(' ')
  const words = expressions.replace(/\{[^}]*\}/g, '').match(/\b[a-z]+_[a-z_]+\b|\balarm\b/g)!
  const exported = Object.keys(await numbers()).map((name) => name.replace(/\{.*/, ''))
  expect([...new Set(words)].sort()).toEqual([...new Set(exported)].sort())
})

test('the numbers of the house say what is so', async () => {
  const seconds = app.clock.now().getTime() / 1000
  await keepLastBackup(app.database.db, app.clock.now())
  await app.app.runJobs()
  expect(await numbers()).toMatchObject({
    emails_waiting_seconds: '0',
    payments_without_outcome: '0',
    payments_without_outcome_seconds: '0',
    provider_connected: '1',
    last_backup_timestamp_seconds: String(seconds),
    'sweep_last_run_timestamp_seconds{sweep="expired holds"}': String(seconds),
    'sweep_interval_seconds{sweep="expired holds"}': '1',
    database_requests_waiting: '0',
    'database_connections{state="busy"}': expect.stringMatching(/^\d+$/),
    disk_free_bytes: expect.stringMatching(/^\d{6,}$/),
  })
  await app.database.pool.query('update merchant_connections set disconnected_at = now()')
  await app.database.pool.query('alter table last_backup rename to elsewhere')
  expect(await numbers()).toMatchObject({ provider_connected: '0', last_backup_timestamp_seconds: 'Nan' })
  await app.database.pool.query('alter table elsewhere rename to last_backup')
  await app.database.pool.query('update merchant_connections set disconnected_at = null')
})

test('an email that a dead mail server keeps has its age, from the first minute until the server is back', async () => {
  const mailServer = await startMailServer()
  const site = await startTestApp({ settings: { SMTP_URL: mailServer.url } })
  try {
    const waiting = async () => Number((await numbers(site)).emails_waiting_seconds)
    await site.app.runJobs()
    await mailServer.close()
    const { email } = await anAngler(site)
    await site.call(forgotPassword, { body: { email } })
    await site.app.runJobs()
    site.clock.advance({ minutes: 3 })
    expect(await waiting()).toBe(180)
    await mailServer.listen()
    await site.app.runJobs()
    expect(await waiting()).toBe(0)
  } finally {
    await site.close()
    await mailServer.close()
  }
})
