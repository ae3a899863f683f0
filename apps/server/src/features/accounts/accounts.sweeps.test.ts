import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountCalls, newAccount } from '../../testing/account-calls.ts'
import { tokenIn } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const { register, login, forgot, reset, lastMail } = accountCalls(() => app)

async function sweep() {
  for (const { name, run } of app.app.features.accounts.sweeps) if (name.startsWith('forget')) await run()
}

async function kept() {
  const { rows } = await app.database.pool.query(
    `select (select count(*) from sign_in_failures) as failures, (select count(*) from known_origins) as origins,
      (select count(*) from links) as links, (select count(*) from sessions) as sessions`,
  )
  return rows[0]
}

test('live entries are kept, old ones are deleted', async () => {
  const { username, email } = newAccount()
  await register(newAccount({ username, email }))
  await login(username, 'not the password')
  await forgot(email)
  // A link is created when its email is rendered.
  await lastMail(email, 'confirm-email')
  const link = tokenIn(await lastMail(email, 'reset-password'))
  await sweep()
  expect(await kept()).toEqual({ failures: 1, origins: 2, links: 2, sessions: 1 })
  app.clock.advance({ days: 31 })
  await sweep()
  expect(await kept(), 'an old link still names its address').toEqual({
    failures: 0,
    origins: 0,
    links: 1,
    sessions: 1,
  })
  app.clock.advance({ days: 30 })
  await sweep()
  expect(await kept(), 'ended for 30 days').toMatchObject({ links: 0, sessions: 0 })
  expect((await reset(link, 'tarpon at dawn')).body.error).toBe('link-invalid')
})
