import {
  listGiftVouchers,
  setVoucherExpiry,
  showVoucherCode,
  voidGiftVoucher,
} from '@arcadia/contract/admin/gift-vouchers'
import { listMyGiftVouchers, openVoucherLink, orderGiftVoucher, redeemOnBooking } from '@arcadia/contract/gift-vouchers'
import { openGift } from '@arcadia/contract/gifts'
import { getCurrentHold } from '@arcadia/contract/holds'
import { downloadMyData } from '@arcadia/contract/my-data'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataChecks, examine } from '../../checks/checks.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { orderGift, payForGift } from '../../testing/a-gift.ts'
import { type Angler, aColleague, aHold, anAdmin, anAngler, networkAddress, openDates } from '../../testing/builders.ts'
import { confirmAddress, readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { expectVouchersWhole, vouchersOf } from '../../testing/vouchers-of.ts'
import { listChain } from '../audit-log/audit-log.store.ts'

// Bought, made and managed; what pays with one is tested beside this.

let app: TestApp
let angler: Angler
let admin: string
let date: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  await expectVouchersWhole(app, admin)
  await app.close()
})
beforeEach(async () => {
  await app.simulator.control('POST', '/reset')
  angler = await anAngler(app)
  admin = await anAdmin(app)
  date = dates.shift()!
})

const { order, buy, aVoucher, leftOn, redeem, pay } = vouchersOf(() => ({ app, angler, admin, date }))

describe('a gift voucher', () => {
  test('is bought by card: the buyer is emailed the code, and the recipient at 9 AM on the chosen date', async () => {
    const bought = await buy({ recipientEmail: 'robin@example.com', words: 'Happy birthday!', sendOn: '2027-06-01' })
    expect(bought).toMatchObject({ status: 201, body: { status: 'CAPTURED', worth: 500, expiresOn: null } })
    const { code } = bought.body
    expect(code).toMatch(/^[A-HJ-KM-NP-Z2-9]{4}(-[A-HJ-KM-NP-Z2-9]{4}){3}$/)
    const [receipt] = await readMails(app, angler.email, 'gift-voucher-bought')
    expect(receipt!.text).toContain(code)
    expect(receipt!.text).toContain(
      "We'll email your gift to robin@example.com on Tuesday, June 1, 2027 at 9:00 AM Eastern.",
    )
    const { rows } = await app.database.pool.query(
      `select v.code_encrypted, m.* from gift_vouchers v, outbox_mails m where m.kind like 'gift-voucher%'`,
    )
    expect(JSON.stringify(rows)).not.toContain(code!.replaceAll('-', ''))

    const now = app.clock.now()
    app.clock.set('2027-06-01T12:59:00Z')
    await app.app.features.giftVouchers.api.send()
    expect(await readMails(app, 'robin@example.com')).toEqual([])
    app.clock.set('2027-06-01T13:00:00Z')
    for (let rounds = 0; rounds < 2; rounds++) await app.app.features.giftVouchers.api.send()
    const mails = await readMails(app, 'robin@example.com')
    app.clock.set(now)
    expect(mails.map(({ subject }) => subject)).toEqual(['A gift from Sam'])
    expect(mails[0]!.text).toContain(code)
    expect(mails[0]!.text).toContain('With these words:\n> Happy birthday!')
    expect(mails[0]!.text).toContain('It never expires.')
    expect(await app.call(listMyGiftVouchers, { token: angler.token })).toMatchObject([{ code, left: 500 }])
  })

  test('for a trip costs today’s price', async () => {
    const trip = { packageType: 'TROPHY' as const, numberOfGuests: 2 }
    const body = { trip, amount: 4000, senderName: 'Sam', recipientName: 'Robin', buyerEmail: 'sam@example.com' }
    expect(await app.answer(orderGiftVoucher, { body, ip: networkAddress() })).toMatchObject({
      status: 409,
      body: { error: 'payment-differs', message: 'That trip costs $5,000.00 today.' },
    })
    expect(await buy({ trip, amount: 5000 })).toMatchObject({ status: 201, body: { worth: 5000, trip } })
  })

  test('is charged once despite retries, and not at all if the card is declined', async () => {
    const link = await order()
    const card = await app.simulator.cardToken()
    const press = () => payForGift(app, link, { card, key: 'one' })
    const replies = await Promise.all(Array.from({ length: 5 }, press))
    // On a busy machine a repeat is told that the payment is still on its way, without a code.
    expect(new Set(replies.flatMap((reply) => reply.body.code ?? [])).size).toBe(1)
    expect((await press()).status).toBe(200)
    expect(await payForGift(app, link)).toMatchObject({ status: 409, body: { error: 'voucher-not-good' } })
    const declined = await buy({}, { card: await app.simulator.cardToken('Decline') })
    expect(declined).toMatchObject({ status: 402, body: { error: 'card-declined' } })
    const mine = await app.call(listMyGiftVouchers, { token: angler.token })
    expect(mine.map(({ status, code }) => [status, code !== null])).toEqual([
      ['DECLINED', false],
      ['CAPTURED', true],
    ])
    expect((await readMails(app, angler.email)).filter(({ kind }) => kind === 'gift-voucher-bought')).toHaveLength(1)
  })

  test('is not open to strangers, and no response links to it', async () => {
    const refused = (more: object) => {
      const body = { amount: 500, senderName: 'Sam', recipientName: 'Robin', buyerEmail: 'sam@example.com', ...more }
      return app.answer(orderGiftVoucher, { body, ip: networkAddress() })
    }
    const message = 'Please leave web addresses out, and put a space after each period'
    for (const words of ['https://evil.example', 'evil.example', 'Look: EVIL.EXAMPLE!', 'a-b.co', 'evil\u3002example'])
      for (const path of ['words', 'senderName', 'recipientName'])
        expect(await refused({ [path]: words }), words).toMatchObject({
          status: 400,
          body: { details: [{ path, message }] },
        })
    // Negative control: what people write is no address.
    const words = 'Happy 40th! See you at 6 a.m. on the U.S. side... $3.50 says you win. Love, J. R.'
    expect((await buy({ words })).status).toBe(201)
    expect(await refused({ amount: 20 })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'amount', message: 'Pick an amount from $50 to $10,000.' }] },
    })
  })
})

