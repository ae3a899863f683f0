import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { portal } from '@arcadia/contract/addresses'
import {
  beginTestBooking,
  cleanUpTestBooking,
  getGoingLive,
  type LiveLine,
  sayOpening,
  takeBackOpening,
} from '@arcadia/contract/admin/opening'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking, bookTest } from '../../testing/a-booking.ts'
import { aColleague, anAdmin } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { writeConformance } from '../provider/conformance-record.ts'
import { createOpening } from './opening.service.ts'

const SITE = 'https://arcadia.example.com'
const REDIRECT = SITE + portal.quickbooksCallback.href()

let app: TestApp
let owner: string
let ownerId: number
let dataDir: string
beforeAll(async () => {
  app = await startTestApp({ settings: { ADMIN_EMAIL: 'ray@example.com' } })
  owner = await anAdmin(app)
  dataDir = mkdtempSync(join(tmpdir(), 'going-live-'))
  const { db } = app.database
  ownerId = (await db.selectFrom('users').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()).id
})
afterAll(async () => {
  await app.close()
  rmSync(dataDir, { recursive: true })
})

interface Site {
  realm?: string | undefined
  /** What is wrong, by the name of the check. */
  wrong?: Record<string, string>
  /** Where the owner reads it. */
  origin?: string | undefined
  publicUrl?: string
}

/** The list of a site that takes real cards. */
async function real(site: Site = {}) {
  const { realm, wrong = {}, origin, publicUrl = SITE } = { realm: '9', origin: SITE, ...site }
  const opening = createOpening({
    db: app.database.db,
    clock: app.clock,
    smtpUrl: 'smtps://mail.example.com',
    publicUrl,
    dataDir,
    environment: 'production',
    quickbooks: { redirectUri: REDIRECT },
    merchant: { findRealm: async () => realm },
    listChecks: () =>
      ['site', 'redirect-address', 'backup', 'lost-server', 'secret-files', 'mail-records', 'payments'].map((name) => ({
        name,
        ...(name !== 'payments' && { stopsOpening: true }),
        ...(name === 'backup' && { remedy: 'Run npm run backup once a day.' }),
        look: async () => ({
          about: `${name}: the last one was made today`,
          problems: wrong[name] ? [wrong[name]] : [],
        }),
      })),
  })
  const { lines } = await opening.goingLive(ownerId, origin)
  return (step: LiveLine['step']) => lines.find((one) => one.step === step)!
}

test('with pretend cards each line says what is to come, and nothing that needs real ones is ticked', async () => {
  const { lines } = await app.call(getGoingLive, { token: owner })
  expect(lines.filter(({ isSeen }) => isSeen)).toEqual([])
  expect(lines.map(({ title, says }) => `${title}: ${says}`)).toEqual([
    expect.stringMatching(/^The merchant account: Test cards only, .* apply at quickbooks\.intuit\.com\/payments, /),
    expect.stringMatching(/^The keys of your app: Make an app at developer\.intuit\.com, /),
    'The redirect address: Register exactly this for your app at Intuit:',
    expect.stringMatching(/^https: The site is at http:.*\. Whoever installed it gives it a domain with https\.$/),
    'A rehearsal with QuickBooks: This program has not met QuickBooks yet. Ask whoever installed the site to rehearse it with the sandbox.',
    'Email: Nothing goes out yet. Whoever installed the site sets up email.',
    expect.stringMatching(/^Prices and terms: Standard \$1,500\.00, .* Guests agree to the terms at http.*\/eula\.$/),
    'Two-step sign-in: Your password alone opens refunds and the bank account. Add a passkey, or a code.',
    'A backup: One is made each night. We check it when cards are real.',
    'The first real dollar: With real cards, you book a test day for $1.00 and get it back.',
  ])
})

