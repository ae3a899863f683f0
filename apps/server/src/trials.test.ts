import { addBookingNote } from '@arcadia/contract/admin/bookings'
import { checkLedger, getSeasonMoney } from '@arcadia/contract/admin/bookkeeping'
import { getDashboardOverview } from '@arcadia/contract/admin/dashboard'
import { sayOpening } from '@arcadia/contract/admin/opening'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { getAvailability } from '@arcadia/contract/availability'
import { createBookingQuery } from '@arcadia/contract/booking-queries'
import { refundBooking } from '@arcadia/contract/refunds'
import { publishWaiver } from '@arcadia/contract/waivers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataChecks, examine } from './checks/checks.ts'
import { seedConfig } from './features/configuration/configuration.service.ts'
import { aBooking } from './testing/a-booking.ts'
import { orderGift, payForGift } from './testing/a-gift.ts'
import { aColleague, anAdmin, OPEN_DATE, openDates } from './testing/builders.ts'
import { startMailServer, type TestMailServer } from './testing/mail-server.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'
import { demandOneEnvironment, OF_GUESTS, putTrialsAway } from './trials.ts'

/** Which tables say how the business is set up, who works here, and what they did. */
const OF_THE_BUSINESS = [
  'alarms_told',
  'audit_entries',
  'audit_values',
  'backup_settings',
  'backups',
  'book_comparisons',
  'booking_config',
  'business_facts',
  'calendar_feeds',
  'connection_attempts',
  'gallery_photos',
  'known_origins',
  // Of a trial's charges what the log of charges has, settled.
  'last_seen',
  'last_backup',
  'lost_charges',
  'mail_readings',
  'merchant_connections',
  'office_limits',
  'opening',
  'owner_notices',
  'passkey_challenges',
  'passkeys',
  'pictures',
  'push_devices',
  'push_keys',
  'rate_counters',
  'recovery_codes',
  'saved_replies',
  'schema_migrations',
  'second_factors',
  'server_key',
  'sessions',
  'sign_in_failures',
  'users',
  'waivers',
]

let mailServer: TestMailServer
let app: TestApp
beforeAll(async () => {
  mailServer = await startMailServer()
  app = await startTestApp({ settings: { SMTP_URL: mailServer.url } })
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
})

const caller = { firstName: 'Earl', lastName: 'Dugan', email: 'earl@example.com', phone: '(863) 555-0101' }
const trip = { numberOfGuests: 1, packageType: 'TROPHY' as const }
const enter = async (selectedDate: string) =>
  app.call(enterPhoneBooking, { token: await anAdmin(app), body: { selectedDate, ...trip, ...caller } })
const count = async (from: string) =>
  Number((await app.database.pool.query(`select count(*) from ${from}`)).rows[0].count)
const startWith = (environment: 'simulator' | 'sandbox' | 'production') =>
  demandOneEnvironment(app.database.db, environment)

test('every table is of guests, and goes with a trial, or of the business, and stays', async () => {
  const { rows } = await app.database.pool.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  expect([...OF_GUESTS, ...OF_THE_BUSINESS].sort()).toEqual(rows.map(({ relname }) => relname).sort())
})

test('a trial does not become real: the start with real cards names the way, and what was booked goes to nobody', async () => {
  const token = await anAdmin(app)
  await app.call(publishWaiver, { token, body: { text: 'You fish at your own risk. '.repeat(4), after: null } })
  const guide = await aColleague(app, 'GUIDE')
  await app.database.pool.query(
    `insert into links (token_hash, purpose, user_id, email, created_at, expires_at)
      select 'reset', 'RESET_PASSWORD', id, email, now(), '2099-01-01' from users where id = ${guide.id}`,
  )
  for (const environment of ['simulator', 'sandbox', 'production'] as const) await startWith(environment)

  const booking = await aBooking(app, { guests: 2 })
  await app.call(refundBooking, { token, params: { id: booking.bookingId }, query: { amount: 50 } })
  await app.call(addBookingNote, { token, params: { id: booking.bookingId }, body: { text: 'Likes snook.' } })
  await app.call(createBookingQuery, {
    token: booking.token,
    body: { bookingId: booking.bookingId, queryMessage: 'Is ten too young?' },
  })
  const paid = await payForGift(app, await orderGift(app))
  expect(paid.status).toBe(201)
  await enter(openDates()[4]!)
  await app.call(sayOpening, { token, params: { step: 'PUT_AWAY' } })
  for (const environment of ['simulator', 'sandbox'] as const) await startWith(environment)
  await expect(startWith('production')).rejects.toThrow(
    "QUICKBOOKS_ENVIRONMENT: got 'production', but this database is a trial: 2 bookings, 1 gift voucher, and 2 card payments with pretend money. Put them away first: npm run admin put-trials-away. Settings, prices, people, waiver and pictures stay.",
  )

  expect(await count('outbox_mails')).toBeGreaterThan(3)
  expect(await putTrialsAway(app.database.db, app.clock)).toBe('2 bookings, 1 gift voucher, and 2 card payments')
  await startWith('production')
  await app.app.runJobs()
  expect(mailServer.received).toEqual([])
  for (const table of OF_GUESTS) expect(await count(table), table).toBe(table === 'links' ? 1 : 0)
  expect(await app.call(getAvailability, { params: { date: OPEN_DATE } })).toMatchObject({
    existingBookings: 0,
    availableSpots: 4,
  })
  expect(await count('users where position is null')).toBe(0)
  expect(await count('waivers')).toBe(1)
  expect(await count('opening')).toBe(0)
  expect(await count(`sessions where user_id = ${guide.id}`)).toBe(1)
  const overview = await app.call(getDashboardOverview, { token })
  expect(overview).toMatchObject({ trips: [], money: { captured: 0 }, waiting: { bookingQueries: 0 } })
  expect(await app.call(checkLedger, { token })).toMatchObject({ captured: 0, lost: [], differences: [] })
  expect(await count(`lost_charges where environment = 'simulator'`)).toBe(2)
  expect((await app.call(getSeasonMoney, { token, query: { year: 2027 } })).moved).toEqual([])
  const findings = await examine(dataChecks(app.database.db, app.app.features))
  expect(findings.flatMap(({ problems }) => problems)).toEqual([])
  const again = await aBooking(app)
  expect(again.bookingId).toBeGreaterThan(booking.bookingId)
  await putTrialsAway(app.database.db, app.clock)
})

