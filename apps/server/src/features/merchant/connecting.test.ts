import {
  completeConnection,
  createConnectTicket,
  disconnectMerchant,
  getConnectionStatus,
  startConnection,
} from '@arcadia/contract/merchant'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../database/transaction.ts'
import { openSession } from '../../http/sessions.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, OPEN_DATE } from '../../testing/builders.ts'
import { consent as consentTo, OTHER_REALM, REALM } from '../../testing/merchant-consent.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const status = () => app.call(getConnectionStatus, { token: admin })
const ticketFor = async (token: string) => (await app.call(createConnectTicket, { token })).ticket
const go = (ticket: string) => app.answer(startConnection, { query: { ticket } })
const callback = (answer: Record<string, string>, token: string | undefined = admin) =>
  app.request('GET', `${completeConnection.path}?${new URLSearchParams(answer)}`, { token })
const consent = (token: string, realm?: string) => consentTo(app, token, realm)
const disconnect = (realmId: string) => app.answer(disconnectMerchant, { token: admin, query: { realmId } })

async function anotherAdmin(): Promise<string> {
  const { db } = app.database
  const now = app.clock.now()
  const { id } = await db
    .insertInto('users')
    .values({
      username: `second${now.getTime()}${++others}`,
      email: `second${++others}@example.com`,
      password_hash: '-',
      first_name: 'Sam',
      last_name: 'Second',
      phone_number: '555-0100',
      role: 'ADMIN',
      position: 'OWNER',
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return openSession(db, now, { id, role: 'ADMIN' })
}
let others = 0

test('the owner disconnects and reconnects, and both are in the audit log', async () => {
  const gone = await disconnect(REALM)
  expect(gone).toMatchObject({ status: 200, body: { success: true, status: { isConnected: false } } })
  expect(await app.simulator.calls('revoke')).toBe(1)
  expect(await disconnect(REALM)).toMatchObject({ status: 409, body: { error: 'merchant-not-connected' } })

  const answer = await consent(admin)
  expect(await callback(answer)).toMatchObject({
    status: 200,
    body: { success: true, message: 'QuickBooks connected successfully' },
  })
  expect(await status()).toMatchObject({ isConnected: true, realmId: REALM, needsRefresh: false, endsSoon: false })
  const { rows } = await app.database.pool.query('select action from audit_entries order by id')
  expect(rows.map(({ action }) => action)).toEqual(['merchant.disconnected', 'merchant.connected'])

  const again = await callback(answer)
  expect(again).toMatchObject({ status: 409, body: { error: 'oauth-already-used' } })
  expect(again.body.message).toContain('already been used')
  expect(await status()).toMatchObject({ isConnected: true })
})

test("an attacker cannot connect: each attempt is refused without an exchange and doesn't spend the owner's attempt", async () => {
  const mallory = await anotherAdmin()
  const answer = await consent(admin)
  const theirs = await consent(mallory, OTHER_REALM)
  const before = await app.simulator.calls('exchange')
  for (const [name, attack, token] of [
    ['made-up state', { ...answer, state: 'x' }, admin],
    ["another admin's state", { ...theirs }, admin],
    ["one's own code under another's state", { ...theirs, state: answer.state }, mallory],
    ['no session', answer, ''],
  ] as const) {
    const reply = await callback(attack, token)
    expect([401, 409], name).toContain(reply.status)
    expect(reply.body.message, name).not.toContain('already been used')
  }
  for (const name of ['code', 'realmId', 'state']) {
    const reply = await callback(Object.fromEntries(Object.entries(answer).filter(([key]) => key !== name)))
    expect(reply).toMatchObject({ status: 400, body: { message: 'Missing required OAuth parameters' } })
  }
  expect(await app.simulator.calls('exchange')).toBe(before)
  expect(await status()).toMatchObject({ realmId: REALM })
  expect((await callback(answer)).status).toBe(200)
})

test('fifty concurrent callbacks exchange the code once', async () => {
  const answer = await consent(admin)
  const before = await app.simulator.calls('exchange')
  const replies = await Promise.all(Array.from({ length: 50 }, () => callback(answer)))
  expect(await app.simulator.calls('exchange')).toBe(before + 1)
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await app.app.features.merchant.api.refresh()).kind).toBe('granted')
})

test('every owner is emailed at once when payments go to another company, with both named', async () => {
  await anotherAdmin()
  const before = (await readMails(app, 'admin@localhost', 'change-of-rule')).length
  expect((await callback(await consent(admin, OTHER_REALM))).status).toBe(200)
  const second = `second${others}@example.com`
  for (const to of ['admin@localhost', second]) {
    const told = await readMails(app, to, 'change-of-rule')
    const by = to === second ? 'An owner' : 'You'
    const sentence = `${by} connected the QuickBooks company ending in ${OTHER_REALM.slice(-4)} in place of the QuickBooks company ending in ${REALM.slice(-4)}.`
    expect(told.at(-1)!.text).toContain(sentence)
    expect(told).toHaveLength(to === second ? 1 : before + 1)
  }
  expect((await callback(await consent(admin, REALM))).status).toBe(200)
})

test("'already been used' is not returned for another realm, to another admin, or after a disconnect", async () => {
  const answer = await consent(admin)
  await callback(answer)
  expect(await callback({ ...answer, realmId: OTHER_REALM })).toMatchObject({ body: { error: 'oauth-state-invalid' } })
  expect(await callback(answer, await anotherAdmin())).toMatchObject({ body: { error: 'oauth-state-invalid' } })
  await disconnect(REALM)
  expect(await callback(answer)).toMatchObject({ body: { error: 'oauth-state-invalid' } })
  expect((await callback(await consent(admin))).status).toBe(200)
})

test('a ticket works once, within a minute; a state within ten', async () => {
  const ticket = await ticketFor(admin)
  expect((await go(ticket)).status).toBe(302)
  expect(await go(ticket)).toMatchObject({ status: 409, body: { error: 'connect-ticket-invalid' } })
  const old = await ticketFor(admin)
  const answer = await consent(admin)
  app.clock.advance({ minutes: 1 })
  expect((await go(old)).status).toBe(409)
  app.clock.advance({ minutes: 9 })
  expect(await callback(answer)).toMatchObject({ status: 409, body: { error: 'oauth-state-invalid' } })
})

test('a refused code connects nothing and keeps the current connection', async () => {
  const answer = await consent(admin)
  expect(await callback({ ...answer, code: 'never-issued' })).toMatchObject({
    status: 502,
    body: { error: 'oauth-refused' },
  })
  expect(await status()).toMatchObject({ isConnected: true, realmId: REALM })
})

test('with an unsettled payment the company cannot be changed or disconnected, and the error names the payment', async () => {
  const { confirmationNumber, bookingId } = await aBooking(app, { date: OPEN_DATE })
  await inTransaction(app.database.db, app.clock, (tx) =>
    sql`insert into payment_attempts (user_id, kind, idempotency_key, booking_id, request_id, environment, realm_id, amount_cents,
        booking_data, started_at, leased_until, next_try_at)
      select user_id, 'BALANCE', gen_random_uuid(), booking_id, gen_random_uuid(), environment, realm_id, amount_cents, booking_data,
        started_at, leased_until, next_try_at from payment_attempts where booking_id = ${bookingId}`.execute(tx),
  )
  for (const reply of [await disconnect(REALM), await callback(await consent(admin, OTHER_REALM))])
    expect(reply).toMatchObject({
      status: 409,
      body: { error: 'payment-in-progress', message: expect.stringContaining(confirmationNumber) },
    })
  expect((await callback(await consent(admin))).status).toBe(200)
})
