import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import {
  listGiftVouchers,
  makeGiftVoucher,
  makeVoucherLink,
  sellGiftVoucher,
  showVoucherCode,
  undoVoucherSale,
  voidGiftVoucher,
} from '@arcadia/contract/admin/gift-vouchers'
import { setRefundLimit } from '@arcadia/contract/admin/people'
import { openVoucherLink, payLinkedVoucher, redeemOnBooking } from '@arcadia/contract/gift-vouchers'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataChecks, examine } from '../../checks/checks.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { aColleague, anAdmin, networkAddress, openDates } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { readMails } from '../../testing/read-mail.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let owner: string
let office: string
beforeAll(async () => {
  app = await startTestApp({ patience: { answerWithinMs: 4000, callMs: 8000 } })
})
afterAll(async () => {
  const findings = await examine(dataChecks(app.database.db, app.app.features))
  expect(findings.flatMap(({ about, problems }) => (about.startsWith('gift vouchers') ? problems : []))).toEqual([])
  await app.close()
})
beforeEach(async () => {
  await app.simulator.control('POST', '/reset')
  owner = await anAdmin(app)
  office = (await aColleague(app, 'OFFICE')).token
})

type Sale = WireInput<typeof sellGiftVoucher>['body']
const sell = (more: Partial<Sale> = {}, { token = office, key }: { token?: string; key?: string } = {}) =>
  app.answer(sellGiftVoucher, {
    token,
    body: { amount: 500, senderName: 'Sue Lake', recipientName: 'Robin', method: 'CASH', ...more },
    headers: key ? { 'idempotency-key': key } : {},
  })
const undo = (id: number, isGivenBack: boolean, token = owner) =>
  app.answer(undoVoucherSale, { token, params: { id }, body: { reason: 'Changed her mind', isGivenBack } })
const pricesOf = async (id: number) =>
  (
    await app.database.pool.query(
      'select method, amount_cents, is_given_back, note from manual_payments where voucher_id = $1 order by id',
      [id],
    )
  ).rows

test('the office sells a voucher: its code is answered and emailed to the buyer, and it never expires', async () => {
  const { status, body } = await sell({ method: 'CHECK', note: '1204', buyerEmail: 'sue@example.com' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    isSold: true,
    status: 'GOOD',
    left: 500,
    expiresOn: null,
    sale: { method: 'CHECK', note: '1204', isUndone: false },
    buyerEmail: 'sue@example.com',
  })
  expect(body.code).toMatch(/^(\w{4}-){3}\w{4}$/)
  expect(await app.call(showVoucherCode, { token: office, params: { id: body.id } })).toEqual({ code: body.code })
  const [mail] = await readMails(app, 'sue@example.com', 'gift-voucher-bought')
  expect(mail!.text).toContain(body.code)
  expect(mail!.text).toContain('Hello Sue,')
  const { content } = (await app.answer(listAuditEntries, { token: owner, query: { subjectKind: 'gift-voucher' } }))
    .body
  expect(content.map(({ action }) => action)).toContain('gift-voucher.sold')
  expect(await readMails(app, 'admin@example.com', 'change-of-rule')).toEqual([])
})

test('the office sells a trip at today’s price, and the voucher says which', async () => {
  const trip = { packageType: 'TROPHY' as const, numberOfGuests: 2 }
  expect(await sell({ trip, amount: 4000 })).toMatchObject({ status: 409, body: { error: 'payment-differs' } })
  expect(await sell({ trip, amount: 5000 })).toMatchObject({ status: 201, body: { trip, worth: 5000, isSold: true } })
})

test('the office gives none away, and a guide sells none', async () => {
  const gift = { amount: 500, senderName: 'The house', recipientName: 'Robin' }
  expect((await app.answer(makeGiftVoucher, { token: office, body: gift })).status).toBe(403)
  expect((await sell({}, { token: (await aColleague(app, 'GUIDE')).token })).status).toBe(403)
  const { body } = await app.answer(makeGiftVoucher, { token: owner, body: gift })
  expect(body.code).toMatch(/^(\w{4}-){3}\w{4}$/)
  expect(body).toMatchObject({ isSold: false, sale: null })
})