test('what is real does not become a trial: no start without real cards, and nothing to put away', async () => {
  await seedConfig(app.database.db, app.clock, 'production')
  for (const environment of ['simulator', 'sandbox', 'production'] as const) await startWith(environment)
  await enter(openDates()[5]!)
  await startWith('production')
  for (const environment of ['simulator', 'sandbox'] as const)
    await expect(startWith(environment)).rejects.toThrow(
      `QUICKBOOKS_ENVIRONMENT: got '${environment}', but what is booked in this database is real.`,
    )
  await expect(putTrialsAway(app.database.db, app.clock)).rejects.toThrow('it is no trial. Nothing was changed.')
  expect(await count('bookings')).toBe(1)
})

/** A payment of that environment for nothing in particular. */
const attempt = (environment: string, outcome: string | null) =>
  app.database.pool.query(
    `insert into payment_attempts (kind, user_id, request_id, environment, realm_id, amount_cents, booking_data, started_at,
      leased_until, next_try_at, outcome, outcome_at, charge_id, idempotency_key)
    select 'GIFT_VOUCHER', id, gen_random_uuid(), $1, 'realm', 5000, '{}', now(), now(), now(), $2::text,
      case when $2::text is not null then now() end,
      case when $2::text = 'CAPTURED' then gen_random_uuid()::text end, gen_random_uuid()::text from users order by id limit 1`,
    [environment, outcome],
  )

test('a real database with an old try of pretend money starts, and what was booked by phone is not put away', async () => {
  await attempt('sandbox', 'DECLINED')
  await startWith('production')
  await expect(putTrialsAway(app.database.db, app.clock)).rejects.toThrow(
    'put-trials-away: this site takes real cards, and has 1 booking, voucher or payment by hand that no pretend money paid, so it is no trial. Nothing was changed.',
  )
  await attempt('sandbox', 'CAPTURED')
  await startWith('production')
  await attempt('production', 'DECLINED')
  await startWith('production')
  await expect(startWith('sandbox')).rejects.toThrow('is real')
  await expect(putTrialsAway(app.database.db, app.clock)).rejects.toThrow(
    'this database took real cards (1 payment), so it is no trial. Nothing was changed.',
  )
  expect(await count('bookings')).toBe(1)
})

test('a declined pretend card keeps nobody from real cards; one whose money may be taken does', async () => {
  await app.database.pool.query(
    `begin; set local session_replication_role = replica; delete from payment_attempts;
    update booking_config set cards_are_real = false; commit`,
  )
  await putTrialsAway(app.database.db, app.clock)
  await attempt('simulator', 'DECLINED')
  await startWith('production')
  await attempt('simulator', null)
  await expect(startWith('production')).rejects.toThrow('this database is a trial')
  await putTrialsAway(app.database.db, app.clock)
  await startWith('production')
})

test('a real charge that only the log of charges knows is no trial, and stays open', async () => {
  await app.database.pool.query(
    `insert into lost_charges (request_id, environment, realm_id, charge_id, amount_cents, description, sent_at, found_at)
    values (gen_random_uuid(), 'production', 'realm', 'E1', 35000, 'Deposit', now(), now())`,
  )
  await expect(putTrialsAway(app.database.db, app.clock)).rejects.toThrow('took real cards (1 payment)')
  await expect(startWith('simulator')).rejects.toThrow('is real')
  expect(await count('lost_charges where settled_at is null')).toBe(1)
})

test('negative control: with payments that forget what they were made with, a trial becomes real and keeps its days', async () => {
  const site = await startTestApp()
  try {
    await aBooking(site, { guests: 2 })
    await expect(demandOneEnvironment(site.database.db, 'production')).rejects.toThrow('this database is a trial')
    await site.database.pool.query(
      `begin; set local session_replication_role = replica; update payment_attempts set environment = 'production'; commit`,
    )
    await demandOneEnvironment(site.database.db, 'production')
    expect(await site.call(getAvailability, { params: { date: OPEN_DATE } })).toMatchObject({ existingBookings: 2 })
  } finally {
    await site.close()
  }
})
