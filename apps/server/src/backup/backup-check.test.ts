import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { portal } from '@arcadia/contract/addresses'
import { listAlarms } from '@arcadia/contract/admin/alarms'
import { makeRecoveryKey, NO_PLACE, setSecondPlace } from '@arcadia/contract/admin/backups'
import { getOpening } from '@arcadia/contract/admin/opening'
import { keepPushDevice } from '@arcadia/contract/admin/push-notices'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aColleague, anAdmin } from '../testing/builders.ts'
import { startMailServer, type TestMailServer } from '../testing/mail-server.ts'
import { startPushService } from '../testing/push-service.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { keepLastBackup } from './last-backup.writes.ts'

const PRODUCTION = {
  PUBLIC_URL: 'https://book.example.com',
  TRUST_PROXY: '1',
  QUICKBOOKS_ENVIRONMENT: 'production',
  QUICKBOOKS_CLIENT_ID: 'id',
  QUICKBOOKS_CLIENT_SECRET: 'secret',
  QUICKBOOKS_REDIRECT_URI: 'https://book.example.com/quickbooks/callback',
  BUSINESS_EMAIL: 'hello@example.com',
  BUSINESS_PHONE: '',
}

let app: TestApp
let mailServer: TestMailServer
let pushService: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  mailServer = await startMailServer()
  pushService = await startPushService()
  app = await startTestApp({
    settings: { ...PRODUCTION, SMTP_URL: mailServer.url },
    isPushService: ({ origin }) => origin === pushService.origin,
  })
  await app.call(keepPushDevice, { token: await anAdmin(app), body: pushService.device('phone') })
})
afterAll(async () => {
  await app.close()
  await Promise.all([mailServer.close(), pushService.close()])
})

const backUp = () => keepLastBackup(app.database.db, app.clock.now())
const alarms = async (token: string) =>
  (await app.call(listAlarms, { token })).filter(({ name }) => name === 'backup').map(({ sentence }) => sentence)
const server = async () => {
  const { lines } = await app.call(getOpening, { token: await anAdmin(app) })
  // The test database runs with durability off.
  const { problems, ...line } = lines.find(({ step }) => step === 'SERVER')!
  return { ...line, problems: problems.filter((problem) => !problem.startsWith('PostgreSQL:')) }
}

test('before opening, a backup that was never taken is on the list, and one that a lost server would take with it', async () => {
  const alone = [expect.stringMatching(/there is no recovery key/), expect.stringMatching(/there is no second place/)]
  expect(await server()).toMatchObject({
    isSeen: false,
    isEssential: true,
    says: 'Send this to whoever installed the site.',
    problems: [
      'No backup yet. Press Back up now under Configuration, Backups; docs/operations.md, "Data and backup".',
      ...alone,
    ],
  })
  await backUp()
  expect((await server()).problems).toEqual(alone)
  const token = await anAdmin(app)
  await app.call(makeRecoveryKey, { token })
  expect((await server()).problems).toEqual(alone.slice(1))
  const folder = join(app.dataDir, 'another-disk')
  await mkdir(folder)
  await app.call(setSecondPlace, { token, body: { ...NO_PLACE, kind: 'FOLDER', folder } })
  expect((await server()).problems).toEqual([])
})

test('a daily backup that was missed is told within the hour, on every tab and on the phone, until there is one', async () => {
  await backUp()
  app.clock.advance({ hours: 24, minutes: 55 })
  await app.app.runJobs()
  expect(await alarms(await anAdmin(app))).toEqual([])
  app.clock.advance({ minutes: 6 })
  await app.app.runJobs()
  const told = 'No backup since Mon, Apr 5, 10:00 AM Eastern.'
  expect(await alarms(await anAdmin(app))).toEqual([told])
  expect(await alarms((await aColleague(app, 'OFFICE')).token)).toEqual([`${told} Tell an owner.`])
  await app.app.runJobs()
  const pushed = () => pushService.received.map(({ notice }) => notice).filter(({ title }) => title === told)
  expect(pushed()).toHaveLength(1)
  expect(pushed()[0]!.search).toBe(portal.dashboard.href().replace(portal.path, ''))
  await backUp()
  await app.app.runJobs()
  expect(await alarms(await anAdmin(app))).toEqual([])
  app.clock.advance({ hours: 26 })
  await app.app.runJobs()
  expect(pushService.received.filter(({ notice }) => notice.title.startsWith('No backup since'))).toHaveLength(2)
})
