import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { inTransaction } from '../../database/transaction.ts'
import { type Angler, aHold, anAdmin, anAngler, aPayment, networkAddress } from '../../testing/builders.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { ledgerDifferences } from './ledger.rules.ts'
import { judgeCharge } from './quickbooks-answers.ts'

let app: TestApp
let angler: Angler
let date: string
const openDates = ['2027-05-17','2027-05-18','2027-05-20','2027-05-21','2027-05-22','2027-05-24','2027-05-25','2027-05-27','2027-05-28','2027-05-29','2027-05-31','2027-06-01','2027-06-03','2027-06-04','2027-06-05','2027-06-07','2027-06-08','2027-06-10','2027-06-11','2027-06-12','2027-06-14','2027-06-15','2027-06-17','2027-06-18','2027-06-19','2027-06-21','2027-06-22','2027-06-24']
const all = [...openDates]

beforeAll(async () => {
  app = await startTestApp({ patience: { answerWithinMs: 600, callMs: 1500 } })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.simulator.control('POST', '/reset')
  angler = await anAngler(app)
  date = openDates.shift()!
})
type Body = ReturnType<typeof aPayment>
const send = (body: unknown, token = angler.token, path = '/api/bookings/payment') =>
  app.call('POST', path, { token, body, ip: networkAddress() })
async function aPaidFor(wish: { guests?: number; cardName?: string; change?: (body: Body) => void } = {}) {
  const guests = wish.guests ?? 2
  const holdId = await aHold(app, angler.token, { date, guests })
  const body = aPayment(holdId, await app.simulator.cardToken(wish.cardName), { date, guests })
  wish.change?.(body)
  return { holdId, body }
}
async function ledger() {
  const { body } = await app.call('GET', '/api/admin/ledger/check', { token: await anAdmin(app) })
  return body
}
const current = async () => (await app.call('GET', '/api/bookings/holds/current', { token: angler.token })).body
const attemptsOf = (holdId: string) => app.database.db.selectFrom('payment_attempts').selectAll().where('hold_id', '=', holdId).orderBy('id').execute()
async function run(minutes: number, stepSeconds = 31) {
  for (let s = 0; s < minutes * 60; s += stepSeconds) { app.clock.advance({ seconds: stepSeconds }); await app.app.runJobs() }
}

test('A1 NUL or lone surrogate in phone / termsVersion', async () => {
  const { body } = await aPaidFor()
  const out: unknown[] = []
  for (const change of [{ phone: '863\u0000555' }, { phone: '863\ud800' }, { termsVersion: '\u0000' }])
    { const r = await send({ ...body, bookingData: { ...body.bookingData, ...change } }); out.push([r.status, r.body.error]) }
  console.log('A1', JSON.stringify(out))
})

test('A2 the same declined request repeated (parallel and in series, same token)', async () => {
  const { holdId, body } = await aPaidFor({ cardName: 'emulate=10401' })
  const replies = await Promise.all(Array.from({ length: 20 }, () => send(body)))
  const rows = await attemptsOf(holdId)
  console.log('A2', JSON.stringify({ statuses: replies.map((r) => r.status), messages: [...new Set(replies.map((r) => r.body.message))], attempts: rows.map((r) => [r.outcome, r.last_problem]), calls: await app.simulator.calls('charge') }))
})

test('A3 wrong realm on /payments/tokens', async () => {
  const { testCard } = await import('../../testing/simulator-control.ts')
  const r = await app.call('POST', '/api/payments/tokens?realmId=123', { token: angler.token, body: { card: testCard() } })
  console.log('A3', r.status, JSON.stringify(r.body))
})

test('A4 confirmed, later cancelled by the admin: what current says', async () => {
  const { body } = await aPaidFor()
  const paid = await send(body)
  await inTransaction(app.database.db, app.clock, async (tx) => { await tx.updateTable('bookings').set({ status: 'CANCELLED' }).where('id', '=', paid.body.booking.id).execute() })
  const c = await current()
  console.log('A4', JSON.stringify(c.attempt), c.booking.status, JSON.stringify((await send(body)).status))
})