describe('bought with an email alone', () => {
  const mine = (token: string) => app.call(listMyGiftVouchers, { token })

  test('it is paid by its link, which shows it again, and the receipt has the card', async () => {
    const link = await orderGift(app, { buyerEmail: 'priya@example.com', recipientEmail: 'joe@example.com' })
    const open = (token: string) => app.answer(openVoucherLink, { body: { token } })
    expect((await open(link.token)).body).toMatchObject({
      status: null,
      code: null,
      recipientEmail: 'joe@example.com',
      buyerEmail: 'priya@example.com',
    })
    const paid = await payForGift(app, link, { key: 'press' })
    expect(paid).toMatchObject({ status: 201, body: { status: 'CAPTURED', card: 'Visa ending in 1111' } })
    expect(await payForGift(app, link, { key: 'press' })).toMatchObject({ status: 200, body: paid.body })
    const [receipt] = await readMails(app, 'priya@example.com', 'gift-voucher-bought')
    expect(receipt!.text).toContain(paid.body.code)
    expect(receipt!.text).toContain('$500.00, Visa ending in 1111')
    const emailed = /pay-voucher\/[\w-]+#([\w-]+)/.exec(receipt!.text)![1]!
    for (const token of [link.token, emailed])
      expect((await open(token)).body).toMatchObject({ status: 'CAPTURED', code: paid.body.code, card: paid.body.card })
    const { content } = await app.call(listGiftVouchers, { token: admin, query: { q: paid.body.code! } })
    expect(content).toMatchObject([{ isSold: true, by: { id: null, name: 'priya@example.com', isAdmin: false } }])
  })

  test('the plate that the buyer chose is on every page of the gift and in its emails', async () => {
    const link = await orderGift(app, {
      picture: 'kites',
      buyerEmail: 'ki@example.com',
      recipientEmail: 'te@example.com',
    })
    const { code, picture } = (await payForGift(app, link)).body
    expect(picture).toBe('kites')
    expect(await app.call(openGift, { body: { code: code! }, ip: networkAddress() })).toMatchObject({
      picture: 'kites',
    })
    await app.app.features.giftVouchers.api.send()
    for (const to of ['ki@example.com', 'te@example.com'])
      expect(await readMails(app, to)).toMatchObject([{ picture: 'gift-kites' }])
  })

  test('it joins an account once the address is confirmed to be its owner’s, and no other', async () => {
    const [owner, other] = [await anAngler(app), await anAngler(app)]
    const link = await orderGift(app, { buyerEmail: owner.email.toUpperCase() })
    const { code } = (await payForGift(app, link)).body
    expect(await mine(owner.token)).toEqual([])
    await confirmAddress(app, owner.email)
    expect(await mine(owner.token)).toMatchObject([{ code }])
    await confirmAddress(app, other.email)
    expect(await mine(other.token)).toEqual([])
    // Bought while signed in, with the address of somebody else.
    await payForGift(app, await orderGift(app, { buyerEmail: owner.email }, other.token))
    expect((await mine(owner.token)).length).toBe(1)
    expect((await mine(other.token)).length).toBe(1)
  })

  test('its declines count for the address, whatever link is paid, and shut nobody’s account', async () => {
    const buyerEmail = 'tester@example.com'
    const decline = await app.simulator.cardToken('Decline')
    const tries = []
    for (let n = 0; n < 6; n++) {
      const link = await orderGift(app, { buyerEmail })
      tries.push((await payForGift(app, link, { card: await app.simulator.cardToken('Decline') })).status)
    }
    expect(tries).toEqual([402, 402, 402, 402, 402, 429])
    expect(
      (await payForGift(app, await orderGift(app, { buyerEmail: 'other@example.com' }), { card: decline })).status,
    ).toBe(402)
  })

  test('a network starts at most thirty an hour', async () => {
    const ip = networkAddress()
    const body = { amount: 500, senderName: 'Sam', recipientName: 'Robin', buyerEmail: 'sam@example.com' }
    for (let n = 0; n < 30; n++) await orderGift(app, {}, undefined, ip)
    expect(await app.answer(orderGiftVoucher, { body, ip })).toMatchObject({
      status: 429,
      body: { error: 'too-many-requests' },
    })
  })
})

