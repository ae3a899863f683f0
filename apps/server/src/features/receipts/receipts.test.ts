import { setBookingStatus } from '@arcadia/contract/admin/bookings'
import { listGiftVouchers, voidGiftVoucher } from '@arcadia/contract/admin/gift-vouchers'
import { listManualPayments, recordManualPayment, takeBackManualPayment } from '@arcadia/contract/admin/manual-payments'
import { payLinkedBalance } from '@arcadia/contract/balance-links'
import { getBooking } from '@arcadia/contract/bookings'
import { getBookingReceipts, getReceipts, openReceipts } from '@arcadia/contract/receipts'
import { refundBooking } from '@arcadia/contract/refunds'
import { splitBooking } from '@arcadia/contract/shares'
import { getTrip } from '@arcadia/contract/trips'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { orderGift, payForGift } from '../../testing/a-gift.ts'
import { anAdmin, anAngler, networkAddress, openDates } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
let booking: Awaited<ReturnType<typeof aBooking>>
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  // Two anglers with a Trophy package: $700 of $5,000 paid.
  booking = await aBooking(app, { date: dates.shift()!, guests: 2 })
})

const params = () => ({ params: { id: booking.bookingId } })
const own = () => app.call(getReceipts, { token: booking.token, ...params() })
type Wire = Awaited<ReturnType<typeof own>>
const tripOf = () => app.call(getTrip, { token: booking.token, ...params() })
const tokenIn = (url: string) => url.split('#')[1]!
const open = (token: string) => app.answer(openReceipts, { body: { token }, ip: networkAddress() })

async function aPaidShare() {
  const body = { shares: [{ name: 'Ana' }, { name: 'Sam' }], owed: 4300, seen: [] }
  const { shares } = await app.call(splitBooking, { token: booking.token, ...params(), body })
  const [ana, sam] = shares.map(({ url }) => tokenIn(url)) as [string, string]
  const paying = { amount: 2150, owed: 2150, currency: 'USD' as const, paymentToken: await app.simulator.cardToken() }
  await app.call(payLinkedBalance, { body: { token: sam, ...paying }, ip: networkAddress() })
  return { ana, sam }
}

/** What the statement says adds up to what the booking says. */
async function expectSums({ statement, receipts }: Wire) {
  const stored = await app.call(getBooking, { token: booking.token, ...params() })
  expect(statement).toMatchObject({
    paid: stored.paidAmount,
    back: stored.refundedAmount,
    pendingAmount: stored.pendingAmount,
    totalAmount: stored.totalAmount,
  })
  const sum = (isBack: boolean) =>
    receipts.filter((one) => one.isBack === isBack).reduce((total, { amount }) => total + amount, 0)
  expect([sum(false), sum(true)]).toEqual([stored.paidAmount, stored.refundedAmount])
}

test('each payment and refund has a receipt, whose number stays, and the statement adds them up', async () => {
  const first = await own()
  expect(first.receipts).toMatchObject([
    {
      number: expect.stringMatching(/^R-C\d+$/),
      what: 'Deposit',
      how: 'Visa ending in 1111',
      payer: 'Ada Angler',
      amount: 700,
      isBack: false,
    },
  ])
  await expectSums(first)
  await aPaidShare()
  app.clock.advance({ seconds: 1 })
  await app.call(recordManualPayment, { token: admin, ...params(), body: { method: 'CASH', amount: 100 } })
  await app.call(recordManualPayment, { token: admin, ...params(), body: { method: 'CHECK', amount: 70 } })
  const check = (await app.call(listManualPayments, { token: admin, ...params() })).find(({ amount }) => amount === 70)!
  await app.call(takeBackManualPayment, { token: admin, params: { id: check.id }, body: { reason: 'Not theirs' } })
  app.clock.advance({ seconds: 1 })
  await app.call(refundBooking, { token: admin, ...params(), query: { amount: '50.25', description: 'Fog' } })
  await eventually(async () => (await own()).statement!.back === 50.25)

  const after = await own()
  expect(after.receipts[0]).toEqual(first.receipts[0])
  expect(after.receipts.map(({ number, what, payer }) => [number.slice(0, 3), what, payer])).toEqual([
    ['R-C', 'Deposit', 'Ada Angler'],
    ['R-C', "Sam's share", 'Sam'],
    ['R-H', "Ana's share", 'Ana'],
    ['R-B', 'Refund', 'Sam'],
  ])
  expect(new Set(after.receipts.map(({ number }) => number)).size).toBe(4)
  await expectSums(after)
})

