import { forgotPassword } from '@arcadia/contract/accounts'
import { portal, served } from '@arcadia/contract/addresses'
import { type Alarm, listAlarms } from '@arcadia/contract/admin/alarms'
import { keepPushDevice } from '@arcadia/contract/admin/push-notices'
import { completeConnection } from '@arcadia/contract/merchant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dataChecks, examine } from '../../checks/checks.ts'
import { aColleague, anAdmin, anAngler } from '../../testing/builders.ts'
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts'
import { consent } from '../../testing/merchant-consent.ts'
import { startPushService } from '../../testing/push-service.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let mailServer: TestMailServer
let owner: string
let office: string
beforeAll(async () => {
  mailServer = await startMailServer()
  app = await startTestApp({ settings: { SMTP_URL: mailServer.url } })
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
})
beforeEach(async () => {
  // Sessions end while the clock moves.
  owner = await anAdmin(app)
  office = (await aColleague(app, 'OFFICE')).token
})

const alarms = (token: string): Promise<Alarm[]> => app.call(listAlarms, { token })
const gauges = async () => (await app.request('GET', served.metrics.path)).body.match(/^alarm\{.*$/gm).sort()
const doctorSays = async () => {
  const findings = await examine(dataChecks(app.database.db, app.app.features))
  return findings.flatMap(({ problems }) => problems)
}

async function loseConnection(): Promise<void> {
  await app.simulator.control('POST', '/connections/revoke', {})
  app.clock.advance({ hours: 2 })
  expect(await app.app.features.merchant.api.access()).toEqual({ kind: 'not-connected' })
  owner = await anAdmin(app)
}

async function connect(): Promise<void> {
  const answer = new URLSearchParams(await consent(app, owner))
  expect((await app.request('GET', `${completeConnection.path}?${answer}`, { token: owner })).status).toBe(200)
}

test('nothing is wrong while all works, and every alarm is known to /metrics', async () => {
  expect(await alarms(owner)).toEqual([])
  expect(await gauges()).toEqual([
    'alarm{check="backup"} 0',
    'alarm{check="clock"} 0',
    'alarm{check="disk"} 0',
    'alarm{check="emails"} 0',
    'alarm{check="last-backup"} 0',
    'alarm{check="payment-page"} 0',
    'alarm{check="quickbooks"} 0',
  ])
})

test('a lost connection: the owner gets the button, the office whom to tell, guides and guests nothing, until it is back', async () => {
  await loseConnection()
  expect(await alarms(owner)).toEqual([
    {
      name: 'quickbooks',
      sentence: 'No one can book: QuickBooks is disconnected.',
      remedy: { label: 'Connect', to: portal.merchantSetup.href() },
    },
  ])
  office = (await aColleague(app, 'OFFICE')).token
  expect(await alarms(office)).toEqual([
    { name: 'quickbooks', sentence: 'No one can book: QuickBooks is disconnected. Tell an owner.', remedy: null },
  ])
  for (const { token } of [await aColleague(app, 'GUIDE'), await anAngler(app)])
    expect(await app.answer(listAlarms, { token })).toMatchObject({ status: 403 })
  expect(await app.answer(listAlarms, {})).toMatchObject({ status: 401 })
  expect(await gauges()).toContain('alarm{check="quickbooks"} 1')
  expect(await doctorSays()).toEqual([
    'no merchant account is connected, so cards are not accepted: Merchant Setup in the portal',
  ])

  await connect()
  expect(await alarms(owner)).toEqual([])
  expect(await doctorSays()).toEqual([])
  expect(await gauges()).toContain('alarm{check="quickbooks"} 0')
})

test('emails that have not gone out for ten minutes: owner and office may look, until one goes out', async () => {
  await app.app.runJobs()
  await mailServer.close()
  const { email } = await anAngler(app)
  await app.call(forgotPassword, { body: { email } })
  await app.app.runJobs()
  app.clock.advance({ minutes: 9 })
  expect(await alarms(owner)).toEqual([])
  app.clock.advance({ minutes: 2 })
  const outage: Alarm = {
    name: 'emails',
    sentence: 'Emails have not gone out since 12:00 PM Eastern.',
    remedy: { label: 'See emails', to: portal.dashboard.emails.href({ status: 'waiting' }) },
  }
  expect(await alarms(owner)).toEqual([outage])
  expect(await alarms(office)).toEqual([outage])
  expect(await doctorSays()).toEqual([expect.stringMatching(/^Emails have not gone out since .* Eastern\.$/)])

  await mailServer.listen()
  app.clock.advance({ minutes: 5 })
  await app.app.runJobs()
  expect(await alarms(owner)).toEqual([])
})

test('several at once are all told; a check that cannot look rings for nobody and is not a number to /metrics', async () => {
  await app.database.pool.query('alter table outbox_mails rename to elsewhere')
  await app.database.pool.query(`update merchant_connections set disconnected_at = now()`)
  expect((await alarms(owner)).map(({ name }) => name)).toEqual(['quickbooks'])
  expect(await gauges()).toEqual([
    'alarm{check="backup"} 0',
    'alarm{check="clock"} 0',
    'alarm{check="disk"} 0',
    'alarm{check="emails"} Nan',
    'alarm{check="last-backup"} 0',
    'alarm{check="payment-page"} 0',
    'alarm{check="quickbooks"} 1',
  ])
  await app.database.pool.query('alter table elsewhere rename to outbox_mails')
  await app.database.pool.query(
    `update outbox_mails set waits_since = now() - interval '900 years', tries = 0, sent_at = null, failed_at = null, dropped_at = null where id = (select max(id) from outbox_mails)`,
  )
  expect((await alarms(owner)).map(({ name }) => name)).toEqual(['quickbooks', 'emails'])
  await app.database.pool.query(`update merchant_connections set disconnected_at = null`)
})

test('a full disk is told on every tab without a button, because only whoever runs the machine can help, and on the phone', async () => {
  const pushService = await startPushService()
  const full = await startTestApp({
    settings: { DATA_DIR: '/proc' },
    isPushService: ({ origin }) => origin === pushService.origin,
  })
  try {
    expect(await full.call(listAlarms, { token: await anAdmin(full) })).toEqual([
      {
        name: 'disk',
        sentence: 'The server is almost out of disk space. Tell whoever installed the site.',
        remedy: null,
      },
    ])
    const device = pushService.device('phone')
    await full.call(keepPushDevice, { token: await anAdmin(full), body: device })
    for (const _ of ['told', 'sent', 'told once']) await full.app.runJobs()
    const titles = pushService.received.map(({ notice }) => notice.title)
    expect(titles.filter((title) => title === 'The server is almost out of disk space.')).toHaveLength(1)
  } finally {
    await full.close()
    await pushService.close()
  }
})