test('the owner lists, makes, extends and voids them, each audit-logged', async () => {
  const made = await aVoucher(100, { expiresOn: '2027-04-30', recipientEmail: 'kim@example.com' })
  await app.app.features.giftVouchers.api.send()
  expect(await readMails(app, 'kim@example.com', 'gift-voucher')).toHaveLength(1)
  const now = app.clock.now()
  app.clock.set('2027-05-01T12:00:00Z')
  admin = await anAdmin(app)
  const late = await aHold(app, angler.token, { date })
  expect(await redeem(late, made.code)).toMatchObject({ status: 409, body: { error: 'voucher-not-good' } })
  const params = { id: made.id }
  const extended = await app.call(setVoucherExpiry, { token: admin, params, body: { expiresOn: '2027-12-31' } })
  expect(extended).toMatchObject({ status: 'GOOD', expiresOn: '2027-12-31' })
  expect((await redeem(late, made.code)).status).toBe(200)
  app.clock.set(now)

  const voided = await app.call(voidGiftVoucher, { token: admin, params, body: { reason: 'Sent twice' } })
  expect(voided.status).toBe('VOID')
  // The amount set aside no longer counts.
  expect((await app.call(getCurrentHold, { token: angler.token })).hold).not.toHaveProperty('covered')
  expect(await app.answer(voidGiftVoucher, { token: admin, params, body: { reason: 'Again' } })).toMatchObject({
    status: 409,
  })
  const { rows } = await app.database.pool.query(
    `select action from audit_entries where subject_kind = 'gift-voucher' and subject_id = '${made.id}' order by id`,
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'gift-voucher.made',
    'gift-voucher.code-shown',
    'gift-voucher.expiry-set',
    'gift-voucher.voided',
  ])
  const bought = await buy()
  expect(
    await app.answer(setVoucherExpiry, {
      token: admin,
      params: { id: bought.body.id },
      body: { expiresOn: '2027-12-31' },
    }),
  ).toMatchObject({ status: 409, body: { message: "A purchased voucher doesn't expire." } })
  const listed = await app.call(listGiftVouchers, { token: admin, query: { q: 'robin', status: 'GOOD' } })
  expect(listed.content).toContainEqual(
    expect.objectContaining({ id: bought.body.id, by: expect.objectContaining({ isAdmin: false }) }),
  )
})

