import { getAdminBooking, listAdminBookings, makeDisputePack } from '@arcadia/contract/admin/bookings'
import { checkLedger, getSeasonMoney, listMoneyEntries } from '@arcadia/contract/admin/bookkeeping'
import { recordChargeback, winChargeback } from '@arcadia/contract/admin/chargebacks'
import { getDaySheet } from '@arcadia/contract/admin/dashboard'
import { listGiftVouchers, recordVoucherChargeback, winVoucherChargeback } from '@arcadia/contract/admin/gift-vouchers'
import { listTips, recordTipChargeback, winTipChargeback } from '@arcadia/contract/admin/tips'
import { getBooking } from '@arcadia/contract/bookings'
import { getReceipts } from '@arcadia/contract/receipts'
import { payTip } from '@arcadia/contract/tips'
import { venueDate } from '@arcadia/contract/trip-date'
import { getTrip } from '@arcadia/contract/trips'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '../../http/sessions.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { orderGift, payForGift } from '../../testing/a-gift.ts'
import { anAdmin, networkAddress, openDates } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { findUserByName } from '../accounts/accounts.writes.ts'

/** Each sum of what was paid, refunded and kept counts what banks took of a booking, a gift voucher's price and a tip, until it is won (docs/rules.md §3.43). */

let app: TestApp
let admin: string
let token: string
let booking: Awaited<ReturnType<typeof aBooking>>
let date: string
let voucherId: number
let tipId: number
beforeAll(async () => {
  app = await startTestApp()
  date = openDates()[0]!
  // $700 of $5,000 paid.
  booking = await aBooking(app, { date, guests: 2 })
  app.clock.set(`${date}T17:00:00Z`)
  admin = await anAdmin(app)
  token = await openSession(
    app.database.db,
    app.clock.now(),
    (await findUserByName(app.database.db, booking.username))!,
  )
  await payForGift(app, await orderGift(app, { amount: 500 }))
  voucherId = (await app.call(listGiftVouchers, { token: admin })).content[0]!.id
  const group = (await app.call(getTrip, { token, ...params() })).groupUrl.split('#')[1]!
  const paymentToken = await app.simulator.cardToken()
  const body = { token: group, amount: 250, name: 'Sam', email: 'sam@example.com', paymentToken }
  tipId = (await app.call(payTip, { body, ip: networkAddress() })).id
})
afterAll(() => app.close())

const params = () => ({ params: { id: booking.bookingId } })
const year = () => Number(date.slice(0, 4))
const body = (amount: number) => ({ amount, takenOn: venueDate(app.clock.now()), description: 'Case 42' })

/** What each place says, in dollars. */
async function everywhere() {
  const { balanced, captured, kept, refunded, chargedBack } = await checkBooks(app, admin)
  const season = await app.call(getSeasonMoney, { token: admin, query: { year: year() } })
  const { content } = await app.call(listMoneyEntries, { token: admin, query: { year: year() } })
  const net = (rows: typeof content) =>
    rows.reduce((sum, { direction, amount }) => sum + (direction === 'IN' ? amount : -amount), 0)
  const { statement } = await app.call(getReceipts, { token, ...params() })
  const { parties } = await app.call(getDaySheet, { token: admin, params: { date } })
  const listed = await app.call(listAdminBookings, { token: admin, query: {} })
  const rows = Array.isArray(listed) ? listed : listed.content
  const taken = async (
    of: Promise<{ paidAmount: number | null; refundedAmount: number | null; chargedBackAmount: number | null }>,
  ) => {
    const { paidAmount, refundedAmount, chargedBackAmount } = await of
    return [paidAmount, refundedAmount, chargedBackAmount]
  }
  const isOurs = ({ id }: { id: number }) => id === booking.bookingId
  const page = String(await app.call(makeDisputePack, { token: admin, ...params() }))
  return {
    ledger: { balanced, captured, kept, refunded, chargedBack },
    money: season.moved.reduce((sum, { received, givenBack }) => sum + received - givenBack, 0),
    cardVolume: season.cardVolume.reduce((sum, { charged }) => sum + charged, 0),
    tips: season.tips.reduce((sum, one) => sum + one.kept, 0),
    trips: season.all.paid - season.all.refunded,
    entries: [net(content.filter(({ isTip }) => !isTip)), net(content.filter(({ isTip }) => isTip))],
    statement: statement!.paid - statement!.back,
    bookings: [
      await taken(app.call(getAdminBooking, { token: admin, ...params() })),
      await taken(app.call(getBooking, { token, ...params() })),
      await taken(Promise.resolve(parties.find(isOurs)!)),
      await taken(Promise.resolve(rows.find(isOurs)!)),
    ],
    pack: page.includes('Taken back by the bank</th><td>$700.00'),
    tip: (await app.call(listTips, { token: admin, ...params() })).map(({ back, refundable }) => [back, refundable]),
    voucher: (await app.call(listGiftVouchers, { token: admin })).content[0]!.charge,
  }
}

test('every place counts it, and none of it once the disputes are won', async () => {
  const before = await everywhere()
  expect(before).toMatchObject({
    ledger: { balanced: true, captured: 1450, kept: 1450, refunded: 0, chargedBack: 0 },
    tips: 250,
    statement: 700,
    bookings: Array(4).fill([700, 0, 0]),
    pack: false,
    tip: [[0, 250]],
  })
  const { charges } = await app.call(getAdminBooking, { token: admin, ...params() })
  const paymentId = charges[0]!.id
  await app.call(recordChargeback, { token: admin, ...params(), body: { ...body(700), paymentId } })
  await app.call(recordVoucherChargeback, { token: admin, params: { id: voucherId }, body: body(500) })
  await app.call(recordTipChargeback, { token: admin, params: { id: tipId }, body: body(250) })
  expect(await everywhere()).toEqual({
    ledger: { balanced: true, captured: 1450, kept: 0, refunded: 0, chargedBack: 1450 },
    money: before.money - 1200,
    cardVolume: before.cardVolume,
    tips: 0,
    trips: before.trips - 700,
    entries: [before.entries[0]! - 1200, 0],
    statement: 0,
    bookings: Array(4).fill([700, 700, 700]),
    pack: true,
    tip: [[250, 0]],
    voucher: { ...before.voucher!, left: 0, takenBack: 500 },
  })
  const { refunds } = await app.call(getAdminBooking, { token: admin, ...params() })
  const orderId = refunds.at(-1)!.id
  await app.call(winChargeback, { token: admin, params: { id: booking.bookingId, orderId } })
  await app.call(winVoucherChargeback, { token: admin, params: { id: voucherId } })
  await app.call(winTipChargeback, { token: admin, params: { id: tipId } })
  expect(await everywhere()).toEqual(before)
  expect(await app.call(checkLedger, { token: admin })).toMatchObject({ chargedBack: 0 })
})
