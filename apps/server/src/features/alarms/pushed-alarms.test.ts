import { forgotPassword } from '@arcadia/contract/accounts'
import { portal } from '@arcadia/contract/addresses'
import { changeOwnerNotices, getOwnerNotices } from '@arcadia/contract/admin/owner-notices'
import { keepPushDevice } from '@arcadia/contract/admin/push-notices'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anAdmin, anAngler } from '../../testing/builders.ts'
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts'
import { startPushService } from '../../testing/push-service.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
let mailServer: TestMailServer
let pushService: Awaited<ReturnType<typeof startPushService>>
beforeEach(async () => {
  mailServer = await startMailServer()
  pushService = await startPushService()
  app = await startTestApp({
    settings: { SMTP_URL: mailServer.url },
    isPushService: ({ origin }) => origin === pushService.origin,
  })
  admin = await anAdmin(app)
  await app.call(keepPushDevice, { token: admin, body: pushService.device('phone') })
})
afterEach(async () => {
  await app.close()
  await Promise.all([mailServer.close(), pushService.close()])
})

/** Somebody asks for an email every other minute. */
async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 2) {
    const { email } = await anAngler(app)
    await app.call(forgotPassword, { body: { email } })
    await app.app.runJobs()
    app.clock.advance({ minutes: 2 })
  }
  await app.app.runJobs()
}
const titles = () => pushService.received.map(({ notice }) => notice.title)
const told = 'Emails have not gone out since 10:00 AM Eastern.'

test('an outage of email over ten minutes is pushed once, and the next one again', async () => {
  await mailServer.close()
  await pass(8)
  expect(titles()).toEqual([])
  await pass(30)
  expect(titles()).toEqual([told])
  expect(pushService.received[0]!.notice.search).toBe(portal.dashboard.href().replace(portal.path, ''))

  await mailServer.listen()
  app.clock.advance({ minutes: 5 })
  await pass(12)
  expect(mailServer.received.length).toBeGreaterThan(20)
  expect(titles(), 'nothing while emails go out').toEqual([told])

  await mailServer.close()
  await pass(30)
  expect(titles()).toEqual([told, expect.stringMatching(/^Emails have not gone out since 10:5\d AM Eastern\.$/)])
})

test('two processes tell of one outage once', async () => {
  await mailServer.close()
  await pass(2)
  app.clock.advance({ minutes: 12 })
  await Promise.all([app.app.runJobs(), app.app.runJobs(), app.app.runJobs()])
  await app.app.runJobs()
  expect(titles()).toEqual([told])
})

test('in quiet hours it waits, and an outage that is over by then is not told', async () => {
  const { notices } = (await app.request('GET', getOwnerNotices.path, { token: admin })).body
  const quiet = { ...notices, quietFrom: '09:00', quietUntil: '11:00' }
  await app.request('PUT', changeOwnerNotices.path, { token: admin, body: quiet })
  await mailServer.close()
  await pass(20)
  await mailServer.listen()
  app.clock.advance({ minutes: 5 })
  await pass(2)
  app.clock.advance({ hours: 1 })
  await app.app.runJobs()
  expect(titles()).toEqual([])

  await mailServer.close()
  await pass(2)
  app.clock.set('2027-04-06T13:30:00Z')
  await app.app.runJobs()
  await pass(20)
  expect(titles()).toEqual([])
  app.clock.set('2027-04-06T15:00:00Z')
  await app.app.runJobs()
  expect(titles()).toEqual(['Emails have not gone out since 11:27 AM Eastern on 04/05/2027.'])
})