test('only an owner reads it, also where the browser says strange things about where', async () => {
  for (const position of ['OFFICE', 'GUIDE'] as const) {
    const { token } = await aColleague(app, position)
    expect((await app.answer(getGoingLive, { token })).status).toBe(403)
  }
  for (const referer of ['x', 'https://', 'about:blank'])
    expect((await app.answer(getGoingLive, { token: owner, headers: { referer } })).status).toBe(200)
})

test('the account and the redirect address are seen by a connection, the keys also by what QuickBooks answers', async () => {
  const connected = await real()
  for (const step of ['CARDS', 'KEYS', 'REDIRECT'] as const) expect(connected(step).isSeen).toBe(true)
  expect(connected('REDIRECT')).toMatchObject({ says: `QuickBooks sends you back to ${REDIRECT}`, copies: null })

  const apart = await real({ realm: undefined })
  expect(apart('CARDS')).toMatchObject({ isSeen: false, says: 'QuickBooks is not connected.' })
  expect(apart('KEYS')).toMatchObject({ isSeen: true, says: 'QuickBooks knows them.' })
  expect(apart('REDIRECT')).toMatchObject({ isSeen: false, copies: REDIRECT })

  const refused = await real({ realm: undefined, wrong: { payments: 'QuickBooks rejects them' } })
  expect(refused('KEYS')).toMatchObject({ isSeen: false, problems: ['QuickBooks rejects them.'] })
  const elsewhere = await real({ wrong: { 'redirect-address': 'it is elsewhere' } })
  expect(elsewhere('REDIRECT')).toMatchObject({ isSeen: false, problems: ['It is elsewhere.'] })
})

test('https is seen only while it is read there', async () => {
  expect((await real())('HTTPS')).toMatchObject({ isSeen: true, says: `You read this at ${SITE}.` })
  for (const origin of [undefined, 'http://arcadia.example.com'])
    expect((await real({ origin }))('HTTPS')).toMatchObject({
      isSeen: false,
      says: `Open the portal at ${SITE}, so that this can be seen.`,
    })
  const plain = 'http://arcadia.example.com'
  expect((await real({ origin: plain, publicUrl: plain }))('HTTPS').isSeen).toBe(false)
  expect((await real({ wrong: { site: 'TRUST_PROXY: off' } }))('HTTPS')).toMatchObject({
    isSeen: false,
    problems: ['TRUST_PROXY: off.'],
  })
})

test('each thing of the server is told once: a backup and what the checks say of everything else', async () => {
  const fine = await real()
  expect(fine('BACKUP')).toMatchObject({ isSeen: true, says: 'The last one was made today.' })
  expect(fine('SERVER').isSeen).toBe(true)
  const alone = await real({ wrong: { 'lost-server': 'there is no recovery key' } })
  expect(alone('BACKUP')).toMatchObject({ isSeen: false, says: 'There is no recovery key.' })

  const wrong = await real({ wrong: { backup: 'no backup yet', 'secret-files': '.env can be read by others' } })
  expect(wrong('BACKUP')).toMatchObject({
    isSeen: false,
    says: 'No backup yet. Run npm run backup once a day.',
    at: { label: 'Backups', to: portal.configuration.backups.href() },
  })
  expect(wrong('SERVER')).toMatchObject({ isSeen: false, problems: ['.env can be read by others.'] })
})

test('email is ready once a test went out and the domain vouches for it, and the server is not blamed for that', async () => {
  const { db } = app.database
  const at = app.clock.now()
  await db
    .insertInto('outbox_mails')
    .values({
      kind: 'test-email',
      to_email: 'ray@example.com',
      params: '{}',
      created_at: at,
      next_try_at: at,
      waits_since: at,
      sent_at: at,
      urgency: 2,
    })
    .execute()
  expect((await real())('EMAIL')).toMatchObject({ isSeen: true })
  const wrong = { 'mail-records': "SPF: example.com doesn't say who may send its emails." }
  expect((await real({ wrong }))('EMAIL')).toMatchObject({
    isSeen: false,
    says: expect.stringContaining('Mail check says what to add'),
    action: null,
    at: { label: 'Mail check' },
  })
  expect((await real({ wrong }))('SERVER')).toMatchObject({ isSeen: true, problems: [] })
  await db.deleteFrom('outbox_mails').where('kind', '=', 'test-email').execute()
})