test('presses under one key sell one voucher for one price', async () => {
  const replies = await Promise.all([1, 2, 3].map(() => sell({}, { key: 'one-press' })))
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(replies.map(({ body }) => `${body.id} ${body.code}`)).size).toBe(1)
  expect(await pricesOf(replies[0]!.body.id)).toHaveLength(1)
  expect(await sell({ amount: 600 }, { key: 'one-press' })).toMatchObject({
    status: 409,
    body: { error: 'key-reused' },
  })
  expect(await sell({ method: 'LINK' }, { key: 'one-press' })).toMatchObject({ body: { error: 'key-reused' } })
  expect((await sell({ method: 'LINK' }, { key: 'another' })).status).toBe(201)
  expect(await sell({ method: 'CASH' }, { key: 'another' })).toMatchObject({ body: { error: 'key-reused' } })
})

test('a sale that was recorded by mistake, or given back, ends the voucher once', async () => {
  for (const isGivenBack of [false, true]) {
    const { id } = (await sell()).body
    const replies = await Promise.all([undo(id, isGivenBack), undo(id, isGivenBack)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 200)!.body).toMatchObject({
      status: 'VOID',
      sale: { isUndone: true },
    })
    expect(await pricesOf(id)).toMatchObject([
      { amount_cents: 50_000 },
      { amount_cents: -50_000, is_given_back: isGivenBack, note: 'Changed her mind' },
    ])
  }
})

test('of a use and the undoing of the sale at once, one happens, and the money says which', async () => {
  const date = openDates()[1]!
  for (const _ of ['first', 'second', 'third']) {
    const { id, code } = (await sell({ amount: 100 })).body
    const booking = await aBooking(app, { date, guests: 1 })
    const params = { id: booking.bookingId }
    const use = app.answer(redeemOnBooking, {
      token: booking.token,
      params,
      body: { code: code! },
      ip: networkAddress(),
    })
    const [used, undone] = await Promise.all([use, undo(id, false)])
    expect([used.status < 300, undone.status < 300].filter(Boolean)).toHaveLength(1)
    const [voucher] = (await app.call(listGiftVouchers, { token: owner, query: { q: code! } })).content
    expect(voucher).toMatchObject(used.status < 300 ? { status: 'USED', left: 0 } : { status: 'VOID', uses: [] })
    expect(await pricesOf(id)).toHaveLength(used.status < 300 ? 1 : 2)
  }
  expect(await checkBooks(app, owner)).toMatchObject({ balanced: true })
})

test('a voucher that was used, or that nobody paid for by hand, has no price to give back', async () => {
  const { id, code } = (await sell({ amount: 100 })).body
  const booking = await aBooking(app, { date: openDates()[0]! })
  const params = { id: booking.bookingId }
  await app.call(redeemOnBooking, { token: booking.token, params, body: { code: code! }, ip: networkAddress() })
  expect(await undo(id, true)).toMatchObject({ status: 409, body: { error: 'voucher-used' } })
  const gift = { amount: 500, senderName: 'The house', recipientName: 'Robin' }
  const given = await app.call(makeGiftVoucher, { token: owner, body: gift })
  expect(await undo(given.id, false)).toMatchObject({ status: 409, body: { error: 'voucher-not-sold-by-hand' } })
  expect((await app.call(listGiftVouchers, { token: owner, query: { q: code! } })).content[0]!.status).toBe('USED')
})

test('the office undoes no more than it may refund', async () => {
  await app.call(setRefundLimit, { token: owner, body: { refundLimit: 400 } })
  const { id } = (await sell()).body
  expect(await undo(id, true, office)).toMatchObject({ status: 403, body: { error: 'refund-above-limit' } })
  await app.call(setRefundLimit, { token: owner, body: { refundLimit: 500 } })
  expect((await undo(id, true, office)).status).toBe(200)
})

