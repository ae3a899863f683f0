import { addresses } from '@arcadia/contract/addresses'
import {
  listGiftVouchers,
  makeGiftVoucher,
  setVoucherExpiry,
  showVoucherCode,
  voidGiftVoucher,
} from '@arcadia/contract/admin/gift-vouchers'
import { cancelBooking } from '@arcadia/contract/bookings'
import { sendFreshLink } from '@arcadia/contract/fresh-links'
import { openVoucherLink, redeemOnBooking, redeemOnHold } from '@arcadia/contract/gift-vouchers'
import { openGift, sendGift } from '@arcadia/contract/gifts'
import { getCurrentHold } from '@arcadia/contract/holds'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { formatDayInWords } from '@arcadia/contract/trip-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { orderGift, payForGift } from '../../testing/a-gift.ts'
import { aHold, anAdmin, anAngler, networkAddress, openDates } from '../../testing/builders.ts'
import { untilWaiting } from '../../testing/queued-behind.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
})
afterAll(() => app.close())

type Made = WireInput<typeof makeGiftVoucher>['body']

async function aGift(more: Partial<Made> = {}) {
  const body = { amount: 500, senderName: 'Sam', recipientName: 'Robin', ...more }
  const { id } = await app.call(makeGiftVoucher, { token: admin, body })
  const { code } = await app.call(showVoucherCode, { token: admin, params: { id } })
  return { id, code }
}
const open = (code: string, ip = networkAddress()) => app.answer(openGift, { body: { code }, ip })
const ask = (link: string) => app.answer(sendFreshLink, { body: { link }, ip: networkAddress() })

let made = 0
/** A gift that was emailed, and the link in the email. */
async function emailed(more: Partial<Made> = {}) {
  const to = `robin.${++made}@example.com`
  const gift = await aGift({ recipientEmail: to, ...more })
  await app.app.features.giftVouchers.api.send()
  const [mail] = await readMails(app, to)
  return { ...gift, to, mail }
}

test('whoever has the code opens it without an account, typed in any way, and uses nothing by it', async () => {
  const { code } = await aGift({ words: 'Go fish' })
  const ways = [code, code.toLowerCase(), code.replaceAll('-', ' ')]
  for (const way of ways)
    expect(await open(way)).toMatchObject({
      status: 200,
      body: { senderName: 'Sam', recipientName: 'Robin', words: 'Go fish', code, left: 500, status: 'GOOD', uses: [] },
    })
})

test('a wrong code is not found, and twenty from one network end guessing there, for a right one too', async () => {
  const { code } = await aGift()
  const ip = networkAddress()
  for (let tries = 0; tries < 25; tries++) expect((await open(code, ip)).status).toBe(200)
  for (let tries = 0; tries < 20; tries++) expect((await open('WXYZ-2345-ABCD-6789', ip)).status).toBe(404)
  expect((await open('WXYZ-2345-ABCD-6789', ip)).status).toBe(429)
  expect((await open(code, ip)).status).toBe(429)
})

test.each([
  [{ amount: 3000, trip: { packageType: 'STANDARD', numberOfGuests: 2 } } as const, 'a Standard trip for 2 anglers on'],
  [{ amount: 500 }, '$500.00 toward a morning of trophy fishing on'],
])('a gift from two, %o, says what it is, and counts nobody who gives it', async (gift, says) => {
  const { mail } = await emailed({ ...gift, senderName: 'Grandma and Grandpa Wojciechowski', words: 'Go fish' })
  const text = mail!.text.replace(/\s+/g, ' ')
  expect(text).toContain(`Hello Robin, Grandma and Grandpa Wojciechowski gave you ${says} the Peace River with`)
  expect(text).toContain('With these words: > Go fish')
  expect(mail!.subject).toBe('A gift from Grandma and Grandpa Wojciechowski')
  expect(text.match(/Wojciechowski/g)).toHaveLength(1)
})