test('the rehearsal is seen once the sandbox showed everything', async () => {
  const at = new Date('2027-02-01T15:00:00Z')
  writeConformance(dataDir, { at, version: '1.0.0', seen: 15, facts: 16 })
  const says =
    "QuickBooks' sandbox was met on Monday, February 1, 2027: 15 of 16 facts seen. Don't take real cards until somebody has looked at the others."
  expect((await real())('SANDBOX')).toMatchObject({ isSeen: false, says })
  writeConformance(dataDir, { at, version: '1.0.0', seen: 16, facts: 16 })
  expect((await real())('SANDBOX').isSeen).toBe(true)
})

test("a second step is the asking owner's own, on and confirmed", async () => {
  const { db } = app.database
  const isSeen = async () => (await real())('SECOND_STEP').isSeen
  const colleague = await aColleague(app, 'OFFICE')
  const factor = (userId: number, confirmed_at: Date | null) =>
    db
      .insertInto('second_factors')
      .values({ user_id: userId, secret_encrypted: Buffer.from(''), created_at: app.clock.now(), confirmed_at })
      .execute()
  await factor(colleague.id, app.clock.now())
  await factor(ownerId, null)
  expect(await isSeen()).toBe(false)
  await db.updateTable('second_factors').set({ confirmed_at: app.clock.now() }).execute()
  expect(await isSeen()).toBe(true)
})

test('what is decided on the opening list is decided there: one press ticks prices in both, and another takes it back', async () => {
  expect((await real())('PRICES')).toMatchObject({ isSeen: false, action: { does: 'SAY' } })
  await app.call(sayOpening, { token: owner, params: { step: 'PRICES' } })
  expect((await real())('PRICES')).toMatchObject({ isSeen: true, action: { does: 'TAKE_BACK' } })
  for (let time = 1; time <= 2; time++) await app.call(takeBackOpening, { token: owner, params: { step: 'PRICES' } })
  expect((await real())('PRICES')).toMatchObject({ isSeen: false, action: { does: 'SAY' } })
  const { rows } = await app.database.pool.query(`select action from audit_entries where subject_id = 'PRICES'`)
  expect(rows.map(({ action }) => action)).toEqual(['configuration.looked-at', 'configuration.taken-back'])
})

test('the first dollar is seen once it was charged and its way back too, whatever guests have paid', async () => {
  const dollar = async () => (await real())('TEST_BOOKING')
  await aBooking(app)
  expect(await dollar()).toMatchObject({ isSeen: false, action: { does: 'BEGIN_TEST' } })
  const testIt = async () => bookTest(app, await app.call(beginTestBooking, { token: owner }))
  const cleanUp = () => app.call(cleanUpTestBooking, { token: owner })

  await testIt()
  expect(await dollar()).toMatchObject({ isSeen: false, action: { does: 'CLEAN_UP' } })
  // The money's way back is not known yet.
  for (const operation of ['void', 'refund']) await app.simulator.fault({ operation, fault: 'lost-request' })
  await app.answer(cleanUpTestBooking, { token: owner })
  expect((await dollar()).isSeen).toBe(false)
  await app.simulator.endFaults()
  await app.app.runJobs()
  await cleanUp()
  expect(await dollar()).toMatchObject({
    isSeen: true,
    action: null,
    says: '$1.00 was charged to your card, and canceled before it settled.',
  })

  await testIt()
  await app.simulator.control('POST', '/settle')
  await cleanUp()
  expect((await dollar()).says).toBe('$1.00 was charged to your card, and refunded.')
})
