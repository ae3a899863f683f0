import { forgotPassword } from '@arcadia/contract/accounts'
import { getBookingConfig } from '@arcadia/contract/configuration'
import { expect, test } from 'vitest'
import { anAngler } from './testing/builders.ts'
import { startMailServer } from './testing/mail-server.ts'
import { eventually, startTestApp } from './testing/test-app.ts'

test('while a server that stops waits for its sweeps, visitors are still served', async () => {
  const mailServer = await startMailServer()
  const app = await startTestApp({ settings: { SMTP_URL: mailServer.url } })
  let accept = () => {}
  mailServer.behave(
    () =>
      new Promise((resolve) => {
        accept = resolve
      }),
  )
  const { email } = await anAngler(app)
  await app.call(forgotPassword, { body: { email } })
  app.app.startJobs()
  await eventually(async () => mailServer.received.length > 0)
  const drained = app.app.drain()
  expect((await app.answer(getBookingConfig)).status).toBe(200)
  accept()
  await drained
  expect((await app.answer(getBookingConfig)).status).toBe(503)
  await app.close()
  await mailServer.close()
})
