import { changePassword, getMe, logoutEverywhere } from '@arcadia/contract/accounts'
import { addressOf } from '@arcadia/contract/addresses'
import { confirmSecondFactor, setUpSecondFactor, setUserStatus } from '@arcadia/contract/admin/accounts'
import { getCalendarFeed, readCalendarFeed, renewCalendarFeed } from '@arcadia/contract/admin/dashboard'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../database/transaction.ts'
import { stepAt, totp } from '../features/second-factor/totp.ts'
import { type Angler, aColleague, anAdmin, networkAddress, PASSWORD } from '../testing/builders.ts'
import { readMails } from '../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { makeLink } from './links.ts'
import { openSession } from './sessions.ts'
import { WAYS_IN } from './ways-in.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Staff with everything that an account can let in; `leftOf` counts what still is. */
async function withAllWaysIn() {
  const person = await aColleague(app, 'OWNER')
  const { url } = await app.call(renewCalendarFeed, { token: person.token })
  const other = await inTransaction(app.database.db, app.clock, async (tx, now) => {
    const link = { userId: person.id, email: person.email, lifetimeMs: 3_600_000 }
    for (const purpose of ['RESET_PASSWORD', 'SIGN_IN', 'INVITATION'] as const)
      await makeLink(tx, now, { ...link, purpose })
    await tx
      .insertInto('push_devices')
      .values({
        user_id: person.id,
        session: null,
        endpoint: `https://push.example/${person.id}`,
        public_key: 'k',
        auth_secret: 's',
        created_at: now,
      })
      .execute()
    return openSession(tx, now, { id: person.id, role: 'ADMIN' })
  })
  expect(await leftOf(person)).toEqual({ calendar_feeds: 1, links: 3, push_devices: 1, sessions: 2 })
  return { ...person, other, feed: /calendar\/(.+)\.ics/.exec(url)![1]! }
}

async function leftOf({ id }: Angler): Promise<Record<string, number>> {
  const open = { sessions: 'and revoked_at is null', links: 'and used_at is null' } as Record<string, string>
  const counts = WAYS_IN.map(async (table) => {
    const query = `select count(*)::integer as count from ${table} where user_id = $1 ${open[table] ?? ''}`
    return [table, (await app.database.pool.query(query, [id])).rows[0].count] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

const NOTHING = { calendar_feeds: 0, links: 0, push_devices: 0, sessions: 0 }

test('a new password ends everything that the account let in, and is emailed', async () => {
  const person = await withAllWaysIn()
  const body = { currentPassword: PASSWORD, newPassword: 'tarpon at dawn, again' }
  const { token } = await app.call(changePassword, { token: person.token, body, ip: networkAddress() })
  expect(await leftOf(person)).toEqual({ ...NOTHING, sessions: 1 })
  expect((await app.answer(getMe, { token })).status).toBe(200)
  expect((await app.answer(readCalendarFeed, { params: { token: person.feed } })).status).toBe(404)
  expect(await app.call(getCalendarFeed, { token })).toEqual({ feed: null })
  expect(await readMails(app, person.email, 'password-changed')).toHaveLength(1)
})

test('signing out everywhere does, and removing a person', async () => {
  const [one, other] = [await withAllWaysIn(), await withAllWaysIn()]
  await app.call(logoutEverywhere, { token: one.token })
  expect(await leftOf(one)).toEqual(NOTHING)
  await app.request('PUT', addressOf(setUserStatus, { params: { id: other.id }, query: { isActive: 'false' } }), {
    token: await anAdmin(app),
  })
  expect(await leftOf(other)).toEqual(NOTHING)
})

test('turning two-step sign-in on ends all but the session that did it, and is emailed', async () => {
  const person = await withAllWaysIn()
  const setUp = { token: person.token, body: { password: PASSWORD }, ip: networkAddress() }
  const { secret } = await app.call(setUpSecondFactor, setUp)
  const bits = Array.from(secret, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const key = Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map((byte) => Number.parseInt(byte, 2)),
  )
  await app.call(confirmSecondFactor, { token: person.token, body: { code: totp(key, stepAt(app.clock.now())) } })
  expect(await leftOf(person)).toEqual({ ...NOTHING, sessions: 1 })
  expect((await app.answer(getMe, { token: person.token })).status).toBe(200)
  expect((await app.answer(getMe, { token: person.other })).status).toBe(401)
  expect(await readMails(app, person.email, 'second-factor-on')).toHaveLength(1)
})
