import { holdAngler, payAngler } from '@arcadia/contract/added-anglers'
import { setBookingStatus } from '@arcadia/contract/admin/bookings'
import { setPrivateSpotPrice } from '@arcadia/contract/admin/configuration'
import { getAvailability } from '@arcadia/contract/availability'
import { TERMS_VERSION } from '@arcadia/contract/booking-data'
import { rescheduleBooking } from '@arcadia/contract/bookings'
import { closeDayMove, moveDay, refundMovedDay } from '@arcadia/contract/day-moves'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { type Angler, aHold, anAdmin, anAngler, networkAddress, openDates } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { expectVouchersWhole, vouchersOf } from '../../testing/vouchers-of.ts'

// Money and spots of a pending group whose day is called off, part of whose deposit a gift paid.

let app: TestApp
let angler: Angler
let admin: string
let date: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
  await app.call(setPrivateSpotPrice, { token: admin, body: { privateSpotPrice: 250 } })
})
afterAll(async () => {
  await expectVouchersWhole(app, admin)
  await app.close()
})
beforeEach(async () => {
  angler = await anAngler(app)
  date = dates.shift()!
})

const { aVoucher, leftOn, redeem, pay, booking } = vouchersOf(() => ({ app, angler, admin, date }))
const spots = async (day: string) => (await app.call(getAvailability, { params: { date: day } })).availableSpots
const byGuest = (id: number) => ({ token: angler.token, params: { id } })

/** Another angler joins, by card. */
async function grow(id: number) {
  const { hold, deposit, totalAmount } = await app.call(holdAngler, { ...byGuest(id), ip: networkAddress() })
  const paymentToken = await app.simulator.cardToken()
  const terms = { currency: 'USD' as const, termsVersion: TERMS_VERSION }
  const body = { holdId: hold?.holdId, amount: deposit, totalAmount, paymentToken, ...terms }
  const headers = { 'idempotency-key': `angler-${id}` }
  await app.call(payAngler, { ...byGuest(id), body, headers, ip: networkAddress() })
}

const set = (id: number, status: 'PENDING' | 'CANCELLED', refund?: boolean) =>
  app.call(setBookingStatus, { token: admin, params: { id }, query: { status, ...(refund && { refund }) } })

const GROUPS = [
  { group: 'two anglers', paid: 700, claims: 2 },
  { group: 'two anglers and one who joined', paid: 1050, claims: 3 },
  { group: 'two anglers with the morning to themselves', paid: 700, claims: 4 },
]

describe.each(GROUPS)('$group', ({ group, paid, claims }) => {
  let id: number
  let code: string
  let moveId: number
  beforeEach(async () => {
    const gift = await aVoucher(200)
    code = gift.code
    const holdId = await aHold(app, angler.token, { date, guests: 2, isPrivate: group.includes('themselves') })
    await redeem(holdId, code)
    id = (await pay(holdId, 500)).body.booking.id
    if (group.includes('joined')) await grow(id)
    await set(id, 'PENDING')
    moveId = (await app.call(moveDay, { token: admin, body: { date, reason: 'WEATHER' } })).id
    expect(await booking(id)).toMatchObject({ status: 'PENDING', paidAmount: paid, voucherAmount: 200 })
    expect(await leftOn(code)).toBe(0)
    expect(await spots(date)).toBe(4 - claims)
  })

  /** All that was paid is back where it came from, and the morning is free. */
  async function expectBack(day = date) {
    expect(await booking(id)).toMatchObject({
      status: 'CANCELLED',
      paidAmount: paid,
      refundedAmount: paid,
      refundedToVouchers: 200,
      refundableAmount: 0,
      pendingAmount: 0,
    })
    expect(await leftOn(code)).toBe(200)
    expect(await spots(day)).toBe(4)
  }

  test('has its money back, on the gift and the cards', async () => {
    const answer = await app.call(refundMovedDay, byGuest(id))
    expect(answer).toMatchObject({ success: true, message: expect.stringContaining('$200.00 is back on your gift') })
    await app.call(refundMovedDay, byGuest(id))
    await expectBack()
  })

  test('moves with all that was paid, and is canceled there', async () => {
    const to = dates.shift()!
    const { numberOfGuests } = await booking(id)
    const body = { newSelectedDate: to, numberOfGuests }
    await app.call(rescheduleBooking, { ...byGuest(id), body })
    expect(await booking(id)).toMatchObject({
      status: 'PENDING',
      selectedDate: to,
      paidAmount: paid,
      voucherAmount: 200,
    })
    expect([await spots(date), await spots(to), await leftOn(code)]).toEqual([4, 4 - claims, 0])
    await set(id, 'CANCELLED', true)
    await expectBack(to)
  })

  test('finds no room on the other date, stays, and is canceled by the house', async () => {
    const to = dates.shift()!
    await aBooking(app, { date: to, guests: 3 })
    const { numberOfGuests } = await booking(id)
    const body = { newSelectedDate: to, numberOfGuests }
    expect((await app.answer(rescheduleBooking, { ...byGuest(id), body })).status).toBe(409)
    expect([await spots(date), await spots(to), await leftOn(code)]).toEqual([4 - claims, 1, 0])
    await set(id, 'CANCELLED', true)
    await expectBack()
  })

  test('is on again as it was, and is canceled by the house later', async () => {
    await app.call(closeDayMove, { token: admin, params: { id: moveId }, body: { opensDay: true } })
    expect(await booking(id)).toMatchObject({ status: 'PENDING', selectedDate: date, paidAmount: paid })
    expect([await spots(date), await leftOn(code)]).toEqual([4 - claims, 0])
    expect((await app.answer(refundMovedDay, byGuest(id))).status).toBe(409)
    await set(id, 'CANCELLED', true)
    await expectBack()
  })
})
