import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import {
  listGiftVouchers,
  makeGiftVoucher,
  sellGiftVoucher,
  showVoucherCode,
  undoVoucherSale,
} from '@arcadia/contract/admin/gift-vouchers'
import { setRefundLimit } from '@arcadia/contract/admin/people'
import { redeemOnBooking } from '@arcadia/contract/gift-vouchers'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { examine } from '../../doctor.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { aColleague, anAdmin, networkAddress, openDates } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let owner: string
let office: string
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  const findings = await examine({ db: app.database.db, features: app.app.features })
  expect(findings.flatMap(({ about, problems }) => (about.startsWith('gift vouchers') ? problems : []))).toEqual([])
  await app.close()
})
beforeEach(async () => {
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
  expect(mail!.text).toContain('Sue Lake')
  const { content } = (await app.answer(listAuditEntries, { token: owner, query: { subjectKind: 'gift-voucher' } }))
    .body
  expect(content.map(({ action }) => action)).toContain('gift-voucher.sold')
  expect(await readMails(app, 'admin@example.com', 'change-of-rule')).toEqual([])
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

test('a voucher that was used, or that nobody paid for by hand, has no price to give back', async () => {
  const { id, code } = (await sell({ amount: 100 })).body
  const booking = await aBooking(app, { date: openDates()[0]! })
  const params = { id: booking.bookingId }
  await app.call(redeemOnBooking, { token: booking.token, params, body: { code }, ip: networkAddress() })
  expect(await undo(id, true)).toMatchObject({ status: 409, body: { error: 'voucher-used' } })
  const gift = { amount: 500, senderName: 'The house', recipientName: 'Robin' }
  const given = await app.call(makeGiftVoucher, { token: owner, body: gift })
  expect(await undo(given.id, false)).toMatchObject({ status: 409, body: { error: 'voucher-not-sold-by-hand' } })
  expect((await app.call(listGiftVouchers, { token: owner, query: { q: code } })).content[0]!.status).toBe('USED')
})

test('the office undoes no more than it may refund', async () => {
  await app.call(setRefundLimit, { token: owner, body: { refundLimit: 400 } })
  const { id } = (await sell()).body
  expect(await undo(id, true, office)).toMatchObject({ status: 403, body: { error: 'refund-above-limit' } })
  await app.call(setRefundLimit, { token: owner, body: { refundLimit: 500 } })
  expect((await undo(id, true, office)).status).toBe(200)
})
