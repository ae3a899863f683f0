import { updateMe } from '@arcadia/contract/accounts'
import { addressOf, portal } from '@arcadia/contract/addresses'
import { setStandardPackagePrice } from '@arcadia/contract/admin/configuration'
import { getDashboardOverview } from '@arcadia/contract/admin/dashboard'
import { getOpening, type OpeningLine, sayOpening, sendTestEmail } from '@arcadia/contract/admin/opening'
import { changeBusinessFacts } from '@arcadia/contract/business'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aColleague, anAdmin } from '../../testing/builders.ts'
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createOpening } from './opening.service.ts'

const OWNER = 'ray@example.com'

let app: TestApp
let mailServer: TestMailServer
let owner: string
beforeAll(async () => {
  mailServer = await startMailServer()
  app = await startTestApp({ settings: { SMTP_URL: mailServer.url, ADMIN_EMAIL: OWNER } })
  owner = await anAdmin(app)
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
})

async function line(step: OpeningLine['step'], at = app, token = owner): Promise<OpeningLine> {
  const { lines } = await at.call(getOpening, { token })
  return lines.find((one) => one.step === step)!
}

test('an empty business has nothing ticked, and each line says what was seen and leads to its page', async () => {
  const { isOpen, lines } = await app.call(getOpening, { token: owner })
  expect(isOpen).toBe(false)
  expect((await app.call(getDashboardOverview, { token: owner })).isOpeningOver).toBe(false)
  expect(lines.filter(({ isSeen }) => isSeen)).toEqual([])
  expect(lines.map(({ title, says }) => `${title}: ${says}`)).toEqual([
    'Email: Not tried yet.',
    'Card payments: Test cards only, so no card is charged. Whoever installed the site turns on real ones.',
    'Your prices: Standard $1,500.00, trophy $2,500.00, deposit $350.00 an angler.',
    'Your season and days off: Sun, May 16 to Sun, Sep 5. Closed Sundays and Wednesdays.',
    'What guests will ask: 23 questions, none answered yet.',
    'The waiver: Nobody signs one.',
    'Notifications on your phone: Off on all your devices.',
    'Your people: Only you so far.',
    'A test booking: Book a day on your site as a guest would, with your own email. The deposit is $1.00 an angler: pay it with the test card.',
  ])
})

