import { addresses } from '@arcadia/contract/addresses'
import { getAdminBooking, patchBookingStatus } from '@arcadia/contract/admin/bookings'
import {
  listGiftVouchers,
  setVoucherExpiry,
  showVoucherCode,
  voidGiftVoucher,
} from '@arcadia/contract/admin/gift-vouchers'
import { moveDay, refundMovedDay } from '@arcadia/contract/day-moves'
import { redeemOnBooking } from '@arcadia/contract/gift-vouchers'
import { refundBooking } from '@arcadia/contract/refunds'
import type { WireInput } from '@arcadia/contract/testing/wire-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { type Angler, aColleague, aHold, anAdmin, anAngler, networkAddress, openDates } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { expectVouchersWhole, vouchersOf } from '../../testing/vouchers-of.ts'

// What goes back on a gift voucher, also on one that has ended.

const OWNER = 'owner@example.com'

let app: TestApp
let angler: Angler
let admin: string
let date: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp({ settings: { BUSINESS_EMAIL: OWNER } })
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

const { buy, aVoucher, leftOn, redeem, pay, booking, history } = vouchersOf(() => ({ app, angler, admin, date }))

test('a refund goes to the voucher first, then to the card', async () => {
  const { code } = await aVoucher(200)
  const holdId = await aHold(app, angler.token, { date })
  await redeem(holdId, code)
  const { id } = (await pay(holdId, 500)).body.booking
  const refund = (amount: number, key: string) =>
    app.answer(refundBooking, {
      token: admin,
      params: { id },
      query: { amount },
      headers: { 'idempotency-key': key },
    })
  expect(await refund(150, 'a')).toMatchObject({
    status: 200,
    body: { success: true, message: '$150.00 was refunded.' },
  })
  expect(await refund(150, 'a')).toMatchObject({ body: { message: '$150.00 was refunded.' } })
  expect(await leftOn(code)).toBe(150)
  expect(await booking(id)).toMatchObject({ paidAmount: 700, refundedAmount: 150 })
  expect(await refund(150, 'b')).toMatchObject({ body: { booking: { refundedAmount: 300 } } })
  expect(await leftOn(code)).toBe(200)
  const { charges } = await app.simulator.ledger()
  expect(charges.at(-1)).toMatchObject({ capturedCents: 500_00, refundedCents: 100_00 })
  expect(await refund(400.01, 'c')).toMatchObject({ status: 409, body: { error: 'more-than-refundable' } })
  expect(await refund(400, 'd')).toMatchObject({ body: { booking: { refundedAmount: 700 } } })
  const refunds = (await readMails(app, 'ada@example.com', 'refund-made')).slice(-3).map(({ text }) => text)
  const first = refunds[0]!.replace(/\s+/g, ' ')
  expect(first).toContain("It's back on your gift, and its code works again.")
  expect(first).toContain('Gift: From The house')
  expect(first).toContain(`Gift code: ${code}`)
  expect(first).toMatch(new RegExp(`Pick another morning: \\S+/gift/[\\w-]+#${code} `))
  expect(refunds[1]).toContain('$50.00 is back on your gift')
  expect(refunds[1]).toContain('$100.00 goes to the Visa ending in 1111.')
  expect(refunds[2]).toContain("We've refunded the Visa ending in 1111.")

  // The email about the cancellation opens the gift as well.
  await app.call(patchBookingStatus, { token: admin, params: { id }, body: { status: 'CANCELLED' } })
  const canceled = (await readMails(app, 'ada@example.com', 'booking-cancelled')).at(-1)!
  expect(canceled.buttons![0]).toMatch(new RegExp(`${addresses.gift.href({ id: '[\\w-]+', token: code })}$`))
  expect(canceled.text).toContain(`Gift code: ${code}`)
  expect(canceled.text).toContain('$500.00 to the Visa ending in 1111')
})

