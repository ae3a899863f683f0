import { portal } from '@arcadia/contract/addresses'
import { correctBooking, getAdminBooking } from '@arcadia/contract/admin/bookings'
import { compareBooks, getSeasonMoney, listMoneyEntries } from '@arcadia/contract/admin/bookkeeping'
import { setTrophyPackagePrice } from '@arcadia/contract/admin/configuration'
import { getDaySheet } from '@arcadia/contract/admin/dashboard'
import { setDayGuide } from '@arcadia/contract/admin/day-guides'
import { changeOwnerNotices, getOwnerNotices } from '@arcadia/contract/admin/owner-notices'
import { listOwnTips, listTips, recordTipChargeback, refundTip, winTipChargeback } from '@arcadia/contract/admin/tips'
import { completeConnection } from '@arcadia/contract/merchant'
import { getReceipts, openReceipts } from '@arcadia/contract/receipts'
import { listRefundableFailures, refundBooking, refundFailure, resolveFailure } from '@arcadia/contract/refunds'
import { openTip, payTip, readTip } from '@arcadia/contract/tips'
import { addDays, venueDate } from '@arcadia/contract/trip-date'
import { getTrip, openTrip } from '@arcadia/contract/trips'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSession } from '../../http/sessions.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { type Angler, aColleague, anAdmin, networkAddress, openDates } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { consent, OTHER_REALM, REALM } from '../../testing/merchant-consent.ts'
import { readMails } from '../../testing/read-mail.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'
import { findUserByName } from '../accounts/accounts.writes.ts'

/** A tip for the day's guide, by card, apart from the trip (docs/rules.md §3.45). */

const OWNER = 'owner@tips.example'

let app: TestApp
let admin: string
let guide: Angler
let booking: Awaited<ReturnType<typeof aBooking>>
let date: string
let start: Date
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp({ settings: { BUSINESS_EMAIL: OWNER }, patience: { answerWithinMs: 3000, callMs: 6000 } })
  start = app.clock.now()
  admin = await anAdmin(app)
  guide = await aColleague(app, 'GUIDE')
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(start)
  await app.simulator.control('POST', '/reset')
  date = dates.shift()!
  // Two anglers with a Trophy package: $700 of $5,000 paid.
  booking = await aBooking(app, { date, guests: 2 })
})

const params = () => ({ params: { id: booking.bookingId } })
/** Midday of the trip at the venue, with sessions from that day. */
async function onTheDay() {
  app.clock.set(`${date}T17:00:00Z`)
  admin = await anAdmin(app)
  guide.token = await sessionOf(guide.username)
  booking.token = await sessionOf(booking.username)
}
const sessionOf = async (username: string) =>
  openSession(app.database.db, app.clock.now(), (await findUserByName(app.database.db, username))!)
const trip = () => app.call(getTrip, { token: booking.token, ...params() })
const groupToken = async () => (await trip()).groupUrl.split('#')[1]!
const stored = () => app.call(getAdminBooking, { token: admin, ...params() })
const tips = () => app.call(listTips, { token: admin, ...params() })
const own = (token = guide.token) => app.call(listOwnTips, { token })

const keyed = (key: string | undefined) => key !== undefined && { headers: { 'idempotency-key': key } }

interface Wish {
  amount?: number
  key?: string
  email?: string
  token?: string
  paymentToken?: string
  ip?: string
}
async function tip({ amount = 250, key, email = 'sam@tips.example', ip = networkAddress(), ...wish }: Wish = {}) {
  const paymentToken = wish.paymentToken ?? (await app.simulator.cardToken())
  const body = { token: wish.token ?? (await groupToken()), amount, name: 'Sam Reed', email, paymentToken }
  return app.answer(payTip, { body, ip, ...keyed(key) })
}
const refund = (id: number, { amount, key, token = admin }: { amount?: number; key?: string; token?: string } = {}) =>
  app.answer(refundTip, { token, params: { id }, body: { amount, description: 'A typo' }, ...keyed(key) })