describe('a voucher that is sold with a pay link', () => {
  const tokenOf = (link: string | null) => link!.split('#')[1]!
  const open = (token: string) => app.answer(openVoucherLink, { body: { token } })
  const pay = async (token: string, { key, name }: { key?: string; name?: string } = {}) =>
    app.answer(payLinkedVoucher, {
      body: { token, paymentToken: await app.simulator.cardToken(name) },
      ip: networkAddress(),
      headers: key ? { 'idempotency-key': key } : {},
    })
  const sellByLink = async (more: Partial<Sale> = {}) => {
    const { body } = await sell({ method: 'LINK', ...more })
    return { id: body.id, token: tokenOf(body.link), sold: body }
  }

  test('has its code once a card has paid, and is card money from then on', async () => {
    const before = await checkBooks(app, owner)
    const { id, token, sold } = await sellByLink({ buyerEmail: 'sue@example.com' })
    expect(sold).toMatchObject({ status: 'UNPAID', code: null, sale: { method: 'LINK' } })
    expect(await app.answer(showVoucherCode, { token: office, params: { id } })).toMatchObject({ status: 409 })
    expect((await open(token)).body).toMatchObject({ worth: 500, recipientName: 'Robin', status: null, code: null })

    expect(await pay(token, { name: 'Decline' })).toMatchObject({ status: 402 })
    expect((await open(token)).body).toMatchObject({ status: 'DECLINED', code: null })
    const paid = await pay(token, { key: 'press' })
    expect(paid).toMatchObject({ status: 201, body: { status: 'CAPTURED' } })
    const { code } = paid.body
    expect(code).toMatch(/^(\w{4}-){3}\w{4}$/)
    expect(await pay(token, { key: 'press' })).toMatchObject({ status: 200, body: { code } })
    expect(await pay(token)).toMatchObject({ status: 409, body: { error: 'voucher-not-good' } })
    expect((await open(token)).body).toMatchObject({ status: 'CAPTURED', code })
    const mails = await readMails(app, 'sue@example.com', 'gift-voucher-bought')
    expect(mails.at(-1)!.text).toContain(code!)
    expect(mails.at(-1)!.text).toContain('Hello Sue')
    const { content } = await app.call(listGiftVouchers, { token: office, query: { q: code! } })
    expect(content).toMatchObject([{ id, status: 'GOOD', isSold: true, sale: { method: 'LINK' } }])
    expect(await checkBooks(app, owner)).toMatchObject({ balanced: true, captured: before.captured + 500 })
    expect(await undo(id, true)).toMatchObject({ status: 409, body: { error: 'voucher-not-sold-by-hand' } })
  })

  test('is paid once by two cards at once, and by any of its links', async () => {
    const { id, token } = await sellByLink()
    const { link } = await app.call(makeVoucherLink, { token: office, params: { id } })
    const replies = await Promise.all([pay(token), pay(tokenOf(link))])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await app.answer(makeVoucherLink, { token: office, params: { id } })).toMatchObject({ status: 409 })
  })

  test('whose payment has no outcome yet is neither paid again nor voided; then it is good', async () => {
    const { id, token } = await sellByLink()
    await app.simulator.fault({ operation: 'charge', fault: 'lost-answer', times: 1 })
    expect(await pay(token, { key: 'slow' })).toMatchObject({ status: 202, body: { status: 'PROCESSING', code: null } })
    expect(await pay(token)).toMatchObject({ status: 409, body: { error: 'payment-in-progress' } })
    const voiding = { token: owner, params: { id }, body: { reason: 'Not wanted' } }
    expect(await app.answer(voidGiftVoucher, voiding)).toMatchObject({
      status: 409,
      body: { error: 'payment-in-progress' },
    })
    await eventually(async () => {
      app.clock.advance({ seconds: 31 })
      await app.app.runJobs()
      return (await open(token)).body.status === 'CAPTURED'
    })
    expect((await open(token)).body.code).toMatch(/^(\w{4}-){3}\w{4}$/)
  })

  test('and voided before anyone paid sells nothing', async () => {
    const { id, token } = await sellByLink()
    owner = await anAdmin(app)
    await app.call(voidGiftVoucher, { token: owner, params: { id }, body: { reason: 'Not wanted' } })
    for (const answer of [await open(token), await pay(token), await open('nonsense')])
      expect(answer).toMatchObject({ status: 404, body: { error: 'balance-link-invalid' } })
  })
})
