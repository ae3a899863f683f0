import { checkLedger, listMoneyEntries } from '@arcadia/contract/admin/bookkeeping'
import {
  listGiftVouchers,
  recordVoucherChargeback,
  sellGiftVoucher,
  voidGiftVoucher,
  winVoucherChargeback,
} from '@arcadia/contract/admin/gift-vouchers'
import { openReceipts } from '@arcadia/contract/receipts'
import { addDays, venueDate } from '@arcadia/contract/trip-date'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { orderGift, payForGift } from '../../testing/a-gift.ts'
import { aColleague, anAdmin } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/** What a bank took back of what a card paid for a gift voucher (docs/rules.md §3.43). */

let app: TestApp
let owner: string
let link: { token: string }
let id: number
beforeAll(async () => {
  app = await startTestApp()
  owner = await anAdmin(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  link = await orderGift(app, { amount: 500 })
  expect((await payForGift(app, link)).status).toBe(201)
  id = (await app.call(listGiftVouchers, { token: owner })).content[0]!.id
})

const today = () => venueDate(app.clock.now())
const read = async () =>
  (await app.call(listGiftVouchers, { token: owner })).content.find((voucher) => voucher.id === id)!
const record = ({ amount = 500, takenOn = today(), token = owner, of = id } = {}) =>
  app.answer(recordVoucherChargeback, {
    token,
    params: { id: of },
    body: { amount, takenOn, description: 'Case 42, not as described' },
  })
const win = (token = owner) => app.answer(winVoucherChargeback, { token, params: { id } })
const entries = async () =>
  (await app.call(listMoneyEntries, { token: owner, query: { year: Number(today().slice(0, 4)) } })).content.map(
    ({ kind, direction, amount, guest, note }) => [kind, direction, amount, guest, note],
  )

test('it leaves the books equal to the cent, is listed in Money and on the buyer’s paper, and the voucher stays good', async () => {
  const before = await app.call(checkLedger, { token: owner })
  expect(await read()).toMatchObject({ status: 'GOOD', charge: { left: 500, takenBack: 0 } })
  expect((await record()).status).toBe(204)
  expect(await checkBooks(app, owner)).toMatchObject({
    balanced: true,
    captured: before.captured,
    kept: before.kept - 500,
    chargedBack: before.chargedBack + 500,
    refunded: before.refunded,
  })
  expect(await read()).toMatchObject({ status: 'GOOD', left: 500, charge: { left: 0, takenBack: 500 } })
  expect((await entries())[0]).toEqual(['CHARGED_BACK', 'BACK', 500, 'Sam', 'For Robin, Case 42, not as described'])
  const { receipts } = await app.call(openReceipts, { body: { token: link.token } })
  expect(receipts.map(({ isBack, amount }) => [isBack, amount])).toEqual([
    [false, 500],
    [true, 500],
  ])
})

test('five presses at once record it once, also of a part, after which nothing is left', async () => {
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => record({ amount: 100 })))
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409])
  expect(await read()).toMatchObject({ charge: { left: 0, takenBack: 100 } })
  expect(await record()).toMatchObject({ status: 409, body: { error: 'already-charged-back' } })
})

test('won later it counts as kept again, once, and both stand in the books', async () => {
  const before = await app.call(checkLedger, { token: owner })
  await record()
  expect((await win()).status).toBe(204)
  expect(await win()).toMatchObject({ status: 404, body: { error: 'chargeback-not-found' } })
  expect(await checkBooks(app, owner)).toMatchObject({
    balanced: true,
    kept: before.kept,
    chargedBack: before.chargedBack,
  })
  expect(await read()).toMatchObject({ charge: { left: 500, takenBack: 0 } })
  const won = (await entries()).filter(([kind]) => kind === 'WON_BACK')
  expect(won).toEqual([['WON_BACK', 'IN', 500, 'Sam', 'For Robin, Case 42, not as described']])
})

test('no more than was paid, on no day before or to come, by an owner alone, of a void voucher too', async () => {
  expect(await record({ amount: 500.01 })).toMatchObject({ status: 409, body: { error: 'more-than-refundable' } })
  expect((await record({ takenOn: addDays(today(), 1) })).status).toBe(400)
  expect((await record({ takenOn: addDays(today(), -1) })).status).toBe(400)
  const { token } = await aColleague(app, 'OFFICE')
  expect((await record({ token })).status).toBe(403)
  expect((await win(token)).status).toBe(403)
  expect(await record({ of: 999_999 })).toMatchObject({ status: 404, body: { error: 'voucher-not-found' } })
  await app.call(voidGiftVoucher, { token: owner, params: { id }, body: { reason: 'Disputed' } })
  expect((await record()).status).toBe(204)
  expect(await checkBooks(app, owner)).toMatchObject({ balanced: true })
})

test('what was paid by hand is no card payment', async () => {
  const body = { amount: 500, senderName: 'Sue Lake', recipientName: 'Robin', method: 'CASH' as const }
  const sold = await app.call(sellGiftVoucher, { token: owner, body })
  expect(sold.charge).toBeNull()
  expect(await record({ of: sold.id })).toMatchObject({ status: 404, body: { error: 'charge-not-found' } })
})