test('A5 a void whose answer is lost', async () => {
  const { holdId, body } = await aPaidFor()
  await app.simulator.fault({ operation: 'charge', fault: 'lost-answer', times: 1 })
  await app.simulator.fault({ operation: 'void', fault: 'lost-answer', times: 1 })
  const told = await send(body)
  await inTransaction(app.database.db, app.clock, async (tx) => { await tx.updateTable('bookings').set({ status: 'CANCELLED' }).where('id', '=', told.body.booking.id).execute() })
  await run(20)
  const [a] = await attemptsOf(holdId)
  console.log('A5', told.status, JSON.stringify({ outcome: a!.outcome, problem: a!.last_problem, review: a!.needs_review_at, ledger: await ledger() }))
})

test('A6 the provider cancels the charge by itself before the replay', async () => {
  const { holdId, body } = await aPaidFor()
  await app.simulator.fault({ operation: 'charge', fault: 'lost-answer', times: 1 })
  const told = await send(body)
  const charges = (await app.simulator.ledger()).charges as unknown as { id: string }[]
  await app.simulator.control('POST', `/charges/${charges.at(-1)!.id}/risk-void`)
  await run(2)
  const [a] = await attemptsOf(holdId)
  const l = await ledger()
  console.log('A6', told.status, a!.outcome, (await current()).booking.status, JSON.stringify(l))
  // put books right for later tests
  await app.database.pool.query('alter table payment_attempts disable trigger payment_attempts_outcome_is_final')
  await app.database.db.updateTable('payment_attempts').set({ outcome: 'VOIDED' }).where('id', '=', a!.id).execute().catch(async () => {
    await inTransaction(app.database.db, app.clock, async (tx) => { await tx.updateTable('payment_attempts').set({ outcome: 'VOIDED' }).where('id', '=', a!.id).execute() })
  })
  await app.database.pool.query('alter table payment_attempts enable trigger payment_attempts_outcome_is_final')
})

test('A7 an attempt whose settlement throws (card token sealed with another key)', async () => {
  const { holdId, body } = await aPaidFor()
  await app.simulator.fault({ operation: 'charge', fault: 'lost-request', times: 1 })
  const told = await send(body)
  await app.database.pool.query("update payment_attempts set card_token_encrypted = decode(repeat('00', 60), 'hex') where hold_id = $1", [holdId])
  await run(60)
  const [a] = await attemptsOf(holdId)
  console.log('A7', told.status, JSON.stringify({ outcome: a!.outcome, tries: a!.tries, review: a!.needs_review_at, problem: a!.last_problem, age: (app.clock.now().getTime() - a!.started_at.getTime()) / 60000 }))
  await app.database.pool.query('update payment_attempts set card_token_encrypted = null where hold_id = $1', [holdId])
  // end it
  await inTransaction(app.database.db, app.clock, async (tx) => { await tx.updateTable('payment_attempts').set({ outcome: 'NOT_CHARGED', outcome_at: app.clock.now(), outcome_code: 'x' }).where('id', '=', a!.id).execute() })
})

test('A8 an attempt of another environment without a booking: pending? other holds?', async () => {
  const { holdId, body } = await aPaidFor()
  // as after a kill right after the attempt was written: hang, then forget the process's lease
  await app.simulator.fault({ operation: 'charge', fault: 'hang', times: 1 })
  const paying = send(body)
  await eventually(async () => (await app.simulator.calls('charge')) === 1)
  await app.database.pool.query("update payment_attempts set environment = 'sandbox', leased_until = $2 where hold_id = $1", [holdId, app.clock.now()])
  await app.app.runJobs()
  const [a] = await attemptsOf(holdId)
  console.log('A8 before answer', JSON.stringify({ booking: a!.booking_id, review: a!.needs_review_at }))
  await paying
  await inTransaction(app.database.db, app.clock, async (tx) => { await tx.updateTable('payment_attempts').set({ environment: 'simulator', outcome: 'NOT_CHARGED', outcome_at: app.clock.now(), outcome_code: 'x', card_token_encrypted: null }).where('hold_id', '=', holdId).execute() }).catch((e) => console.log(String(e)))
})