test('three amounts of the site’s price, for the day’s guide, from the day of the trip on', async () => {
  const token = await groupToken()
  expect(await trip()).toMatchObject({ tip: null })
  expect(await app.answer(openTip, { body: { token }, ip: networkAddress() })).toMatchObject({
    status: 409,
    body: { error: 'tip-closed' },
  })
  expect(await tip()).toMatchObject({ status: 409, body: { error: 'tip-closed' } })
  await onTheDay()
  expect((await app.call(openTip, { body: { token }, ip: networkAddress() })).amounts).toEqual([100, 250, 500])
  const { tip: link } = await app.call(openTrip, { body: { token }, ip: networkAddress() })
  const { guide: name } = await app.call(openTip, { body: { token }, ip: networkAddress() })
  const { amounts, given, ...way } = link!
  expect(way).toEqual({ guide: name, url: expect.stringMatching(/.tip.[\w-]+#/) })
  expect({ amounts, given }).toEqual({ amounts: [100, 250, 500], given: [] })
  expect(link!.url).toContain(`#${token}`)
  const { parties } = await app.call(getDaySheet, { token: guide.token, params: { date } })
  expect(parties).toMatchObject([{ tip: way }])
})

test('the three amounts tell who has the group’s link nothing of the bill', async () => {
  await app.call(correctBooking, { token: admin, ...params(), body: { riders: 2 } })
  expect((await stored()).totalAmount).toBeGreaterThan(5000)
  await app.call(setTrophyPackagePrice, { token: admin, body: { trophyPackagePrice: 3000 } })
  await onTheDay()
  const asked = await app.call(openTip, { body: { token: await groupToken() }, ip: networkAddress() })
  expect(asked.amounts).toEqual([120, 300, 600])
  await app.call(setTrophyPackagePrice, { token: admin, body: { trophyPackagePrice: 2500 } })
})

test('it is no part of total, balance, refund or statement, has a column of its own, and the books add up', async () => {
  const before = await stored()
  await onTheDay()
  const { status, body } = await tip()
  expect(status).toBe(201)
  expect(body).toMatchObject({ amount: 250, status: 'CAPTURED' })
  const { totalAmount, paidAmount, pendingAmount, refundableAmount, charges } = before
  expect(await stored()).toMatchObject({ totalAmount, paidAmount, pendingAmount, refundableAmount, charges })
  expect(await tips()).toMatchObject([{ amount: 250, back: 0, refundable: 250, payer: 'Sam Reed' }])
  const { statement, receipts } = await app.call(getReceipts, { token: booking.token, ...params() })
  expect(statement).toMatchObject({ paid: 700, back: 0 })
  expect(receipts).toHaveLength(1)

  const year = Number(date.slice(0, 4))
  const money = await app.call(getSeasonMoney, { token: admin, query: { year } })
  expect(money.tips.at(-1)).toMatchObject({ month: date.slice(0, 7), kept: 250 })
  const received = money.moved.reduce((sum, one) => sum + one.received - one.givenBack, 0)
  const charged = money.cardVolume.reduce((sum, one) => sum + one.charged, 0)
  expect(money.bridge.moved).toBeCloseTo(received, 2)
  expect(charged).toBeGreaterThanOrEqual(received + 250)
  const { content } = await app.call(listMoneyEntries, { token: admin, query: { year, page: 0, size: 1 } as never })
  expect(content).toMatchObject([
    { kind: 'TIP', isTip: true, amount: 250, guest: 'Sam Reed', booking: { id: booking.bookingId } },
  ])
  expect(await checkBooks(app, admin)).toMatchObject({ balanced: true, failures: 0 })
  // What goes back of the booking takes nothing of the tip.
  await app.call(refundBooking, { token: admin, ...params(), query: {} })
  expect(await tips()).toMatchObject([{ back: 0, refundable: 250 }])
  expect(await stored()).toMatchObject({ refundedAmount: 700, refundableAmount: 0 })
})

test('whoever tipped gets a receipt to print by a link that shows nothing else', async () => {
  await onTheDay()
  const { receiptUrl } = (await tip({ email: 'receipt@tips.example' })).body
  const [mail] = await readMails(app, 'receipt@tips.example', 'tip-outcome')
  expect(mail!.subject).toBe('Your tip: $250.00')
  expect(mail!.text).toContain(receiptUrl)
  const token = receiptUrl!.split('#')[1]!
  const shown = await app.call(openReceipts, { body: { token }, ip: networkAddress() })
  expect(shown).toMatchObject({ statement: null, receipts: [{ what: 'Tip', amount: 250, payer: 'Sam Reed' }] })
  expect(JSON.stringify(shown)).not.toMatch(/Ada|totalAmount|pendingAmount/)
  for (const wrong of [`${token}x`, token.replace(/^\d+/, (id) => String(Number(id) + 1))])
    expect((await app.answer(openReceipts, { body: { token: wrong }, ip: networkAddress() })).status).toBe(404)
  expect((await app.answer(openTrip, { body: { token }, ip: networkAddress() })).status).toBe(404)
})

test('the owner is told of a tip once that is turned on, without a word of the trip’s money', async () => {
  await onTheDay()
  await tip()
  expect(await readMails(app, OWNER, 'tip-paid-notice')).toEqual([])
  const { notices } = await app.call(getOwnerNotices, { token: admin })
  await app.call(changeOwnerNotices, { token: admin, body: { ...notices, tip: true } })
  await tip({ amount: 40 })
  const [mail, ...more] = await readMails(app, OWNER, 'tip-paid-notice')
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    subject: expect.stringMatching(/^Tip for \w+: \$40\.00, from Sam Reed$/),
    replyTo: 'sam@tips.example',
  })
  expect(mail!.text).toContain(portal.bookings.href({ id: booking.bookingId }))
  expect(mail!.text).not.toMatch(/\$700|\$4,300|\$5,000|\$250/)
  await app.call(changeOwnerNotices, { token: admin, body: notices })
})

test('one press is one tip, however often it is sent; two friends tip at once', async () => {
  await onTheDay()
  const paymentToken = await app.simulator.cardToken()
  const presses = await Promise.all([1, 2, 3, 4].map(() => tip({ key: 'a-press', paymentToken })))
  expect(presses.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
  expect(presses.every(({ status }) => status < 300)).toBe(true)
  expect(await tip({ key: 'a-press', paymentToken, amount: 300 })).toMatchObject({
    status: 409,
    body: { error: 'key-reused' },
  })
  const friends = await Promise.all([tip({ amount: 20 }), tip({ amount: 30 })])
  expect(friends.map(({ status }) => status)).toEqual([201, 201])
  expect((await tips()).map(({ amount }) => amount).sort()).toEqual([20, 250, 30])
  expect(await checkBooks(app, admin)).toMatchObject({ balanced: true })
})

test('a declined card charges nothing and a lost answer is settled by itself; both are told', async () => {
  await onTheDay()
  const declined = await tip({ paymentToken: await app.simulator.cardToken('Decline') })
  expect(declined).toMatchObject({ status: 402, body: { error: 'card-declined' } })
  expect(await tips()).toEqual([])

  await app.simulator.fault({ operation: 'charge', fault: 'hang-after' })
  const token = await groupToken()
  const lost = await tip({ key: 'lost', token, email: 'lost@tips.example' })
  expect(lost).toMatchObject({ status: 202, body: { status: 'PROCESSING', receiptUrl: null } })
  expect(await tips()).toMatchObject([{ status: 'PROCESSING', refundable: 0 }])
  expect(await refund((await tips())[0]!.id)).toMatchObject({ status: 409, body: { error: 'nothing-to-refund' } })
  await app.simulator.endFaults()
  const ask = () => app.answer(readTip, { body: { token }, ip: networkAddress(), ...keyed('lost') })
  await eventually(async () => {
    app.clock.advance({ seconds: 31 })
    await app.app.runJobs()
    return (await ask()).body.status === 'CAPTURED'
  })
  expect(await tips()).toMatchObject([{ status: 'CAPTURED', amount: 250 }])
  expect(await readMails(app, 'lost@tips.example', 'tip-outcome')).toHaveLength(1)
  const other = await app.answer(readTip, { body: { token }, ip: networkAddress(), ...keyed('unknown') })
  expect(other).toMatchObject({ status: 404, body: { error: 'payment-not-found' } })
  expect(await checkBooks(app, admin)).toMatchObject({ balanced: true })
})

test('amounts outside $1 to $1,000 and other nonsense are refused with a field', async () => {
  await onTheDay()
  for (const amount of [0, 0.99, 1000.01, -5])
    expect(await tip({ amount })).toMatchObject({ status: 400, body: { error: 'invalid-input' } })
  expect(await tip({ email: 'nobody' })).toMatchObject({ status: 400, body: { error: 'invalid-input' } })
  expect(await tip({ token: 'wrong' })).toMatchObject({ status: 404, body: { error: 'trip-link-invalid' } })
  const { rows } = await app.database.pool.query(
    "select 1 from payment_attempts where kind = 'TIP' and amount_cents < 100",
  )
  expect(rows).toEqual([])
})

test('cards that are declined with the links of a trip end tips for it, and not its balance', async () => {
  await onTheDay()
  const card = () => app.simulator.cardToken('Decline')
  let last = await tip({ paymentToken: await card() })
  for (let tries = 0; last.status === 402 && tries < 12; tries += 1) last = await tip({ paymentToken: await card() })
  expect(last).toMatchObject({ status: 429, body: { error: 'too-many-declines' } })
})

test('the owner gives a tip back by itself, whole or in part, once a press', async () => {
  await onTheDay()
  const { id } = (await tip({ amount: 1000, email: 'typo@tips.example' })).body
  const before = await stored()
  const answers = await Promise.all([1, 2, 3].map(() => refund(id, { amount: 900, key: 'back' })))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(answers[0]!.body).toMatchObject({ success: true, message: '$900.00 was refunded.' })
  expect(await tips()).toMatchObject([{ amount: 1000, back: 900, refundable: 100 }])
  expect(await refund(id, { amount: 100.01 })).toMatchObject({ status: 409, body: { error: 'more-than-refundable' } })
  expect(await refund(id)).toMatchObject({ status: 200, body: { message: '$100.00 was refunded.' } })
  expect(await refund(id, { key: 'again' })).toMatchObject({ status: 409, body: { error: 'nothing-to-refund' } })
  const { paidAmount, refundedAmount, pendingAmount, refunds, forgivenAmount } = before
  expect(await stored()).toMatchObject({ paidAmount, refundedAmount, pendingAmount, refunds, forgivenAmount })
  expect((await readMails(app, 'typo@tips.example', 'tip-refunded')).map(({ subject }) => subject).sort()).toEqual([
    'Your tip is refunded: $100.00',
    'Your tip is refunded: $900.00',
  ])
  expect(await checkBooks(app, admin)).toMatchObject({ balanced: true })
})

test('a refund that QuickBooks turns down goes on the owner’s list, and is made from there', async () => {
  await onTheDay()
  const { id } = (await tip()).body
  await app.simulator.fault({ operation: 'refund', fault: 'refuse', times: 1 })
  expect(await refund(id)).toMatchObject({ status: 200, body: { success: false } })
  const issue = (await app.call(listRefundableFailures, { token: admin })).find(({ amount }) => amount === 250)!
  expect(issue).toMatchObject({ customer: 'Sam Reed', bookingId: null, actions: ['REFUND', 'DISMISSED'] })
  const [mail] = await readMails(app, OWNER, 'refund-refused')
  expect(mail!.text).toContain('A tip')
  expect(await app.call(refundFailure, { token: admin, params: { id: issue.id }, query: {} })).toMatchObject({
    success: true,
    failure: { message: 'Refunded.' },
  })
  expect(await tips()).toMatchObject([{ back: 250 }])
  expect(await checkBooks(app, admin)).toMatchObject({ balanced: true })
})

test('of a refund that nothing confirms anymore, the owner says that it went through', async () => {
  const connect = async (realm: string) =>
    app.call(completeConnection, { token: admin, query: await consent(app, admin, realm) })
  await onTheDay()
  const { id } = (await tip()).body
  await app.simulator.fault({ operation: 'refund', fault: 'hang-after', times: 1 })
  expect(await refund(id)).toMatchObject({ status: 200, body: { success: false } })
  await connect(OTHER_REALM)
  const find = async () =>
    (await app.call(listRefundableFailures, { token: admin })).find(({ amount }) => amount === 250)
  await eventually(async () => {
    await app.app.runJobs()
    app.clock.advance({ seconds: 10 })
    return (await find()) !== undefined
  })
  const issue = (await find())!
  expect(issue).toMatchObject({ kind: 'NEEDS_REVIEW', actions: ['REFUNDED', 'NOT_REFUNDED'] })
  await app.call(resolveFailure, { token: admin, params: { id: issue.id }, body: { outcome: 'REFUNDED' } })
  expect(await tips()).toMatchObject([{ back: 250, refundable: 0 }])
  await connect(REALM)
  expect(await checkBooks(app, admin)).toMatchObject({ balanced: true })
})

test('a tip that the bank took back has nothing left to give back, until the dispute is won', async () => {
  await onTheDay()
  const { id } = (await tip()).body
  const body = { amount: 250, takenOn: venueDate(app.clock.now()), description: 'Case 7' }
  const take = () => app.answer(recordTipChargeback, { token: admin, params: { id }, body })
  expect((await Promise.all([take(), take()])).map(({ status }) => status).sort()).toEqual([204, 409])
  expect(await tips()).toMatchObject([{ back: 250, isChargedBack: true, refundable: 0 }])
  expect(await refund(id)).toMatchObject({ status: 409 })
  expect(await checkBooks(app, admin)).toMatchObject({ balanced: true })
  const win = () => app.answer(winTipChargeback, { token: admin, params: { id } })
  expect([(await win()).status, (await win()).status]).toEqual([204, 404])
  expect(await tips()).toMatchObject([{ back: 0, isChargedBack: false, refundable: 250 }])
  expect(await checkBooks(app, admin)).toMatchObject({ balanced: true })
})

test('a guide sees own tips and no other money; only an owner gives one back', async () => {
  await onTheDay()
  const other = await aColleague(app, 'GUIDE')
  const setGuide = (token: string, guideId: number | null) =>
    app.answer(setDayGuide, { token, params: { date }, body: { guideId } })
  expect((await setGuide(guide.token, guide.id)).status).toBe(403)
  expect((await setGuide(admin, 999_999)).status).toBe(400)
  // Two guides, and nobody set: the tip is nobody's yet known.
  expect((await trip()).tip).toMatchObject({ guide: null })
  expect((await setGuide(admin, guide.id)).status).toBe(204)
  const sheet = await app.call(getDaySheet, { token: admin, params: { date } })
  expect(sheet.guide).toMatchObject({ id: guide.id })
  expect(sheet.choices.map(({ id }) => id)).toEqual(expect.arrayContaining([guide.id, other.id]))
  const { id } = (await tip({ amount: 40 })).body
  expect((await own())[0]).toMatchObject({ id, kept: 40, selectedDate: date })
  expect(await own(other.token)).toEqual([])
  const office = await aColleague(app, 'OFFICE')
  for (const { token } of [guide, office]) expect((await refund(id, { token })).status).toBe(403)
  expect((await app.answer(listTips, { token: guide.token, ...params() })).status).toBe(403)
  expect((await app.answer(listOwnTips, { token: booking.token })).status).toBe(403)
  await refund(id, { amount: 15 })
  expect((await own())[0]).toMatchObject({ id, kept: 25 })
  app.clock.set(`${addDays(date, 31)}T18:00:00Z`)
  expect(await own(await sessionOf(guide.username))).toEqual([])
})

test('a refund of a tip that was made in QuickBooks is found, taken into the books once, and changes nothing of the trip', async () => {
  const compared = async () => {
    await app.call(compareBooks, { token: admin })
    await app.app.runJobs()
    const items = await app.call(listRefundableFailures, { token: admin })
    return items.filter(({ customer }) => customer === 'Sam Reed')
  }
  await onTheDay()
  const [part, whole] = [(await tip()).body, (await tip({ amount: 40 })).body]
  const before = await stored()
  const { charges } = await app.simulator.ledger()
  const [first, second] = charges.slice(-2).map(({ id }) => id) as [string, string]
  await app.simulator.control('POST', `/charges/${first}/refund`, { amount: '70.00' })
  await app.simulator.control('POST', `/charges/${second}/risk-void`)
  const listed = await compared()
  expect(listed.map(({ actions }) => actions)).toEqual([
    ['REFUNDED', 'DISMISSED'],
    ['REFUNDED', 'DISMISSED'],
  ])
  const resolve = (id: number) =>
    app.answer(resolveFailure, { token: admin, params: { id }, body: { outcome: 'REFUNDED' } })
  for (const { id } of listed) {
    const twice = await Promise.all([resolve(id), resolve(id)])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
  }
  expect(await tips()).toMatchObject([
    { id: part.id, back: 70, refundable: 180 },
    { id: whole.id, back: 40, refundable: 0 },
  ])
  const { paidAmount, refundedAmount, pendingAmount, refunds, forgivenAmount } = before
  expect(await stored()).toMatchObject({ paidAmount, refundedAmount, pendingAmount, refunds, forgivenAmount })
  expect(await compared()).toEqual([])
  expect(await checkBooks(app, admin)).toMatchObject({ balanced: true, differences: [] })
})

test('its guest reads on any device what they gave, as far as it was kept; a friend’s tip nobody reads', async () => {
  await onTheDay()
  const { email } = await stored()
  await tip({ amount: 20, email: 'friend@tips.example' })
  const { body } = await tip({ amount: 100, email: email!.toUpperCase() })
  const given = async () => (await trip()).tip!.given
  expect(await given()).toEqual([{ amount: 100, receiptUrl: body.receiptUrl }])
  const byLink = await app.call(openTrip, { body: { token: await groupToken() }, ip: networkAddress() })
  expect(byLink.tip!.given).toEqual([])
  const { tips: papers, receipts } = await app.call(getReceipts, { token: booking.token, ...params() })
  expect(papers).toMatchObject([{ what: 'Tip', amount: 100 }])
  expect(receipts).toHaveLength(1)
  await refund(body.id, { amount: 60 })
  await eventually(async () => (await given())[0]?.amount === 40)
  await refund(body.id)
  await eventually(async () => (await given()).length === 0)
})