test('the booking’s link shows all, a share’s what was paid of it, the group’s nothing', async () => {
  const { ana, sam } = await aPaidShare()
  const { groupUrl } = await tripOf()
  const { email, confirmationNumber } = await app.call(getBooking, { token: booking.token, ...params() })
  const mails = await readMails(app, email!, 'booking-confirmed')
  const { text } = mails.find((mail) => mail.text.includes(confirmationNumber))!
  const token = /\/trips\/[\w-]+#([\w-]+)/.exec(text)![1]!
  expect((await open(token)).body).toEqual(await own())
  const ofSam = (await open(sam)).body as Wire
  expect(ofSam).toMatchObject({ statement: null, receipts: [{ payer: 'Sam', amount: 2150 }] })
  expect(JSON.stringify(ofSam)).not.toMatch(/Ada|\b700\b|\b5000\b/)
  expect((await open(ana)).body).toMatchObject({ statement: null, receipts: [] })
  for (const wrong of [tokenIn(groupUrl), `${token}x`])
    expect(await open(wrong)).toMatchObject({ status: 404, body: { error: 'trip-link-invalid' } })
})

test('nobody else reads them: another customer, a stranger', async () => {
  const other = await anAngler(app)
  expect((await app.answer(getReceipts, { token: other.token, ...params() })).status).toBe(404)
  expect((await app.answer(getReceipts, params())).status).toBe(401)
  expect((await app.answer(getBookingReceipts, { token: booking.token, ...params() })).status).toBe(403)
  expect(await app.call(getBookingReceipts, { token: admin, ...params() })).toEqual(await own())
})

test('a canceled booking keeps its receipts, with the same numbers', async () => {
  const { receipts } = await own()
  await app.call(setBookingStatus, { token: admin, ...params(), query: { status: 'CANCELLED' } })
  expect(await own()).toMatchObject({
    trip: { canceledByUs: true, canceledAt: expect.any(String) },
    receipts,
    statement: { status: 'CANCELLED', pendingAmount: 0 },
  })
})

test('a gift that was bought has one too, by its own link, which is emailed with it', async () => {
  const buyerEmail = 'receipts.of.gifts@example.com'
  const link = await orderGift(app, { buyerEmail })
  expect((await open(link.token)).body).toMatchObject({ trip: null, receipts: [] })
  await payForGift(app, link)
  const { body } = await open(link.token)
  expect(body).toEqual({
    trip: null,
    opensTrip: false,
    gift: { trip: null, worth: 500, recipientName: 'Robin' },
    statement: null,
    tips: [],
    receipts: [
      {
        number: expect.stringMatching(/^R-C\d+$/),
        at: expect.any(String),
        what: 'Gift',
        how: 'Visa ending in 1111',
        payer: 'Sam',
        amount: 500,
        isBack: false,
      },
    ],
  })
  const [mail] = await readMails(app, buyerEmail, 'gift-voucher-bought')
  const [, emailed] = /\/receipts\/[\w-]+#([\w-]+)/.exec(mail!.text)!
  expect((await open(emailed!)).body).toEqual(body)
  // Canceled since: it was paid all the same.
  const [gift] = (await app.call(listGiftVouchers, { token: admin, query: { q: buyerEmail } })).content
  await app.call(voidGiftVoucher, { token: admin, params: { id: gift!.id }, body: { reason: 'Not wanted' } })
  for (const token of [link.token, emailed!]) expect((await open(token)).body).toEqual(body)
})
