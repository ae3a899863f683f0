import { correctBooking, forgiveBalance, getAdminBooking } from '@arcadia/contract/admin/bookings'
import { checkIn } from '@arcadia/contract/admin/check-ins'
import { makeGiftVoucher, showVoucherCode } from '@arcadia/contract/admin/gift-vouchers'
import { recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { redeemOnBooking } from '@arcadia/contract/gift-vouchers'
import { refundBooking } from '@arcadia/contract/refunds'
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
const read = (id: number) => app.call(getAdminBooking, { token: admin, params: { id } })

/** A booking of one angler ($2,500, of which $350 are paid) with what happened before its group was marked. */
async function aGroup(before: (id: number, token: string) => Promise<unknown> = async () => {}) {
  const date = dates.shift()!
  const booking = await aBooking(app, { date })
  await before(booking.bookingId, booking.token)
  return { ...booking, date, id: booking.bookingId }
}
const mark = ({ id, date }: { id: number; date: string }, state: 'NO_SHOW' | null = 'NO_SHOW') => {
  const body = { date, state, was: state ? null : ('NO_SHOW' as const), at: app.clock.now().toISOString() }
  return app.call(checkIn, { token: admin, params: { id }, body })
}
const refund = (id: number, amount: number, stillOwes = false) =>
  app.call(refundBooking, { token: admin, params: { id }, query: { amount, ...(stillOwes && { stillOwes }) } })
const cash = (id: number, amount: number) =>
  app.call(recordManualPayment, { token: admin, params: { id }, body: { amount, method: 'CASH' } })
const forgive = async (id: number) => {
  const body = { owed: (await read(id)).pendingAmount, reason: 'Friends' }
  await app.call(forgiveBalance, { token: admin, params: { id }, body })
}

async function redeem(id: number, token: string) {
  const body = { amount: 500, senderName: 'The house', recipientName: 'Ada' }
  const voucher = await app.call(makeGiftVoucher, { token: admin, body })
  const { code } = await app.call(showVoucherCode, { token: admin, params: { id: voucher.id } })
  await app.call(redeemOnBooking, { token, params: { id }, body: { code }, ip: networkAddress() })
}

test('a no-show forgives what is left of the total, and undoing its mark asks for it again', async () => {
  const plain = await aGroup()
  const refunded = await aGroup((id) => refund(id, 100))
  const owedAgain = await aGroup((id) => refund(id, 100, true))
  const byVoucher = await aGroup(redeem)
  const byCash = await aGroup((id) => cash(id, 150))
  const grown = await aGroup(async (id) => {
    await forgive(id)
    await app.call(correctBooking, { token: admin, params: { id }, body: { riders: 1 } })
  })
  const paid = await aGroup((id) => cash(id, 2150))
  const undone = await aGroup()
  const came = await aGroup()
  const groups = [plain, refunded, owedAgain, byVoucher, byCash, grown, paid, undone, came]
  app.clock.set(`${came.date}T16:00:00Z`)
  admin = await anAdmin(app)
  for (const group of groups.filter((one) => one !== came)) await mark(group)
  await mark(undone, null)

  const rests = [
    [plain, 2150],
    [refunded, 2150],
    [owedAgain, 2250],
    [byVoucher, 1650],
    [byCash, 2000],
    [grown, 150],
    [paid, 0],
  ] as const
  for (const [group, rest] of rests) {
    const { forgiven } = await read(group.id)
    const rows = forgiven.filter(({ isNoShow }) => isNoShow)
    expect(rows).toMatchObject(rest > 0 ? [{ amount: rest, by: 'Owner', at: app.clock.now().toISOString() }] : [])
    await mark(group, null)
    expect((await read(group.id)).pendingAmount).toBe(rest)
  }
})
