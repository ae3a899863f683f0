import { addressOf } from '@arcadia/contract/addresses'
import { checkLedger, getSeasonMoney, listMoneyEntries } from '@arcadia/contract/admin/bookkeeping'
import {
  makeGiftVoucher,
  sellGiftVoucher,
  showVoucherCode,
  undoVoucherSale,
} from '@arcadia/contract/admin/gift-vouchers'
import {
  giveBackManualPayment,
  listManualPayments,
  recordManualPayment,
  takeBackManualPayment,
} from '@arcadia/contract/admin/manual-payments'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { makePayLink, payLinkedBalance } from '@arcadia/contract/balance-links'
import { TERMS_VERSION } from '@arcadia/contract/booking-data'
import { redeemOnBooking } from '@arcadia/contract/gift-vouchers'
import { payBalance } from '@arcadia/contract/payments'
import { refundBooking, voidBooking } from '@arcadia/contract/refunds'
import { venueDate } from '@arcadia/contract/trip-date'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { orderGift, payForGift } from '../../testing/a-gift.ts'
import { anAdmin, networkAddress, openDates } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const season = (year = '2027') => app.call(getSeasonMoney, { token: admin, query: { year } })
const entriesOf = (year: string, page = '0', size = '100') =>
  app.call(listMoneyEntries, { token: admin, query: { year, page, size } })

test('a season’s months show paid, refunded and due; the entries match the books to the cent', async () => {
  const [first, second, third] = openDates() as [string, string, string]
  const month = (date: string) => date.slice(0, 7)
  const one = await aBooking(app, { date: first, guests: 2 })
  await aBooking(app, { date: second })
  const gone = await aBooking(app, { date: third })
  const cash = { method: 'CASH' as const, amount: 1000 }
  await app.call(recordManualPayment, { token: admin, params: { id: one.bookingId }, body: cash })
  await app.call(refundBooking, {
    token: admin,
    params: { id: gone.bookingId },
    query: { amount: '100' },
  })
  await eventually(async () => (await season()).all.refunded === 100)

  const { months, all, years, vouchersLeft } = await season()
  expect(years).toEqual([2027])
  expect(vouchersLeft).toBe(0)
  expect(months.map((one) => one.month)).toEqual([...new Set([first, second, third].map(month))])
  // 4 anglers' deposits and the cash. What went back is not owed again, and the rest still is.
  expect(all).toMatchObject({ paid: 4 * 350 + 1000, refunded: 100, due: 4 * 2500 - 4 * 350 - 1000 })

  const year = String(app.clock.now().getFullYear())
  const { content } = await entriesOf(year)
  const net = (method: string) =>
    content
      .filter((entry) => entry.method === method)
      .reduce((sum, { amount, direction }) => sum + (direction === 'IN' ? amount : -amount), 0)
  const ledger = await app.call(checkLedger, { token: admin })
  expect(net('CARD')).toBe(ledger.captured - ledger.refunded)
  expect(net('CASH')).toBe(1000)
  expect(content.find(({ direction }) => direction === 'BACK')).toMatchObject({
    amount: 100,
    booking: { id: gone.bookingId },
  })
  expect(content.map(({ id }) => id)).toEqual([5, 4, 3, 2, 1])
  const pages = await Promise.all(['0', '1', '2'].map((page) => entriesOf(year, page, '2')))
  expect(pages.flatMap((page) => page.content)).toEqual(content)
  expect(await entriesOf(year, '3', '2')).toMatchObject({ content: [], totalElements: 5, totalPages: 3 })
  expect(await entriesOf('2031')).toMatchObject({ content: [], totalElements: 0, totalPages: 0 })
})

test.each(['27', '1999', 'twenty', ''])('the year %s is refused', async (year) => {
  const { status, body } = await app.request('GET', addressOf(listMoneyEntries, { query: { year } }), { token: admin })
  expect([status, body.details[0].path]).toEqual([400, 'year'])
})