test('A9 ledger: two charges under one Request-Id', () => {
  const sums = { captured: 70000, kept: 70000, refunded: 0, failures: 0, unresolved: 0 }
  const attempt = { requestId: 'r', amountCents: 70000, outcome: 'CAPTURED' as const, chargeId: 'c1' }
  const charge = (id: string) => ({ id, requestId: 'r', capturedCents: 70000, netCents: 70000 })
  console.log('A9', JSON.stringify(ledgerDifferences(sums, [attempt], [charge('c1'), charge('c2')])))
})

test('A10 judgeCharge oddities', () => {
  const e = (status: number, ...codes: object[]) => judgeCharge({ status, text: JSON.stringify({ errors: codes }) }, 100).kind
  console.log('A10', JSON.stringify({
    '500+PMT-5000': e(500, { code: 'PMT-5000' }),
    '503+PMT-4000': e(503, { code: 'PMT-4000', detail: 'x' }),
    '200+PMT-4000': e(200, { code: 'PMT-4000', detail: 'x' }),
    'PMT-2000 then PMT-1000': e(400, { code: 'PMT-2000' }, { code: 'PMT-1000', message: 'accepted but the reversal failed' }),
    'PMT-4000 then PMT-6000': e(400, { code: 'PMT-4000', detail: 'card.cvc' }, { code: 'PMT-6000' }),
    'Token is invalid. without detail': judgeCharge({ status: 400, text: JSON.stringify({ errors: [{ code: 'PMT-4000', message: 'Token is invalid.' }] }) }, 100),
  }))
})

test('A11 realm changes between reading it and charging', async () => {
  const { holdId, body } = await aPaidFor()
  const client = await app.database.pool.connect()
  await client.query("select pg_advisory_lock(1, $1::date - date '2000-01-01')", [date])
  const paying = send(body)
  await eventually(async () => (await client.query("select count(*)::int n from pg_locks where locktype='advisory' and not granted")).rows[0].n >= 1)
  const form = new URLSearchParams({ client_id: 'simulator-client', redirect_uri: 'http://localhost:3000/quickbooks/callback', response_type: 'code', scope: 'com.intuit.quickbooks.payment', state: 'x', decision: 'approve', realm: '9130357219886406533' })
  const consent = await fetch(`${app.simulator.url}/connect/oauth2`, { method: 'POST', redirect: 'manual', body: form })
  const code = new URL(consent.headers.get('location')!).searchParams.get('code')!
  console.log('connect', await app.app.merchant.connect({ code, realmId: '9130357219886406533', redirectUri: 'http://localhost:3000/quickbooks/callback' }))
  await client.query('select pg_advisory_unlock_all()')
  client.release()
  const paid = await paying
  const [a] = await attemptsOf(holdId)
  const charge = ((await app.simulator.ledger()).charges as unknown as { requestId: string; realmId: string }[]).find((c) => c.requestId === a!.request_id)
  console.log('A11', paid.status, JSON.stringify({ attemptRealm: a!.realm_id, charge }))
  // back
  form.set('realm', '9341452819930471201')
  const again = await fetch(`${app.simulator.url}/connect/oauth2`, { method: 'POST', redirect: 'manual', body: form })
  await app.app.merchant.connect({ code: new URL(again.headers.get('location')!).searchParams.get('code')!, realmId: '9341452819930471201', redirectUri: 'http://localhost:3000/quickbooks/callback' })
})

test('A12 refresh in flight while the owner connects another company', async () => {
  await app.database.db.updateTable('merchant_connections').set({ access_expires_at: app.clock.now() }).execute()
  await app.simulator.fault({ operation: 'refresh', fault: 'slow-after', times: 1, delayMs: 1500 })
  const refreshing = app.app.merchant.access()
  await new Promise((r) => setTimeout(r, 300))
  const form = new URLSearchParams({ client_id: 'simulator-client', redirect_uri: 'http://localhost:3000/quickbooks/callback', response_type: 'code', scope: 'com.intuit.quickbooks.payment', state: 'x', decision: 'approve', realm: '9130357219886406533' })
  const consent = await fetch(`${app.simulator.url}/connect/oauth2`, { method: 'POST', redirect: 'manual', body: form })
  await app.app.merchant.connect({ code: new URL(consent.headers.get('location')!).searchParams.get('code')!, realmId: '9130357219886406533', redirectUri: 'http://localhost:3000/quickbooks/callback' })
  await refreshing
  const status = await app.app.merchant.status()
  const { body } = await aPaidFor()
  const paid = await send(body)
  const charge = ((await app.simulator.ledger()).charges as unknown as { requestId: string; realmId: string }[]).at(-1)
  console.log('A12', status.realmId, paid.status, paid.body?.booking?.paymentData?.metadata?.realmId, 'charged at', charge?.realmId)
  form.set('realm', '9341452819930471201')
  const again = await fetch(`${app.simulator.url}/connect/oauth2`, { method: 'POST', redirect: 'manual', body: form })
  await app.app.merchant.connect({ code: new URL(again.headers.get('location')!).searchParams.get('code')!, realmId: '9341452819930471201', redirectUri: 'http://localhost:3000/quickbooks/callback' })
})