test('the email greets by name and leads to the gift by button and QR code; its id does not tell the code', async () => {
  const { code, mail } = await emailed({ words: 'Go fish' })
  const [, id, token] = /\/gift\/([\w-]+)#([\w-]+)/.exec(mail!.text) ?? []
  expect(token).toBe(code)
  expect(mail).toMatchObject({ subject: 'A gift from Sam', picture: 'gift-cypress', qr: expect.stringContaining(code) })
  expect(mail!.qr!.endsWith(addresses.gift.href({ id: id!, token: token! }))).toBe(true)
  expect(mail!.text).toContain('Hello Robin,')
  expect(mail!.text).toContain('With these words:\n> Go fish')
  expect(mail!.html).toContain('See your gift')
  expect(mail!.html.match(/class="button"/g)).toHaveLength(1)
})

test('a link that was cut brings a fresh one to the recipient, and none before the gift was sent', async () => {
  const { to, mail } = await emailed()
  const [, id] = /\/gift\/([\w-]+)#/.exec(mail!.text) ?? []
  await ask(id!)
  expect(await readMails(app, to)).toHaveLength(2)

  const waiting = `waiting.${++made}@example.com`
  const { id: voucherId } = await aGift({ recipientEmail: waiting, sendOn: '2030-12-24' })
  const { rows } = await app.database.pool.query('select code_digest from gift_vouchers where id = $1', [voucherId])
  expect((await ask(rows[0].code_digest.toString('base64url').slice(0, 12))).status).toBe(202)
  expect(await readMails(app, waiting)).toEqual([])
})

test('one that paid for a trip says for which, and one that ended says so', async () => {
  const angler = await anAngler(app)
  const date = dates.shift()!
  const { bookingId: id } = await aBooking(app, { angler, date })
  const { code } = await aGift({ amount: 150 })
  await app.call(redeemOnBooking, { token: angler.token, params: { id }, body: { code }, ip: networkAddress() })
  const use = { bookingId: id, tripDate: date, amount: 150 }
  const used = { status: 'USED', left: 0 }
  expect((await open(code)).body).toMatchObject({ ...used, uses: [{ ...use, isCanceled: false }] })
  await app.call(cancelBooking, { token: angler.token, params: { id } })
  expect((await open(code)).body).toMatchObject({ ...used, uses: [{ ...use, isCanceled: true }] })

  const expired = await aGift()
  const past = { params: { id: expired.id }, body: { expiresOn: '2020-01-01' } }
  await app.call(setVoucherExpiry, { token: admin, ...past })
  expect((await open(expired.code)).body).toMatchObject({ status: 'EXPIRED', expiresOn: '2020-01-01' })

  const ended = await aGift()
  await app.call(voidGiftVoucher, { token: admin, params: { id: ended.id }, body: { reason: 'Lost' } })
  expect((await open(ended.code)).body.status).toBe('VOID')
})

test('one that a hold has says so and until when, and is good again when the hold ends', async () => {
  const now = app.clock.now()
  const angler = await anAngler(app)
  const { code } = await aGift({ amount: 8000 })
  const hold = await aHold(app, angler.token, { date: dates.shift()! })
  const body = { code, packageType: 'TROPHY' } as const
  const { covered } = await app.call(redeemOnHold, {
    token: angler.token,
    params: { id: hold },
    body,
    ip: networkAddress(),
  })
  const { hold: held } = await app.call(getCurrentHold, { token: angler.token })
  const part = { amount: covered, until: held!.expiresAt }
  expect((await open(code)).body).toMatchObject({ status: 'GOOD', left: 8000 - covered, uses: [], setAside: part })

  const { code: small } = await aGift({ amount: 150 })
  await app.call(redeemOnHold, {
    token: angler.token,
    params: { id: hold },
    body: { ...body, code: small },
    ip: networkAddress(),
  })
  const whole = { amount: 150, until: held!.expiresAt }
  expect((await open(small)).body).toMatchObject({ status: 'USED', left: 0, uses: [], setAside: whole })
  expect((await open(code)).body).toMatchObject({ left: 8000, setAside: null })

  app.clock.set(new Date(held!.expiresAt).toISOString())
  expect((await open(small)).body).toMatchObject({ status: 'GOOD', left: 150, uses: [], setAside: null })
  app.clock.set(now)
})