describe('a refund of what a voucher paid that has ended', () => {
  /** A booking with $200 by voucher and $500 by card, whose voucher then ends. */
  async function paidByEnded(how: 'VOID' | 'EXPIRED') {
    const { code, id: voucherId } = await aVoucher(200, how === 'EXPIRED' ? { expiresOn: '2027-04-06' } : {})
    const holdId = await aHold(app, angler.token, { date })
    expect((await redeem(holdId, code)).status).toBe(200)
    const { id } = (await pay(holdId, 500)).body.booking
    const params = { id: voucherId }
    if (how === 'VOID') await app.call(voidGiftVoucher, { token: admin, params, body: { reason: 'Stolen' } })
    else await app.database.pool.query("update gift_vouchers set expires_on = '2027-04-04' where id = $1", [voucherId])
    return { id, code, voucherId }
  }
  const refund = (id: number, query: WireInput<typeof refundBooking>['query'] = {}, token = admin) =>
    app.answer(refundBooking, { token, params: { id }, query })
  const details = (id: number) => app.call(getAdminBooking, { token: admin, params: { id } })
  const refundMails = async () => (await readMails(app, 'ada@example.com', 'refund-made')).map(({ text }) => text)
  const LEFT =
    "$200.00 was paid with a gift voucher that is void or has expired, so it isn't given back until an owner renews the voucher."

  test.each(['VOID', 'EXPIRED'] as const)(
    '%s: unasked, only the card gets its part, and nobody reads otherwise',
    async (how) => {
      const { id, code } = await paidByEnded(how)
      expect(await details(id)).toMatchObject({ voucherAmount: 200, endedVoucherAmount: 200 })
      expect(await refund(id, { amount: 700 })).toMatchObject({
        status: 409,
        body: { error: 'more-than-refundable', message: `That is more than can be refunded. ${LEFT}` },
      })
      expect(await refund(id)).toMatchObject({
        status: 200,
        body: { success: false, message: `$500.00 was refunded. ${LEFT}`, booking: { refundedAmount: 500 } },
      })
      const text = (await refundMails()).at(-1)!
      expect(text).toContain("We've refunded the Visa ending in 1111.")
      expect(text).not.toMatch(/gift voucher|\$700|\$200/)
      app.clock.advance({ minutes: 3 })
      expect(await refund(id)).toMatchObject({ status: 409, body: { error: 'voucher-ended' } })
      expect(await leftOn(code)).toBe(0)
      expect(await details(id)).toMatchObject({
        refundedAmount: 500,
        refundableAmount: 200,
        endedVoucherAmount: 200,
      })
    },
  )

  test('negative control: on a voucher that is good the same refund gives back all of it', async () => {
    const { code } = await aVoucher(200)
    const holdId = await aHold(app, angler.token, { date })
    await redeem(holdId, code)
    const { id } = (await pay(holdId, 500)).body.booking
    expect((await refund(id)).body).toMatchObject({ success: true, message: '$700.00 was refunded.' })
    expect(await leftOn(code)).toBe(200)
    expect((await history(id)).join()).toContain('$700.00 was refunded to the Visa ending in 1111 and the gift.')
  })

  test('a void one is replaced by one with a new code when an owner says so, and the guest is emailed that code', async () => {
    const { id, code } = await paidByEnded('VOID')
    const office = await aColleague(app, 'OFFICE')
    await app.database.pool.query('update office_limits set refund_cents = 100000')
    expect(await refund(id, { renewVouchers: 'true' }, office.token)).toMatchObject({
      status: 403,
      body: { message: 'Only an owner can renew a gift voucher.' },
    })
    expect(await refund(id, { renewVouchers: 'true', lastDay: '2027-04-04' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'lastDay' }] },
    })
    expect((await refund(id, { renewVouchers: 'true', lastDay: '2028-01-31' })).body).toMatchObject({
      success: true,
      message: '$700.00 was refunded.',
      booking: { refundedAmount: 700 },
    })
    expect(await details(id)).toMatchObject({ endedVoucherAmount: 0 })
    const text = (await readMails(app, 'ada@example.com', 'gift-voucher-renewed')).at(-1)!.text
    const fresh = /[A-Z2-9]{4}(-[A-Z2-9]{4}){3}/.exec(text)![0]
    expect(fresh).not.toBe(code)
    expect(text).toContain('Good through: Monday, January 31, 2028')
    expect(await redeem(await aHold(app, angler.token, { date: dates.shift()! }), fresh)).toMatchObject({
      status: 200,
      body: { covered: 200 },
    })
    const old = await redeem(await aHold(app, angler.token, { date: dates.shift()! }), code)
    expect(old.body).toMatchObject({
      error: 'voucher-not-good',
      message: expect.stringMatching(/^This gift was canceled\. Please /),
    })
  })

  test('an expired one gets a new last day', async () => {
    const { id, code, voucherId } = await paidByEnded('EXPIRED')
    expect((await refund(id, { renewVouchers: 'true', lastDay: '2028-01-31' })).body.success).toBe(true)
    const [listed] = (await app.call(listGiftVouchers, { token: admin, query: { q: code } })).content
    expect(listed).toMatchObject({ id: voucherId, status: 'GOOD', left: 200, expiresOn: '2028-01-31' })
  })

  test('a void one that was paid for is replaced by one that counts as paid for, a given one by a given one', async () => {
    /** The voucher that takes the place of this one, once it paid $100 of a booking, was void, and was refunded. */
    const replaced = async (which: number, code: string) => {
      const { bookingId } = await aBooking(app, { date: dates.shift()!, angler })
      const used = { token: angler.token, params: { id: bookingId }, body: { code }, ip: networkAddress() }
      await app.call(redeemOnBooking, used)
      await app.call(voidGiftVoucher, { token: admin, params: { id: which }, body: { reason: 'Lost' } })
      const { body } = await refund(bookingId, { renewVouchers: 'true', lastDay: '2028-01-31' })
      expect(body.success).toBe(true)
      const [fresh] = (await app.call(listGiftVouchers, { token: admin, query: { status: 'GOOD' } })).content
      return { ...fresh!, ...(await app.call(showVoucherCode, { token: admin, params: { id: fresh!.id } })) }
    }
    const limit = (id: number, expiresOn: string | null) =>
      app.answer(setVoucherExpiry, { token: admin, params: { id }, body: { expiresOn } })
    const told = async () => (await readMails(app, 'admin@localhost', 'change-of-rule')).map(({ text }) => text)

    const bought = (await buy({ amount: 100 })).body
    const first = await replaced(bought.id, bought.code!)
    const second = await replaced(first.id, first.code)
    for (const one of [first, second])
      expect(one).toMatchObject({ left: 100, expiresOn: null, isSold: true, by: { isAdmin: true } })
    expect(await limit(second.id, '2028-01-31')).toMatchObject({
      status: 409,
      body: { error: 'voucher-not-good', message: "A purchased voucher doesn't expire." },
    })
    for (const text of (await told()).slice(-2)) {
      expect(text).toContain('You replaced a void gift voucher with a new one of $100.00')
      expect(text).not.toContain('nobody paid')
    }
    await expect(
      app.database.pool.query(`update gift_vouchers set is_sold = false where id = ${second.id}`),
    ).rejects.toMatchObject({ code: 'AR006' })
    await expect(
      app.database.pool.query(`update gift_vouchers set expires_on = '2028-01-31' where id = ${second.id}`),
    ).rejects.toMatchObject({ code: '23514' })

    const given = await aVoucher(100)
    const again = await replaced(given.id, given.code)
    expect(again).toMatchObject({ left: 100, expiresOn: '2028-01-31', isSold: false })
    expect(await limit(again.id, '2028-02-28')).toMatchObject({ status: 200, body: { expiresOn: '2028-02-28' } })
  })

  test('renewing is no repeat of the refund that left something, though it follows at once; sent again it is one', async () => {
    const { id } = await paidByEnded('EXPIRED')
    expect((await refund(id)).body).toMatchObject({ success: false, booking: { refundedAmount: 500 } })
    const mails = async () => (await readMails(app, 'ada@example.com', 'gift-voucher-renewed')).length
    const before = await mails()
    for (const _press of ['first', 'again'])
      expect((await refund(id, { renewVouchers: 'true', lastDay: '2028-01-31' })).body).toMatchObject({
        success: true,
        message: '$200.00 was refunded.',
        booking: { refundedAmount: 700 },
      })
    expect(await mails()).toBe(before + 1)
  })

  test('a cancellation with refund says what was left, to the owner and to the guest', async () => {
    const { id } = await paidByEnded('VOID')
    const body = { status: 'CANCELLED' as const, refund: true }
    const cancelled = await app.call(patchBookingStatus, { token: admin, params: { id }, body })
    expect(cancelled.refund).toEqual({ success: false, message: `$500.00 was refunded. ${LEFT}` })
    const text = (await readMails(app, 'ada@example.com', 'booking-cancelled')).at(-1)!.text
    expect(text).toContain("You paid $200.00 with a gift that can't be used anymore, so it isn't back on it.")
    expect(text).not.toMatch(/We refunded|isn't refundable/)
  })

  test('of a called-off day what goes back on a gift voucher, to a card, and nowhere yet is told apart', async () => {
    const { code, id: voucherId } = await aVoucher(200)
    const holdId = await aHold(app, angler.token, { date })
    await redeem(holdId, code)
    const { id } = (await pay(holdId, 500)).body.booking
    const good = { refundableAmount: 700, refundableToVouchers: 200, endedVoucherAmount: 0 }
    expect(await booking(id)).toMatchObject(good)
    await app.call(voidGiftVoucher, { token: admin, params: { id: voucherId }, body: { reason: 'Stolen' } })
    expect(await booking(id)).toMatchObject({ ...good, refundableToVouchers: 0, endedVoucherAmount: 200 })
    await app.call(patchBookingStatus, { token: admin, params: { id }, body: { status: 'CANCELLED' } })
  })

  test('a guest who chose the refund of a called-off day is told, and the owner is emailed to decide', async () => {
    const { id } = await paidByEnded('VOID')
    await app.call(moveDay, { token: admin, body: { date, reason: 'WEATHER' } })
    const chosen = await app.call(refundMovedDay, { token: angler.token, params: { id } })
    expect(chosen.success).toBe(false)
    expect(chosen.message).toContain(
      "We'll be in touch about the $200.00 you paid with a gift that can't be used anymore.",
    )
    const [notice] = (await readMails(app, OWNER, 'voucher-not-refunded')).slice(-1)
    expect(notice!.subject).toBe("A gift voucher can't take its refund back: $200.00")
  })
})
