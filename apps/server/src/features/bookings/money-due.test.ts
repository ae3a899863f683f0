import { setBookingStatus } from '@arcadia/contract/admin/bookings'
import { makeGiftVoucher, showVoucherCode } from '@arcadia/contract/admin/gift-vouchers'
import { recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { makePayLink, openBalanceLink } from '@arcadia/contract/balance-links'
import { getBooking } from '@arcadia/contract/bookings'
import { moveDay } from '@arcadia/contract/day-moves'
import { redeemOnBooking, redeemOnLink } from '@arcadia/contract/gift-vouchers'
import { payBalance } from '@arcadia/contract/payments'
import { addDays } from '@arcadia/contract/trip-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, networkAddress, openDates } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const dates = openDates()

/** A booking with $2,150 of balance, and every way to pay $100 of it. */
async function aBalance() {
  const date = dates.shift()!
  const { token, bookingId } = await aBooking(app, { date })
  const params = { id: bookingId }
  const made = await app.call(makePayLink, { token: admin, params, body: {} })
  const link = made.link.split('#')[1]!
  const voucher = async () => {
    const body = { amount: 100, senderName: 'The house', recipientName: 'Robin' }
    const { id } = await app.call(makeGiftVoucher, { token: admin, body })
    return (await app.call(showVoucherCode, { token: admin, params: { id } })).code
  }
  const ip = networkAddress()
  const ways = {
    card: async () => {
      const paymentToken = await app.simulator.cardToken()
      const body = { bookingId, amount: 100, currency: 'USD' as const, paymentToken }
      return app.answer(payBalance, { token, body, ip })
    },
    voucher: async () => app.answer(redeemOnBooking, { token, params, body: { code: await voucher() }, ip }),
    cash: () => app.answer(recordManualPayment, { token: admin, params, body: { amount: 100, method: 'CASH' } }),
    'a new link': () => app.answer(makePayLink, { token: admin, params, body: {} }),
  }
  const byLink = {
    page: () => app.answer(openBalanceLink, { body: { token: link } }),
    voucher: async () => {
      const { pendingAmount: owed } = await app.call(getBooking, { token: admin, params })
      return app.answer(redeemOnLink, { body: { token: link, code: await voucher(), owed }, ip })
    },
  }
  const setStatus = (status: 'CANCELLED' | 'PENDING' | 'COMPLETED') =>
    app.call(setBookingStatus, { token: admin, params, query: { status } })
  return { date, ways, byLink, setStatus, read: () => app.call(getBooking, { token: admin, params }) }
}

test.each([
  ['is canceled', 'CANCELLED', 'This booking was canceled, so nothing is owed.'],
  ['waits for the guide', 'PENDING', "There's nothing to pay on this booking right now."],
  ['is on a called-off day', undefined, "We can't run the trip that day, so there's nothing to pay for it."],
] as const)('a booking that %s is paid in no way, and each says the same', async (_, status, message) => {
  const { date, ways, byLink, setStatus, read } = await aBalance()
  if (status) await setStatus(status)
  else await app.call(moveDay, { token: admin, body: { date, reason: 'WEATHER' } })
  for (const [way, use] of Object.entries(ways))
    expect([way, (await use()).body]).toMatchObject([way, { error: 'nothing-owed', message }])
  for (const use of Object.values(byLink))
    expect(await use()).toMatchObject({ status: 404, body: { error: 'balance-link-invalid' } })
  expect(await read()).toMatchObject({ paidAmount: 350 })
})

test('a trip that took place is paid in every way, until nothing is owed', async () => {
  const { date, ways, byLink, read } = await aBalance()
  app.clock.set(`${addDays(date, 1)}T15:00:00Z`)
  admin = await anAdmin(app)
  await app.app.runJobs()
  expect(await read()).toMatchObject({ status: 'COMPLETED', pendingAmount: 2150 })
  for (const [way, use] of Object.entries({ 'a new link': ways['a new link'], cash: ways.cash, ...byLink }))
    expect([way, (await use()).status < 300]).toEqual([way, true])
  expect(await read()).toMatchObject({ paidAmount: 550, pendingAmount: 1950 })
})