test('A13 invalid_client at a refresh', async () => {
  await app.database.db.updateTable('merchant_connections').set({ access_expires_at: app.clock.now() }).execute()
  await app.simulator.fault({ operation: 'refresh', fault: 'unauthorized', times: 1 })
  const first = await app.app.merchant.access()
  const second = await app.app.merchant.access()
  console.log('A13', JSON.stringify([first, second.kind, (await app.app.merchant.status())]))
  const form = new URLSearchParams({ client_id: 'simulator-client', redirect_uri: 'http://localhost:3000/quickbooks/callback', response_type: 'code', scope: 'com.intuit.quickbooks.payment', state: 'x', decision: 'approve', realm: '9341452819930471201' })
  const again = await fetch(`${app.simulator.url}/connect/oauth2`, { method: 'POST', redirect: 'manual', body: form })
  await app.app.merchant.connect({ code: new URL(again.headers.get('location')!).searchParams.get('code')!, realmId: '9341452819930471201', redirectUri: 'http://localhost:3000/quickbooks/callback' })
})

test('A14 six live holds an address, asked at once on different days', async () => {
  const people = await Promise.all(all.slice(0, 20).map(() => anAngler(app)))
  const replies = await Promise.all(people.map((p, i) => app.call('POST', '/api/bookings/holds', { token: p.token, ip: '198.51.100.77', body: { selectedDate: ['2027-07-01','2027-07-02','2027-07-03','2027-07-05','2027-07-06','2027-07-08','2027-07-09','2027-07-10','2027-07-12','2027-07-13','2027-07-15','2027-07-16','2027-07-17','2027-07-19','2027-07-20','2027-07-22','2027-07-23','2027-07-24','2027-07-26','2027-07-27'][i], numberOfGuests: 4 } })))
  console.log('A14', replies.filter((r) => r.status === 201).length, 'live holds from one address')
})

test('A15 a deposit of nothing: another package later', async () => {
  await app.database.db.updateTable('booking_config').set({ deposit_per_guest_cents: 0 }).execute()
  const holdId = await aHold(app, angler.token, { date })
  await app.database.db.updateTable('booking_config').set({ deposit_per_guest_cents: 35_000 }).execute()
  const body = aPayment(holdId, '', { date, amount: 0 })
  const first = await send({ ...body, paymentData: { ...body.paymentData, paymentToken: null } })
  const second = await send({ ...body, bookingData: { ...body.bookingData, packageType: 'STANDARD' }, paymentData: { ...body.paymentData, paymentToken: null } })
  console.log('A15', first.status, second.status, second.body.booking?.packageType ?? second.body.error)
})

test('A16 the customer is mailed every outcome: cancelled while unknown, then voided; captured after cancelled: owner', async () => {
  const { holdId, body } = await aPaidFor()
  await app.simulator.fault({ operation: 'charge', fault: 'lost-answer', times: 1 })
  const told = await send(body)
  await inTransaction(app.database.db, app.clock, async (tx) => { await tx.updateTable('bookings').set({ status: 'CANCELLED' }).where('id', '=', told.body.booking.id).execute() })
  await run(5)
  const [a] = await attemptsOf(holdId)
  const { rows } = await app.database.pool.query("select kind, to_email from outbox_mails where params->>'attemptId' = $1", [String(a!.id)])
  console.log('A16', a!.outcome, JSON.stringify(rows))
})