test('a gift whose hold goes while it is read is as it was before, not used up', async () => {
  const angler = await anAngler(app)
  const { code } = await aGift({ amount: 150 })
  const hold = await aHold(app, angler.token, { date: dates.shift()! })
  await app.call(redeemOnHold, {
    token: angler.token,
    params: { id: hold },
    body: { code, packageType: 'TROPHY' },
    ip: networkAddress(),
  })
  const other = await app.database.pool.connect()
  try {
    await other.query('begin')
    await other.query(`select set_config('app.now', $1, true)`, [app.clock.now().toISOString()])
    await other.query('lock table bookings')
    const reading = open(code)
    await untilWaiting(app, 1)
    await other.query('update holds set released_at = created_at where id = $1', [hold])
    await other.query('commit')
    expect((await reading).body).toMatchObject({ status: 'USED', left: 0, setAside: { amount: 150 } })
  } finally {
    other.release(true)
  }
  expect((await open(code)).body).toMatchObject({ status: 'GOOD', left: 150, setAside: null })
})

const sendTo = (token: string, recipientEmail: string, sendOn = '') =>
  app.answer(sendGift, { body: { token, recipientEmail, sendOn } })
const send = () => app.app.features.giftVouchers.api.send()

test('whoever gives it says where it is emailed and on which day, changes that until it is sent, and it is sent once', async () => {
  const now = app.clock.now()
  const [wrong, right] = [`wrong.${++made}@example.com`, `right.${made}@example.com`]
  const link = await orderGift(app, {})
  expect((await sendTo(link.token, right)).body).toMatchObject({ error: 'voucher-not-good' })
  await payForGift(app, link)
  expect(await sendTo(link.token, wrong, '2027-12-20')).toMatchObject({
    status: 200,
    body: { recipientEmail: wrong, sendOn: '2027-12-20', sentAt: null },
  })
  await sendTo(link.token, wrong)
  await sendTo(link.token, '', '2027-12-20')
  expect((await sendTo(link.token, right, '2027-12-24')).body).toMatchObject({ sendOn: '2027-12-24' })

  app.clock.set('2027-12-24T13:59:00Z')
  await send()
  expect(await readMails(app, right)).toEqual([])
  app.clock.set('2027-12-24T14:00:00Z')
  await Promise.all([send(), send(), send()])
  expect(await readMails(app, right)).toHaveLength(1)
  expect(await readMails(app, wrong)).toEqual([])
  for (const to of [right, ''])
    expect(await sendTo(link.token, to)).toMatchObject({ status: 409, body: { error: 'gift-sent' } })
  app.clock.set(now)
})

test('once it is emailed, it is emailed again to another address at once, with the same code, three times a day', async () => {
  const at = (name: string) => `${name}.${made}@example.com`
  made++
  const link = await orderGift(app, { recipientEmail: at('typo') })
  await payForGift(app, link)
  await send()
  const [first] = await readMails(app, at('typo'))
  expect(await sendTo(link.token, at('right'), '2030-12-24')).toMatchObject({
    status: 200,
    body: { recipientEmail: at('right'), sendOn: null, sentAt: null },
  })
  await Promise.all([send(), send()])
  const mails = await readMails(app, at('right'))
  const codeIn = (text: string) => /#([\w-]+)/.exec(text)?.[1]
  expect(mails.map(({ text }) => codeIn(text))).toEqual([codeIn(first!.text)])
  for (const status of [200, 200, 429]) {
    expect((await sendTo(link.token, at(`more.${status}.${made++}`))).status).toBe(status)
    await send()
  }
})