/** Begins in the last half hour of 2026 at the venue, when it is 2027 in UTC. */
describe('a season with everything in it', () => {
  let app: TestApp
  let admin: string
  const dates = openDates()
  const season = (year: number) => app.call(getSeasonMoney, { token: admin, query: { year: String(year) } })
  const entries = async (year: number) =>
    (await app.call(listMoneyEntries, { token: admin, query: { year: String(year), page: '0', size: '100' } })).content
  const book = () => aBooking(app, { date: dates.shift()! })
  const setClock = async (at: string) => {
    app.clock.set(at)
    admin = await anAdmin(app)
  }

  beforeAll(async () => {
    app = await startTestApp({ now: '2027-01-01T04:30:00Z' })
    admin = await anAdmin(app)
    const refund = (id: number, amount: string, description: string) =>
      app.answer(refundBooking, { token: admin, params: { id }, query: { amount, description } })
    const payByHand = (id: number, body: { method: 'CASH' | 'CHECK'; amount: number; note?: string }) =>
      app.call(recordManualPayment, { token: admin, params: { id }, body })
    const redeem = (booking: { token: string; bookingId: number }, code: string) =>
      app.call(redeemOnBooking, {
        token: booking.token,
        params: { id: booking.bookingId },
        body: { code },
        ip: networkAddress(),
      })

    const lastOf2026 = await book()
    await setClock('2027-01-01T05:30:00Z')
    const firstOf2027 = await book()
    const { code } = (await payForGift(app, await orderGift(app, { senderName: 'Sam Ray' }, firstOf2027.token))).body
    const given = await app.call(makeGiftVoucher, {
      token: admin,
      body: { amount: 200, senderName: 'The house', recipientName: 'Kim' },
    })
    await redeem(firstOf2027, code!)
    await redeem(lastOf2026, (await app.call(showVoucherCode, { token: admin, params: { id: given.id } })).code)
    await setClock('2027-04-05T14:00:00Z')
    const sell = (amount: number, method: 'CHECK' | 'ZELLE', note?: string) =>
      app.call(sellGiftVoucher, {
        token: admin,
        body: { amount, method, senderName: 'Sue Lake', recipientName: 'Robin', ...(note && { note }) },
      })
    await sell(300.5, 'CHECK', 'Check 4411')
    for (const isGivenBack of [true, false]) {
      const { id } = await sell(80, 'ZELLE')
      const body = { reason: isGivenBack ? 'Changed her mind' : 'Typed twice', isGivenBack }
      await app.call(undoVoucherSale, { token: admin, params: { id }, body })
    }
    await refund(firstOf2027.bookingId, '30.50', 'A late start')
    await payByHand(lastOf2026.bookingId, { method: 'CASH', amount: 1000.25 })
    await payByHand(firstOf2027.bookingId, { method: 'CHECK', amount: 600, note: 'Check 00501, from Sue' })
    await payByHand(firstOf2027.bookingId, { method: 'CASH', amount: 5, note: 'Tip' })
    const [, wrong] = await app.call(listManualPayments, { token: admin, params: { id: firstOf2027.bookingId } })
    await app.call(takeBackManualPayment, { token: admin, params: { id: wrong!.id }, body: { reason: 'Typed twice' } })
    const { token, bookingId } = await book()
    const balance = { bookingId, amount: 100, currency: 'USD' as const, paymentToken: await app.simulator.cardToken() }
    await app.call(payBalance, { token, body: balance, ip: networkAddress() })
    await refund(bookingId, '120.75', 'Rain')
    const voided = await book()
    await app.call(voidBooking, { token: admin, params: { id: voided.bookingId } })
    const refused = await book()
    await app.simulator.fault({ operation: 'refund', fault: 'decline', times: 1 })
    await refund(refused.bookingId, '50', 'Refused')
    const phoneIn = async () => {
      const who = { firstName: 'Skip', lastName: 'Dell', email: null, phone: '(863) 555-0177' }
      const trip = { selectedDate: dates.shift()!, numberOfGuests: 1, packageType: 'TROPHY' as const }
      return (await app.call(enterPhoneBooking, { token: admin, body: { ...who, ...trip } })).id
    }
    const caller = await phoneIn()
    await payByHand(caller, { method: 'CHECK', amount: 350, note: '2210' })
    const [check] = await app.call(listManualPayments, { token: admin, params: { id: caller } })
    await app.call(giveBackManualPayment, { token: admin, params: { id: check!.id }, body: { reason: 'Called off' } })
    // A phone booking's deposit is paid like a balance, and is a deposit all the same.
    const { link } = await app.call(makePayLink, { token: admin, params: { id: await phoneIn() }, body: {} })
    const byLink = { amount: 350, currency: 'USD', owed: 2500, termsVersion: TERMS_VERSION } as const
    const paymentToken = await app.simulator.cardToken()
    await app.call(payLinkedBalance, { body: { ...byLink, token: link.split('#')[1]!, paymentToken } })
  })
  afterAll(() => app.close())

  test('each entry says what it is, who it is about and why, and a voided charge is left out', async () => {
    expect((await entries(2026)).map(({ kind, amount }) => [kind, amount])).toEqual([['DEPOSIT', 350]])
    const listed = (await entries(2027))
      .reverse()
      .map(({ kind, method, direction, amount, guest, note, checkNumber }) =>
        [kind, method, direction === 'BACK' ? -amount : amount, guest, note, checkNumber].join(' | '),
      )
    expect(listed).toEqual([
      'DEPOSIT | CARD | 350 | Ada Angler |  | ',
      'VOUCHER_SOLD | CARD | 500 | Sam Ray | For Robin | ',
      'VOUCHER_USED | VOUCHER | 500 | Ada Angler | Voucher sold to Sam Ray | ',
      'VOUCHER_USED | VOUCHER | 200 | Ada Angler | Voucher given by The house | ',
      'DEPOSIT | CARD | 350 | Ada Angler |  | ',
      'BALANCE | CARD | 100 | Ada Angler |  | ',
      'DEPOSIT | CARD | 350 | Ada Angler |  | ',
      'DEPOSIT | CARD | 350 | Skip Dell |  | ',
      'REFUND | CARD | -100 | Ada Angler | Rain | ',
      'REFUND | CARD | -20.75 | Ada Angler | Rain | ',
      'VOUCHER_SOLD | CHECK | 300.5 | Sue Lake | For Robin | 4411',
      'VOUCHER_SOLD | ZELLE | 80 | Sue Lake | For Robin | ',
      'GIVEN_BACK | ZELLE | -80 | Sue Lake | For Robin, Changed her mind | ',
      'VOUCHER_SOLD | ZELLE | 80 | Sue Lake | For Robin | ',
      'TAKEN_BACK | ZELLE | -80 | Sue Lake | For Robin, Typed twice | ',
      'BALANCE | CASH | 1000.25 | Ada Angler |  | ',
      'BALANCE | CHECK | 600 | Ada Angler | from Sue | 00501',
      'BALANCE | CASH | 5 | Ada Angler | Tip | ',
      'TAKEN_BACK | CASH | -5 | Ada Angler | Typed twice | ',
      'DEPOSIT | CHECK | 350 | Skip Dell |  | 2210',
      'GIVEN_BACK | CHECK | -350 | Skip Dell | Called off | 2210',
      'VOUCHER_REFUNDED | VOUCHER | -30.5 | Ada Angler | Voucher sold to Sam Ray | ',
    ])
  })

  test('the months are the sums of the entries, and the card is the ledger', async () => {
    const card = { method: 'CARD' }
    expect((await season(2026)).moved).toEqual([{ month: '2026-12', ...card, received: 350, givenBack: 0 }])
    const { moved } = await season(2027)
    expect(moved).toEqual([
      { month: '2027-01', ...card, received: 850, givenBack: 0 },
      { month: '2027-01', method: 'VOUCHER', received: 700, givenBack: 0 },
      { month: '2027-04', ...card, received: 1150, givenBack: 120.75 },
      { month: '2027-04', method: 'CASH', received: 1000.25, givenBack: 0 },
      { month: '2027-04', method: 'CHECK', received: 950 + 300.5, givenBack: 350 },
      { month: '2027-04', method: 'ZELLE', received: 80, givenBack: 80 },
      { month: '2027-04', method: 'VOUCHER', received: 0, givenBack: 30.5 },
    ])
    const sums = new Map<string, number>()
    for (const { at, method, direction, amount } of await entries(2027)) {
      const name = `${venueDate(new Date(at)).slice(0, 7)} ${method}`
      sums.set(name, (sums.get(name) ?? 0) + (direction === 'IN' ? amount : -amount) * 100)
    }
    for (const { month, method, received, givenBack } of moved) {
      expect(sums.get(`${month} ${method}`)).toBeCloseTo((received - givenBack) * 100)
    }
    const { captured, refunded, balanced } = await checkBooks(app, admin)
    expect([balanced, captured - refunded]).toEqual([true, 350 + 850 + 1150 - 120.75])
  })

  test('the card volume of all months is what the ledger captured, less a voided charge, before refunds', async () => {
    const before = (await season(2026)).cardVolume
    const { cardVolume } = await season(2027)
    expect([before, cardVolume]).toEqual([
      [{ month: '2026-12', charged: 350 }],
      [
        { month: '2027-01', charged: 850 },
        { month: '2027-04', charged: 1150 },
      ],
    ])
    const { captured } = await checkBooks(app, admin)
    // The charge of $350 that was voided is in no bank statement.
    expect([...before, ...cardVolume].reduce((sum, { charged }) => sum + charged, 0)).toBe(captured - 350)
  })

  test('the money of the year and what its trips brought differ by sums that are named', async () => {
    const { bridge, all, years, vouchersLeft } = await season(2027)
    expect(years).toEqual([2027, 2026])
    expect(bridge).toEqual({
      moved: 850 + 1150 - 120.75 + 1005.25 - 5 + 950 - 350 + 300.5,
      withoutTrip: -500 - 300.5,
      forOtherYears: 0,
      inOtherYears: 350,
      byVoucher: 669.5,
      trips: 3999,
    })
    expect(all.paid - all.refunded).toBe(3999)
    expect(vouchersLeft).toBe(30.5 + 300.5)
    const before = await season(2026)
    expect(before.bridge).toMatchObject({ moved: 350, forOtherYears: -350, trips: 0 })
    expect(before.vouchersLeft, 'what was sold later is no voucher of this year').toBe(0)
  })
})
