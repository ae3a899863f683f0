import { login, logout } from '@arcadia/contract/accounts'
import { API, addressOf } from '@arcadia/contract/addresses'
import { confirmItIsYou, confirmSecondFactor, getSecondFactor, setUserStatus } from '@arcadia/contract/admin/accounts'
import { listBookingNotes } from '@arcadia/contract/admin/bookings'
import { checkIn } from '@arcadia/contract/admin/check-ins'
import { getDashboard, getDaySheet, getGuideCalendar, streamOfficeNews } from '@arcadia/contract/admin/dashboard'
import { endDevice, listDevices } from '@arcadia/contract/admin/devices'
import { listManualPayments, listTakings, recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { listPasskeys, removePasskey, startPasskey, startPasskeyConfirmation } from '@arcadia/contract/admin/passkeys'
import { bookWalkUp } from '@arcadia/contract/admin/phone-bookings'
import { listOwnTips } from '@arcadia/contract/admin/tips'
import { makePayLink } from '@arcadia/contract/balance-links'
import { getBooking } from '@arcadia/contract/bookings'
import { endpoints } from '@arcadia/contract/catalog'
import { listDayMoves } from '@arcadia/contract/day-moves'
import { type Endpoint, ErrorBody, MAY_CALL } from '@arcadia/contract/endpoint'
import { refundBooking } from '@arcadia/contract/refunds'
import { listShares } from '@arcadia/contract/shares'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { aBooking } from '../testing/a-booking.ts'
import { aColleague, anAdmin, anAngler } from '../testing/builders.ts'
import { inProof } from '../testing/proof.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

/** Rules for every endpoint, generated from the contract: new endpoints are tested automatically. */

let app: TestApp
let customer: string
let admin: string
/** One caller of each role. */
let callers: Record<(typeof MAY_CALL)['signed-in'][number], () => Promise<{ token: string }>>
/** Tokens that were valid once: of an admin who signed out, and of a deactivated admin and customer. */
let ended: string[]
beforeAll(async () => {
  app = await startTestApp({ settings: { RATE_LIMITS: 'off' } })
  customer = (await anAngler(app)).token
  admin = await anAdmin(app)
  callers = {
    USER: () => anAngler(app),
    OWNER: () => aColleague(app, 'OWNER'),
    OFFICE: () => aColleague(app, 'OFFICE'),
    GUIDE: () => aColleague(app, 'GUIDE'),
  }
  const loggedOut = await anAdmin(app)
  await app.request('POST', logout.path, { token: loggedOut })
  const people = [await anAngler(app), await anAngler(app)]
  await app.database.db
    .updateTable('users')
    .set({ role: 'ADMIN', position: 'OWNER' })
    .where('id', '=', people[0]!.id)
    .execute()
  expect((await app.request('GET', getDashboard.path, { token: people[0]!.token })).status).toBe(200)
  for (const { id } of people)
    await app.request('PUT', addressOf(setUserStatus, { params: { id }, query: { isActive: 'false' } }), {
      token: admin,
    })
  ended = [loggedOut, ...people.map(({ token }) => token)]
})
afterAll(() => app.close())

const pathOf = (endpoint: Endpoint) =>
  endpoint.path
    .replace(':date', '2027-05-17')
    .replace('holds/:id', 'holds/00000000-0000-4000-8000-000000000000')
    .replace(/:\w+/g, '999999')
const callable = endpoints.filter((endpoint) => endpoint.response !== 'stream')
const nameOf = (endpoint: Endpoint) => ({
  name: `${endpoint.method} ${endpoint.path} (${endpoint.access})`,
  endpoint,
})
const named = callable.map(nameOf)
/** Includes streams: a refused stream ends. */
const guarded = endpoints.map(nameOf).filter(({ endpoint }) => !['public', 'anyone'].includes(endpoint.access))
const withBody = named.filter(({ endpoint }) => endpoint.body)

/** A fresh token for calls that end their own session. */
const tokenFor = async (endpoint: Endpoint) =>
  /\/(logout|logout-everywhere|password)$/.test(endpoint.path)
    ? (await anAngler(app)).token
    : ['owner', 'office', 'guide'].includes(endpoint.access)
      ? admin
      : customer

function expectErrorShape(body: unknown): void {
  expect(z.safeParse(ErrorBody, body).success).toBe(true)
}

describe('who may call', () => {
  test.each(guarded)('$name: refuses invalid tokens before it looks at the body', async ({ endpoint }) => {
    for (const token of [undefined, 'x', 'A'.repeat(43), ...ended]) {
      const reply = await app.request(endpoint.method, pathOf(endpoint), {
        token,
        body: endpoint.body && { nonsense: 1 },
      })
      expect(reply.status).toBe(401)
      expectErrorShape(reply.body)
    }
  })

  test.each(guarded)('$name: admits exactly the roles it is for', async ({ endpoint }) => {
    const may: readonly string[] = MAY_CALL[endpoint.access as keyof typeof MAY_CALL]
    for (const [who, make] of Object.entries(callers)) {
      // An open stream never ends, so only refusals are tested on streams.
      if (may.includes(who) && endpoint.response === 'stream') continue
      const reply = await app.request(endpoint.method, pathOf(endpoint), {
        token: (await make()).token,
        body: endpoint.body && { nonsense: 1 },
      })
      const isRefused = reply.status === 401 || reply.body.error === 'forbidden'
      expect(`${who}: ${isRefused ? reply.status : 'may'}`).toBe(`${who}: ${may.includes(who) ? 'may' : 403}`)
    }
  })

  const forOnly = (access: Endpoint['access']) =>
    guarded.filter(({ endpoint }) => endpoint.access === access).map(({ endpoint }) => endpoint.path)

  test('a guide can access the day and nothing else', () => {
    expect(new Set(forOnly('guide'))).toEqual(
      new Set([
        getDaySheet.path,
        getGuideCalendar.path,
        streamOfficeNews.path,
        checkIn.path,
        listBookingNotes.path,
        listManualPayments.path,
        listOwnTips.path,
        listShares.path,
        listTakings.path,
        bookWalkUp.path,
        makePayLink.path,
        confirmItIsYou.path,
        endDevice.path,
        listDevices.path,
        listPasskeys.path,
        startPasskey.path,
        removePasskey.path,
        startPasskeyConfirmation.path,
        getSecondFactor.path,
        confirmSecondFactor.path,
      ]),
    )
    for (const path of forOnly('signed-in')) expect(path).toMatch(/^\/api\/auth\//)
  })

  test('business settings are for owners', () => {
    // The office reads the business settings to see when a balance is overdue.
    for (const part of [
      'bookings/config',
      'quickbooks/oauth',
      'admin/business',
      'admin/notices',
      'admin/audit',
      'admin/waivers',
      'admin/people',
      'admin/backups',
    ])
      for (const { name } of guarded.filter(({ endpoint }) => endpoint.path.startsWith(API + part)))
        if (name !== 'GET /api/admin/business (office)') expect(name).toMatch(/\(owner\)$/)
  })
})

describe('invalid input', () => {
  test.each(withBody)('$name: names an unknown field', async ({ endpoint }) => {
    const reply = await app.request(endpoint.method, pathOf(endpoint), {
      token: await tokenFor(endpoint),
      body: { isAdmin: true },
    })
    // Even if the path names something that doesn't exist: input is validated first.
    expect(reply.status).toBe(400)
    expect(reply.body.details.map((detail: { path: string }) => detail.path)).toContain('isAdmin')
  })

  test.each(withBody)('$name: no JSON causes a server error', async ({ endpoint }) => {
    const token = await tokenFor(endpoint)
    const fields = fc.constantFrom(...fieldNames(endpoint), '__proto__', 'constructor')
    const awkward = fc.constantFrom(
      '',
      ' ',
      '\u0000',
      '\ud800',
      "' or 1=1 --",
      '<script>',
      '2027-02-30',
      '9'.repeat(400),
      1e308,
      -1,
      1.005,
      null,
      true,
      [],
      {},
    )
    const body = fc.oneof(fc.jsonValue(), fc.dictionary(fields, fc.oneof(awkward, fc.jsonValue()), { maxKeys: 8 }))
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const reply = await app.app.http.inject({
          method: endpoint.method,
          url: pathOf(endpoint),
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          payload: JSON.stringify(sent),
        })
        expect(reply.statusCode).toBeLessThan(500)
        if (reply.statusCode >= 400) expectErrorShape(reply.json())
      }),
      { numRuns: inProof(100, 5) },
    )
  })

  test('a refund with a misplaced or misspelled amount is refused, not paid in full', async () => {
    const { bookingId } = await aBooking(app, { date: '2027-06-17' })
    const path = addressOf(refundBooking, { params: { id: bookingId } })
    for (const reply of [
      await app.request('POST', path, { token: admin, body: { amount: 50 } }),
      await app.request('POST', `${path}?amuont=50`, { token: admin }),
      await app.request('POST', `${path}?amount=-50`, { token: admin }),
    ])
      expect(reply).toMatchObject({ status: 400, body: { error: 'invalid-input', details: [{}] } })
    const { body } = await app.request('GET', addressOf(getBooking, { params: { id: bookingId } }), { token: admin })
    expect(body.refundedAmount).toBe(0)
  })

  test('has a default message for fields without one in the contract', async () => {
    const { bookingId } = await aBooking(app, { date: '2027-06-18' })
    const record = async (amount: unknown) => {
      const body = { amount, method: 'CASH' }
      return (
        await app.request('POST', addressOf(recordManualPayment, { params: { id: bookingId } }), { token: admin, body })
      ).body.details
    }
    expect(await record('5')).toEqual([{ path: 'amount', message: "'amount' must be of type number." }])
    expect(await record(undefined)).toEqual([{ path: 'amount', message: "'amount' is missing." }])
    const { body } = await app.request('GET', addressOf(listDayMoves, { query: { size: 101 } }), { token: admin })
    expect(body.message).toBe("'size' must be at most 100.")
  })

  test('a malformed id is a 404', async () => {
    for (const id of ['0', '-1', '1.5', 'abc', '99999999999', '%00', '1%27'])
      expect(await app.request('GET', addressOf(getBooking, { params: { id } }), { token: customer })).toMatchObject({
        status: 404,
      })
  })

  test('an undecodable or overlong URL gets the standard error response', async () => {
    for (const path of [`${API}%zz`, addressOf(getBooking, { params: { id: '9'.repeat(300) } })]) {
      const reply = await app.app.http.inject({ url: path, headers: { authorization: `Bearer ${customer}` } })
      expect([400, 404]).toContain(reply.statusCode)
      expectErrorShape(reply.json())
    }
  })

  test.each(named.filter(({ endpoint }) => endpoint.method !== 'GET' && !endpoint.body))(
    '$name: a JSON content type without a body changes nothing',
    async ({ endpoint }) => {
      const answer = async (headers: Record<string, string>) => {
        const token = await tokenFor(endpoint)
        const { method } = endpoint
        const sent = { authorization: `Bearer ${token}`, ...headers }
        return (await app.app.http.inject({ method, url: pathOf(endpoint), headers: sent })).statusCode
      }
      expect(await answer({ 'content-type': 'application/json' })).toBe(await answer({}))
    },
  )

  const post = (payload: string | Buffer, type = 'application/json') =>
    app.app.http.inject({ method: 'POST', url: login.path, headers: { 'content-type': type }, payload })

  test('truncated or empty JSON, deep nesting and poisoned keys are refused', async () => {
    const nested = `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`
    for (const payload of ['{"a":', '', nested, '{"__proto__":{"x":1}}', '{"a":1e400}', 'null', '[]', '"x"']) {
      const reply = await post(payload)
      expect(reply.statusCode).toBe(400)
      expectErrorShape(reply.json())
    }
  })

  test('a body over 64 KiB is 413, a type other than JSON 415, an unknown path 404', async () => {
    expect((await post(JSON.stringify({ usernameOrEmail: 'x'.repeat(70_000) }))).statusCode).toBe(413)
    expect((await post('a=b', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
    expect((await post('x', 'text/plain')).statusCode).toBe(415)
    const missing = await app.request('GET', `${API}nothing`)
    expect(missing).toMatchObject({ status: 404, body: { error: 'not-found' } })
  })
})

function fieldNames(endpoint: Endpoint): string[] {
  const { properties = {} } = z.toJSONSchema(endpoint.body!, { io: 'input', unrepresentable: 'any' }) as {
    properties?: object
  }
  return Object.keys(properties)
}