test('email is ticked once the mail server took the test, and says why if it does not', async () => {
  mailServer.refuse(550)
  expect((await app.call(sendTestEmail, { token: owner })).lines[0]).toMatchObject({
    isSeen: false,
    says: `The test to ${OWNER} is on its way.`,
  })
  await app.app.runJobs()
  expect(await line('EMAIL')).toMatchObject({
    isSeen: false,
    says: expect.stringMatching(/^The test didn't go out\. .*this address can't get email/),
  })
  mailServer.refuse(451)
  await app.call(sendTestEmail, { token: owner })
  await app.app.runJobs()
  expect(await line('EMAIL')).toMatchObject({
    isSeen: false,
    says: expect.stringMatching(/^The test hasn't gone out yet\. Your mail server asked us/),
  })
  mailServer.refuse(undefined)
  const before = mailServer.received.length
  // Tries the one that waits.
  await app.call(sendTestEmail, { token: owner })
  await app.app.runJobs()
  expect(mailServer.received.slice(before).map(({ to }) => to)).toEqual([[OWNER]])
  expect(await line('EMAIL')).toMatchObject({
    isSeen: true,
    action: null,
    says: `Your mail server took the test to ${OWNER}.`,
  })
})

test('an address where nothing arrives is no email that works, and books no test', async () => {
  const local = await startTestApp({ settings: { SMTP_URL: mailServer.url } })
  try {
    const token = await anAdmin(local)
    const both = async () => {
      const { lines } = await local.call(getOpening, { token })
      return lines.filter(({ step }) => step === 'EMAIL' || step === 'TEST_BOOKING')
    }
    await local.call(sendTestEmail, { token })
    await local.app.runJobs()
    for (const seen of await both())
      expect(seen).toMatchObject({
        isSeen: false,
        says: 'Your account says admin@localhost, where nothing arrives.',
        action: { does: 'CHANGE_EMAIL', label: 'Put in your email' },
      })
    const currentPassword = 'a long enough password'
    await local.call(updateMe, { token, body: { email: OWNER, currentPassword } })
    for (const { says } of await both()) expect(says).toBe(`Open the link we sent to ${OWNER}, and it's your email.`)
    await local.database.db.updateTable('users').set({ email: OWNER, pending_email: null }).execute()
    expect(await both()).toMatchObject([
      { isSeen: false, says: 'Not tried yet.', action: { does: 'SEND_TEST' } },
      { isSeen: false, action: { does: 'BEGIN_TEST' } },
    ])
  } finally {
    await local.close()
  }
})

test('without a mail server no email can be tried, and the first address of an owner counts at once', async () => {
  const without = await startTestApp()
  try {
    const token = await anAdmin(without)
    await without.call(sendTestEmail, { token })
    const email = {
      isSeen: false,
      action: null,
      says: 'Nothing goes out yet. Whoever installed the site sets up email.',
    }
    expect(await line('EMAIL', without, token)).toMatchObject(email)
    expect(await line('TEST_BOOKING', without, token)).toMatchObject({ action: { does: 'CHANGE_EMAIL' } })
    const currentPassword = 'a long enough password'
    const move = (to: string) => without.call(updateMe, { token, body: { email: to, currentPassword } })
    expect(await move(OWNER)).toMatchObject({ email: OWNER, pendingEmail: null })
    expect(await line('EMAIL', without, token)).toMatchObject(email)
    expect(await line('TEST_BOOKING', without, token)).toMatchObject({ action: { does: 'BEGIN_TEST' } })
    expect(await move('june@example.com')).toMatchObject({ email: OWNER, pendingEmail: 'june@example.com' })
  } finally {
    await without.close()
  }
})

test('cards are real with a connected production account alone', async () => {
  const { db } = app.database
  const { id } = await db.selectFrom('users').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()
  const { merchant } = app.app.features
  const cards = async (environment: 'simulator' | 'sandbox' | 'production', findRealm = merchant.api.findRealm) => {
    const { lines, says } = await createOpening({
      db,
      clock: app.clock,
      smtpUrl: undefined,
      publicUrl: '',
      dataDir: '',
      quickbooks: { redirectUri: '' },
      listChecks: () => [],
      environment,
      merchant: { findRealm },
    }).get(id)
    return { ...lines.find(({ step }) => step === 'CARDS')!, meanwhile: says }
  }
  const realm = await merchant.api.findRealm()
  expect(realm).toBeDefined()
  for (const environment of ['simulator', 'sandbox'] as const)
    expect(await cards(environment)).toMatchObject({
      isSeen: false,
      isEssential: true,
      meanwhile: 'Booking can be tried before you open: with test cards, nobody is charged.',
    })
  expect(await cards('production', async () => undefined)).toMatchObject({
    isSeen: false,
    says: 'QuickBooks is not connected.',
  })
  expect(await cards('production')).toMatchObject({
    isSeen: true,
    says: `Cards go to QuickBooks company ${realm}.`,
    meanwhile: expect.stringMatching(/^Until then, guests can't book/),
  })
})

test('a saved page is a page that was looked at; what was not saved is ticked by saying so', async () => {
  await app.call(setStandardPackagePrice, { token: owner, body: { standardPackagePrice: 1600 } })
  expect(await line('PRICES')).toMatchObject({ isSeen: true, action: null })
  expect((await line('SEASON')).isSeen).toBe(false)
  for (const step of ['SEASON', 'WAIVER', 'PEOPLE'] as const) {
    expect((await line(step)).action).not.toBeNull()
    await app.call(sayOpening, { token: owner, params: { step } })
    await app.call(sayOpening, { token: owner, params: { step } })
    expect(await line(step)).toMatchObject({ isSeen: true, action: { does: 'TAKE_BACK' } })
  }
  expect((await line('PEOPLE')).says).toBe('You work alone.')
  const address = addressOf(sayOpening, { params: { step: 'CARDS' } })
  expect((await app.request('PUT', address, { token: owner })).status).toBe(400)
})

test('questions of guests are counted, the last ones named, and one link leads to the first that is left', async () => {
  await app.call(changeBusinessFacts, { token: owner, body: { phone: '863 555 0199', balanceByCash: true } })
  expect(await line('FACTS')).toMatchObject({
    isSeen: false,
    says: '21 of 23 not answered yet.',
    at: { label: 'Answer them', to: portal.configuration.businessCard.href({ card: 'contact' }) },
  })
  const most = {
    email: 'ray@example.com',
    meetingName: 'Dock 3',
    meetingPin: '27.2158, -81.8584',
    meetingDirections: 'Left at the oak.',
    tripEnds: '13:00',
    lunchPlace: 'at the pavilion',
    whatToBring: 'A hat.',
    balanceDueDays: 7,
    license: 'Licensed and insured in Florida',
    guideLicense: 'USCG 123456',
    guideAbout: 'Ray has fished here for 30 years.',
    answerTime: 'within a day',
    fishingLicense: 'No, ours covers you.',
    fish: 'Alligator gar and tilapia.',
    keepFish: 'No. All go back.',
    children: 'Eight and up, with a parent.',
    weather: 'We call it off for lightning.',
    bathroom: 'At the ramp.',
    tipping: 'Fifteen percent is usual.',
  }
  await app.call(changeBusinessFacts, { token: owner, body: most })
  expect(await line('FACTS')).toMatchObject({
    says: "Left: your guide's name and your guide's photo.",
    at: { label: 'Answer them', to: portal.configuration.businessCard.href({ card: 'guide' }) },
  })
})

test('whoever else works here or is invited is seen', async () => {
  await aColleague(app, 'OFFICE')
  expect((await line('PEOPLE')).says).toBe('1 more person is in the portal or invited.')
})

test('only an owner opens, once, and the list stays until an owner puts it away', async () => {
  for (const position of ['OFFICE', 'GUIDE'] as const) {
    const { token } = await aColleague(app, position)
    expect((await app.answer(sayOpening, { token, params: { step: 'OPENED' } })).status).toBe(403)
    for (const call of [getOpening, sendTestEmail] as const)
      expect((await app.answer(call, { token })).status).toBe(403)
  }
  const open = () => app.call(sayOpening, { token: owner, params: { step: 'OPENED' } })
  await open()
  expect(await open()).toMatchObject({ isOpen: true, isOver: false, says: 'You opened today.' })
  const isOver = async () => (await app.call(getDashboardOverview, { token: owner })).isOpeningOver
  expect(await isOver()).toBe(false)
  const putAway = () => app.call(sayOpening, { token: owner, params: { step: 'PUT_AWAY' } })
  await putAway()
  expect(await putAway()).toMatchObject({ isOpen: true, isOver: true })
  expect(await isOver()).toBe(true)
  const { rows } = await app.database.pool.query(`select action from audit_entries where action like 'configuration.%'`)
  expect(rows.map(({ action }) => action)).toEqual([
    'configuration.changed',
    'configuration.looked-at',
    'configuration.looked-at',
    'configuration.looked-at',
    'configuration.changed',
    'configuration.changed',
    'configuration.opened',
    'configuration.list-put-away',
  ])
})