test('a gift that is void or put off by the moment it is sent goes to nobody', async () => {
  const now = app.clock.now()
  const [void_, later] = [`void.${++made}@example.com`, `later.${made}@example.com`]
  const link = await orderGift(app, { recipientEmail: void_, sendOn: '2027-12-24' })
  await payForGift(app, link)
  const { content } = await app.call(listGiftVouchers, { token: admin, query: { q: void_ } })
  await app.call(voidGiftVoucher, { token: admin, params: { id: content[0]!.id }, body: { reason: 'Refunded' } })
  expect(await sendTo(link.token, later)).toMatchObject({
    status: 409,
    body: { error: 'voucher-void', message: 'This gift was canceled.' },
  })

  expect(await app.answer(openVoucherLink, { body: { token: link.token } })).toMatchObject({
    status: 409,
    body: { error: 'voucher-void' },
  })

  const other = await orderGift(app, { recipientEmail: later, sendOn: '2027-12-24' })
  await payForGift(app, other)
  // Listed as due already, and changed before it is marked.
  app.clock.set('2027-12-24T15:00:00Z')
  const [, answer] = await Promise.all([send(), sendTo(other.token, later, '2028-01-01')])
  await send()
  const mails = await readMails(app, later)
  expect([answer.status, mails.length]).toEqual(answer.status === 200 ? [200, 0] : [409, 1])
  expect(await readMails(app, void_)).toEqual([])
  app.clock.set(now)
})

test('a gift that paid for a trip before its day is not emailed as a fresh one, and its giver reads what it went to', async () => {
  const now = app.clock.now()
  const to = `early.${++made}@example.com`
  const buyerEmail = `giver.${made}@example.com`
  const link = await orderGift(app, { amount: 150, recipientEmail: to, sendOn: '2027-12-24', buyerEmail })
  const { code } = (await payForGift(app, link)).body
  const linked = () => app.call(openVoucherLink, { body: { token: link.token } })
  expect(await linked()).toMatchObject({ left: 150, uses: [] })

  const angler = await anAngler(app)
  const tried = dates.shift()!
  const hold = await aHold(app, angler.token, { date: tried })
  await app.call(redeemOnHold, {
    token: angler.token,
    params: { id: hold },
    body: { code: code!, packageType: 'TROPHY' },
    ip: networkAddress(),
  })
  const setAside = await linked()
  expect(setAside).toMatchObject({ isSetAside: true, uses: [] })
  expect(JSON.stringify(setAside), "which day somebody looks at is that guest's").not.toContain(tried)

  const date = dates.shift()!
  const { bookingId: id } = await aBooking(app, { angler, date })
  await app.call(redeemOnBooking, { token: angler.token, params: { id }, body: { code: code! }, ip: networkAddress() })
  expect(await linked()).toMatchObject({
    isSetAside: false,
    left: 0,
    uses: [{ tripDate: date, isCanceled: false, amount: 150 }],
  })
  const told = await readMails(app, buyerEmail, 'gift-used')
  expect(told.map(({ subject }) => subject)).toEqual([`Your gift for Robin was used: ${formatDayInWords(date)}`])
  expect(told[0]!.text, 'whoever has the code can use it').not.toContain('Robin')
  expect(told[0]!.text, "what a trip costs is its guest's").not.toContain('$')
  expect(JSON.stringify((await linked()).uses)).not.toContain('bookingId')
  expect(await sendTo(link.token, to)).toMatchObject({ status: 409, body: { error: 'voucher-not-good' } })

  app.clock.set('2027-12-24T15:00:00Z')
  await send()
  expect(await readMails(app, to)).toEqual([])
  app.clock.set(now)
})

test('who uses their own gift is told nothing of it, and who gave one hears once of a booking', async () => {
  const angler = await anAngler(app)
  const [own, given] = [angler.email, `kind.${++made}@example.com`]
  const { bookingId: id } = await aBooking(app, { angler, date: dates.shift()! })
  for (const buyerEmail of [own, given]) {
    const { code } = (await payForGift(app, await orderGift(app, { amount: 300, buyerEmail }))).body
    await app.call(redeemOnBooking, {
      token: angler.token,
      params: { id },
      body: { code: code! },
      ip: networkAddress(),
    })
  }
  expect(await readMails(app, own, 'gift-used')).toEqual([])
  expect(await readMails(app, given, 'gift-used')).toHaveLength(1)
})