test('the list shows the end of a code; whoever has the whole one shown is in the change log', async () => {
  const { id, code } = await aVoucher(100)
  const office = await aColleague(app, 'OFFICE')
  const list = await app.answer(listGiftVouchers, { token: office.token, query: { q: code } })
  expect(list.body.content).toMatchObject([{ id, lastFour: code.slice(-4) }])
  const changed = await app.answer(setVoucherExpiry, {
    token: admin,
    params: { id },
    body: { expiresOn: '2027-12-31' },
  })
  for (const { body } of [list, changed]) {
    expect(JSON.stringify(body)).not.toContain(code)
    expect(JSON.stringify(body)).not.toContain(code.replaceAll('-', ''))
  }

  const show = (token: string | undefined, which: number | string = id) =>
    app.answer(showVoucherCode, { token, params: { id: which } })
  const shown = async () => {
    const entries = (await listChain(app.database.db)).filter(({ action }) => action === 'gift-voucher.code-shown')
    return entries.filter((entry) => entry.subject_id === String(id)).map((entry) => entry.admin_id)
  }
  const before = await shown()
  const [guide, customer] = [await aColleague(app, 'GUIDE'), await anAngler(app)]
  expect((await show(undefined)).status).toBe(401)
  for (const { token } of [guide, customer]) expect((await show(token)).status).toBe(403)
  for (const which of [999_999, 'nonsense'])
    expect(await show(office.token, which)).toMatchObject({ status: 404, body: { error: 'voucher-not-found' } })
  expect(await shown(), 'a refused look').toEqual(before)
  expect((await show(office.token)).body).toEqual({ code })
  expect(await shown()).toEqual([...before, office.id])
})