test('A17 ledger of more than a million dollars', async () => {
  const before = await ledger()
  const { holdId, body } = await aPaidFor()
  await send(body)
  const client = await app.database.pool.connect()
  await client.query('alter table payment_attempts disable trigger all')
  await client.query('update payment_attempts set amount_cents = 100000100 where hold_id = $1', [holdId])
  const r = await app.call('GET', '/api/admin/ledger/check', { token: await anAdmin(app) })
  console.log('A17', before.balanced, JSON.stringify(before.differences), r.status, JSON.stringify(r.body))
  await client.query('update payment_attempts set amount_cents = 70000 where hold_id = $1', [holdId])
  await client.query('alter table payment_attempts enable trigger all')
  client.release()
})

test('A18 ledger under load', async () => {
  const admin = await anAdmin(app)
  let wrong = 0, checks = 0, done = false
  let sample = ''
  const checking = (async () => { while (!done) { const { body } = await app.call('GET', '/api/admin/ledger/check', { token: admin }); checks++; if (!body.balanced) { wrong++; sample = JSON.stringify(body.differences) } } })()
  for (let i = 0; i < 12; i++) {
    const d = all[i + 14]!
    const people = await Promise.all([anAngler(app), anAngler(app), anAngler(app)])
    await Promise.all(people.map(async (p) => {
      const r = await app.call('POST', '/api/bookings/holds', { token: p.token, ip: networkAddress(), body: { selectedDate: d, numberOfGuests: 1 } })
      if (r.status !== 201) return
      await send(aPayment(r.body.holdId, await app.simulator.cardToken(), { date: d, guests: 1 }), p.token)
    }))
  }
  done = true; await checking
  console.log('A18', { checks, wrong, sample, after: (await ledger()).balanced })
})

test('A19 cost of the range', async () => {
  await app.call('GET', '/api/bookings/availability/range?startDate=2027-01-01&endDate=2027-12-31')
  const t = performance.now()
  for (let i = 0; i < 20; i++) await app.call('GET', '/api/bookings/availability/range?startDate=2027-01-01&endDate=2027-12-31')
  const year = (performance.now() - t) / 20
  const t2 = performance.now()
  for (let i = 0; i < 20; i++) await app.call('GET', '/api/bookings/availability/2027-06-01')
  console.log('A19 ms a year', year.toFixed(1), 'ms a day', ((performance.now() - t2) / 20).toFixed(1))
})

test('A20 odd requests and the shape of failures', async () => {
  const out: unknown[] = []
  for (const [m, p] of [['GET', '/api/%zz'], ['GET', '/api/bookings/availability/%E0%A4%A'], ['GET', `/api/bookings/${'9'.repeat(300)}`], ['GET', '/api/admin/bookings?q=%00'], ['GET', '/api/bookings/availability/range?startDate=1900-01-01&endDate=1900-12-31']] as const) {
    const r = await app.call(m, p, { token: await anAdmin(app) })
    out.push([p.slice(0, 50), r.status, JSON.stringify(r.body).slice(0, 160)])
  }
  console.log('A20', JSON.stringify(out, null, 1))
})

test('A21 recaptcha: the same body sent twice', async () => {
  const other = await startTestApp({ settings: { RECAPTCHA_SITE_KEY: 'k', RECAPTCHA_SECRET_KEY: 's' } })
  const real = globalThis.fetch
  const used = new Set<string>()
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (!String(input).includes('google.com')) return real(input, init)
    const token = (init!.body as URLSearchParams).get('response')!
    if (used.has(token)) return new Response(JSON.stringify({ success: false, 'error-codes': ['timeout-or-duplicate'] }))
    used.add(token)
    return new Response(JSON.stringify({ success: true, score: 0.9, action: 'booking_payment', hostname: 'localhost' }))
  })
  try {
    const a = await anAngler(other)
    const holdId = await aHold(other, a.token, {})
    const body = { ...aPayment(holdId, await other.simulator.cardToken()), recaptcha: { recaptchaToken: 't1', recaptchaAction: 'booking_payment' } }
    const first = await other.call('POST', '/api/bookings/payment', { token: a.token, body })
    const second = await other.call('POST', '/api/bookings/payment', { token: a.token, body })
    console.log('A21', first.status, second.status, second.body.error ?? second.body.confirmationNumber)
  } finally {
    vi.unstubAllGlobals()
    await other.close()
  }
})