test('loses its names 24 months after the last payment, and is still valid', async () => {
  const robin = { recipientName: 'Robin Reader', senderName: 'Robin Sender', words: 'Dear Robin' }
  const byEmail = { ...robin, recipientEmail: 'robin.reader@example.com' }
  const bought = await buy(byEmail)
  const notSent = await buy({ ...byEmail, sendOn: '2030-01-01' })
  await buy(robin, { card: await app.simulator.cardToken('Decline') })
  const [made, used] = [await aVoucher(50, robin), await aVoucher(1000, robin)]
  await app.app.features.giftVouchers.api.send()
  const buyer = angler
  const begun = app.clock.now()
  app.clock.set('2027-05-01T12:00:00Z')
  angler = await anAngler(app)
  const { bookingId } = await aBooking(app, { date, angler })
  const body = { code: used.code }
  await app.call(redeemOnBooking, { token: angler.token, params: { id: bookingId }, body, ip: networkAddress() })

  /** Names still in vouchers, payments and the audit log. */
  const named = async () => {
    const { payments, giftVouchers } = app.app.features
    for (const { name, run } of [...payments.sweeps, ...giftVouchers.sweeps]) if (name.startsWith('names')) await run()
    const { rows } = await app.database.pool.query(
      `select distinct v.id::text as id from gift_vouchers v where v::text like '%Robin%'
       union all select 'payment' from payment_attempts where user_id = ${buyer.id} and booking_data::text like '%${buyer.email}%'
       union all select 'log ' || subject_id from audit_values join audit_entries e on e.id = entry_id
         where subject_kind = 'gift-voucher' and after_value::text like '%Robin Reader%'`,
    )
    return rows.map(({ id }) => id).sort()
  }
  const ofEarlier = (ids: string[]) => ids.filter((id) => !/^\d+$/.test(id) || Number(id) >= bought.body.id)
  const logs = [`log ${made.id}`, `log ${used.id}`]
  app.clock.set('2029-04-05T13:00:00Z')
  expect(ofEarlier(await named())).toEqual(expect.arrayContaining([...logs, 'payment', String(bought.body.id)]))
  app.clock.set('2029-04-06T14:00:00Z')
  expect(ofEarlier(await named())).toEqual([notSent.body.id, used.id, `log ${used.id}`].map(String).sort())
  app.clock.set('2029-05-02T12:00:00Z')
  expect(ofEarlier(await named())).toEqual([String(notSent.body.id)])
  app.clock.set(begun)
  expect([await leftOn(made.code), await leftOn(bought.body.code!)]).toEqual([50, 500])
  const data = await app.call(downloadMyData, { token: buyer.token })
  expect(data.giftVouchers.map(({ id }) => id)).toEqual([expect.any(Number), notSent.body.id, bought.body.id])
  const findings = await examine(dataChecks(app.database.db, app.app.features))
  expect(findings.flatMap(({ problems }) => problems)).toEqual([])
})

describe('the database', () => {
  const spend = (id: string, cents: number) =>
    app.database.pool.query(
      `with told as (select set_config('app.now', '${app.clock.now().toISOString()}', true))
       insert into gift_voucher_uses (voucher_id, booking_id, cents, created_at)
       select v.id, (select max(id) from bookings), ${cents}, now() from gift_vouchers v, told where v.id = ${id}`,
    )

  test('refuses to overspend or over-refund a voucher; without its guard it would not', async () => {
    const { id } = await aVoucher(100)
    await aBooking(app, { date, angler })
    await expect(spend(String(id), 100_01)).rejects.toThrow('is worth 10000')
    await expect(spend(String(id), -1)).rejects.toThrow('would be used')
    await app.database.pool.query('alter table gift_voucher_uses disable trigger gift_voucher_uses_within_the_voucher')
    await spend(String(id), 100_01)
    await app.database.pool.query('alter table gift_voucher_uses enable trigger gift_voucher_uses_within_the_voucher')
    const problems = (await examine(dataChecks(app.database.db, app.app.features))).flatMap((one) => one.problems)
    expect(problems).toEqual([`gift voucher ${id} is worth 10000 cents, but 10001 cents are used`])
    await app.database.pool.query('alter table gift_voucher_uses disable trigger user')
    await app.database.pool.query(`delete from gift_voucher_uses where voucher_id = ${id}`)
    await app.database.pool.query('alter table gift_voucher_uses enable trigger user')
    await expect(app.database.pool.query('delete from gift_vouchers')).rejects.toThrow()
  })

  test('frees no amount that is being paid or booked', async () => {
    const { code } = await aVoucher(200)
    const holdId = await aHold(app, angler.token, { date })
    await redeem(holdId, code)
    await pay(holdId, 500)
    await expect(
      app.database.pool.query(`update gift_voucher_uses set freed_at = now() where hold_id = '${holdId}'`),
    ).rejects.toThrow('stays as it was written')
  })
})
