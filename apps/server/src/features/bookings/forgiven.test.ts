import {
  correctBooking,
  forgiveBalance,
  getAdminBooking,
  setBookingStatus,
  undoForgiven,
} from '@arcadia/contract/admin/bookings'
import { checkIn } from '@arcadia/contract/admin/check-ins'
import { giveBackManualPayment, listManualPayments, recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { makePayLink } from '@arcadia/contract/balance-links'
import { listBookingEvents } from '@arcadia/contract/bookings'
import { redeemOnLink } from '@arcadia/contract/gift-vouchers'
import {
  approveRefundRequest,
  listRefundableFailures,
  listRefundRequests,
  refundBooking,
  refundFailure,
  requestRefund,
} from '@arcadia/contract/refunds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { orderGift, payForGift } from '../../testing/a-gift.ts'
import { anAdmin, networkAddress, openDates } from '../../testing/builders.ts'
import { inProof, TEST_SEED } from '../../testing/proof.ts'
import { seededRandom } from '../../testing/random.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const dates = openDates()
/** One angler: $2,500, of which $350 are paid. */
const take = () => aBooking(app, { date: dates.shift()! })
const read = (id: number) => app.call(getAdminBooking, { token: admin, params: { id } })
const owedFor = async (id: number) => (await read(id)).pendingAmount
const refund = (id: number, amount: number, stillOwes?: boolean) =>
  app.call(refundBooking, { token: admin, params: { id }, query: { amount, ...(stillOwes && { stillOwes }) } })
const lastLine = async ({ token, bookingId: id }: { token: string; bookingId: number }) =>
  (await app.call(listBookingEvents, { token, params: { id } })).at(-1)!.description

test('a refund is forgiven unless its guest still owes it, and the history has the answer', async () => {
  const booking = await take()
  const id = booking.bookingId
  await refund(id, 100)
  expect(await owedFor(id)).toBe(2150)
  expect(await lastLine(booking)).toBe("$100.00 was refunded to the Visa ending in 1111. It isn't owed anymore.")
  await refund(id, 50, true)
  expect(await owedFor(id)).toBe(2200)
  expect(await lastLine(booking)).toBe('$50.00 was refunded to the Visa ending in 1111. $50.00 of it is still owed.')
  const { forgiven } = await read(id)
  expect(forgiven).toMatchObject([{ amount: 100, isRefund: true, reason: null }])
  const undone = { token: admin, params: { id, forgivenId: forgiven[0]!.id } }
  expect((await app.call(undoForgiven, undone)).pendingAmount).toBe(2300)
  expect(await lastLine(booking)).toBe('$100.00 is owed again.')
  expect(await app.answer(undoForgiven, undone)).toMatchObject({ status: 404, body: { error: 'forgiven-not-found' } })
})

test('a refund that was refused keeps its answer when it is made again, unless that is answered anew', async () => {
  for (const [query, due] of [
    [{}, 2250],
    [{ stillOwes: false }, 2150],
  ] as const) {
    const { bookingId } = await take()
    await app.simulator.fault({ operation: 'refund', fault: 'decline', times: 1 })
    await refund(bookingId, 100, true)
    expect((await read(bookingId)).refunds).toMatchObject([{ status: 'FAILED', stillOwes: true }])
    const issue = (await app.call(listRefundableFailures, { token: admin })).find((one) => one.bookingId === bookingId)!
    expect(issue.stillOwes).toBe(true)
    await app.call(refundFailure, { token: admin, params: { id: issue.id }, query })
    expect(await owedFor(bookingId)).toBe(due)
  }
})

test('so does the refund of a request, which is asked again', async () => {
  const { bookingId, token } = await take()
  await app.call(requestRefund, { token, params: { id: bookingId }, body: { amount: 100, description: 'Ill' } })
  const open = async () =>
    (await app.call(listRefundRequests, { token: admin })).find((one) => one.bookingId === bookingId)!
  const { id, stillOwes } = await open()
  expect(stillOwes).toBe(false)
  await app.simulator.fault({ operation: 'refund', fault: 'decline', times: 1 })
  await app.call(approveRefundRequest, { token: admin, params: { id }, query: { stillOwes: true } })
  expect(await open()).toMatchObject({ id, stillOwes: true })
  app.clock.advance({ minutes: 3 })
  await app.call(approveRefundRequest, { token: admin, params: { id }, query: {} })
  expect(await owedFor(bookingId)).toBe(2250)
})

test('taking back a slip of the status keeps the answer about a refund', async () => {
  const { bookingId: id } = await take()
  await refund(id, 100)
  const set = (query: { status: 'PENDING' | 'CONFIRMED'; from: 'PENDING' | 'CONFIRMED'; notify?: boolean }) =>
    app.call(setBookingStatus, { token: admin, params: { id }, query })
  await set({ status: 'PENDING', from: 'CONFIRMED' })
  await set({ status: 'CONFIRMED', from: 'PENDING', notify: false })
  expect(await owedFor(id)).toBe(2150)
})

test('what was paid above the total is simply given back, and forgives nothing', async () => {
  const { bookingId: id } = await take()
  const params = { id }
  await app.call(correctBooking, { token: admin, params, body: { numberOfGuests: 2 } })
  await app.call(recordManualPayment, { token: admin, params, body: { amount: 4650, method: 'CASH' } })
  await app.call(correctBooking, { token: admin, params, body: { numberOfGuests: 1, acceptsOverpayment: true } })
  const [entry] = await app.call(listManualPayments, { token: admin, params })
  // $2,500 of the $4,650 were paid above the total.
  const body = { reason: 'One less' }
  await app.call(giveBackManualPayment, { token: admin, params: { id: entry!.id }, body })
  expect(await read(id)).toMatchObject({ pendingAmount: 0, refundedAmount: 4650, forgiven: [{ amount: 2150 }] })
  // So the angler who comes after all owes the whole price.
  await app.call(correctBooking, { token: admin, params, body: { numberOfGuests: 2 } })
  expect(await owedFor(id)).toBe(2500)
})

test('an owner stops asking for a balance and asks again; of two presses one forgives', async () => {
  const booking = await take()
  const params = { id: booking.bookingId }
  const body = { owed: 2150, reason: 'It rained all morning' }
  const presses = [1, 2].map(() => app.answer(forgiveBalance, { token: admin, params, body }))
  const statuses = (await Promise.all(presses)).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 409])
  expect(await owedFor(params.id)).toBe(0)
  expect(await lastLine(booking)).toBe("$2,150.00 isn't owed anymore.")
  // What comes on top is owed, and nothing of what was forgiven.
  await app.call(correctBooking, { token: admin, params, body: { riders: 1 } })
  expect(await owedFor(params.id)).toBe(150)
  const stale = await app.answer(forgiveBalance, { token: admin, params, body })
  expect(stale).toMatchObject({ status: 409, body: { error: 'owed-changed' } })
  const { forgiven } = await read(params.id)
  expect(forgiven).toMatchObject([{ amount: 2150, isRefund: false, reason: 'It rained all morning' }])
  await app.call(undoForgiven, { token: admin, params: { ...params, forgivenId: forgiven[0]!.id } })
  expect(await owedFor(params.id)).toBe(2300)
})

test('cash that was given back is a refund: forgiven, or still owed', async () => {
  for (const stillOwes of [false, true]) {
    const booking = await take()
    const params = { id: booking.bookingId }
    await app.call(recordManualPayment, { token: admin, params, body: { amount: 150, method: 'CASH' } })
    const [entry] = await app.call(listManualPayments, { token: admin, params })
    const give = { token: admin, params: { id: entry!.id }, body: { reason: 'Left early', stillOwes } }
    const given = await app.call(giveBackManualPayment, give)
    const owed = stillOwes ? 2150 : 2000
    expect(given).toMatchObject({ paidAmount: 500, refundedAmount: 150, pendingAmount: owed, refundableAmount: 350 })
    const answer = stillOwes ? '$150.00 of it is still owed.' : "It isn't owed anymore."
    expect(await lastLine(booking)).toBe(`$150.00 was given back. ${answer}`)
    const again = await app.answer(giveBackManualPayment, give)
    expect(again).toMatchObject({ status: 409, body: { error: 'already-taken-back' } })
    const [listed] = await app.call(listManualPayments, { token: admin, params })
    expect(listed!.takenBack).toMatchObject({ reason: 'Left early', isGivenBack: true })
  }
})

test("what the guest's emails say of the money adds up to the total", async () => {
  const { bookingId: id, confirmationNumber } = await take()
  const params = { id }
  await refund(id, 100)
  await app.call(recordManualPayment, { token: admin, params, body: { amount: 150, method: 'CASH' } })
  await app.call(correctBooking, { token: admin, params, body: { riders: 1 } })
  const body = { owed: await owedFor(id), reason: 'Friends' }
  await app.call(forgiveBalance, { token: admin, params, body })
  for (const kind of ['booking-confirmed', 'manual-payment', 'booking-corrected']) {
    const mail = (await readMails(app, 'ada@example.com', kind)).find(({ text }) => text.includes(confirmationNumber))
    expect([kind, mail?.text.match(/^(Total|Paid|Refunded|Not owed anymore|Balance): .*$/gm)?.sort()]).toEqual([
      kind,
      [
        'Balance: Nothing left to pay',
        'Not owed anymore: $2,250.00',
        'Paid: $500.00',
        'Refunded: $100.00',
        'Total: $2,650.00',
      ],
    ])
  }
})

/** On the day of a trip, so that its group can be marked. */
async function onTheDay() {
  const date = dates.shift()!
  const { bookingId: id } = await aBooking(app, { date })
  app.clock.set(`${date}T16:00:00Z`)
  admin = await anAdmin(app)
  return { id, date }
}

/** After each step the balance equals what the steps made of it. */
async function play(seed: number): Promise<void> {
  const random = seededRandom(seed)
  const { id, date } = await onTheDay()
  const params = { id }
  const forgiven = new Map<number, number>()
  // Below zero, more is paid or forgiven than the trip costs.
  let balance = 2150
  const goesBack = async (amount: number, stillOwes: boolean, give: () => Promise<unknown>) => {
    await give()
    const within = Math.max(0, amount - Math.max(0, -balance))
    balance += stillOwes ? amount : amount - within
    const last = (await read(id)).forgiven.at(-1)
    if (!stillOwes && within > 0) forgiven.set(last!.id, within)
  }
  let mark: 'ARRIVED' | 'NO_SHOW' | null = null
  /** What the standing mark forgives, unless an owner took that back. */
  let ofNoShow = 0
  const steps = [
    async () => {
      const was = mark
      mark = random.pick([null, 'ARRIVED', 'NO_SHOW', 'NO_SHOW'] as const)
      const body = { date, state: mark, was, at: app.clock.now().toISOString() }
      await app.call(checkIn, { token: admin, params, body })
      if (mark === was) return
      balance += ofNoShow
      ofNoShow = mark === 'NO_SHOW' ? Math.max(0, balance) : 0
      balance -= ofNoShow
    },
    async () => {
      const own = (await read(id)).forgiven.find(({ isNoShow }) => isNoShow)
      expect(own?.amount ?? 0).toBe(ofNoShow)
      if (!own) return
      await app.call(undoForgiven, { token: admin, params: { id, forgivenId: own.id } })
      balance += ofNoShow
      ofNoShow = 0
    },
    async () => {
      const [before, guests] = [(await read(id)).numberOfGuests, random.between(1, 3)]
      const body = { numberOfGuests: guests, acceptsOverpayment: true }
      await app.call(correctBooking, { token: admin, params, body })
      balance += (guests - before) * 2500
    },
    async () => {
      const amount = Math.min(balance, random.between(1, 30) * 50)
      if (amount <= 0) return
      await app.call(recordManualPayment, { token: admin, params, body: { amount, method: 'CHECK' } })
      balance -= amount
    },
    async () => {
      if (balance <= 0) return
      const trip = random.pick([undefined, { packageType: 'TROPHY' as const, numberOfGuests: 1 }])
      const amount = trip ? 2500 : random.between(1, 30) * 50
      const { code } = (await payForGift(app, await orderGift(app, { amount, ...(trip && { trip }) }))).body
      const { link } = await app.call(makePayLink, { token: admin, params, body: {} })
      const body = { token: link.split('#')[1]!, code: code!, owed: balance }
      await app.call(redeemOnLink, { body, ip: networkAddress() })
      balance -= Math.min(balance, amount)
    },
    async () => {
      const { refundableAmount, status } = await read(id)
      const [amount, stillOwes] = [Math.min(refundableAmount, random.between(1, 4) * 25), random.between(0, 1) === 1]
      app.clock.advance({ minutes: 3 })
      if (amount > 0 && status !== 'CANCELLED') await goesBack(amount, stillOwes, () => refund(id, amount, stillOwes))
    },
    async () => {
      const all = await app.call(listManualPayments, { token: admin, params })
      const [entry, stillOwes] = [all.find(({ takenBack }) => !takenBack), random.between(0, 1) === 1]
      const body = { reason: 'Asked for it', stillOwes }
      const give = () => app.call(giveBackManualPayment, { token: admin, params: { id: entry!.id }, body })
      if (entry) await goesBack(entry.amount, stillOwes, give)
    },
    async () => {
      if (balance <= 0) return
      await app.call(forgiveBalance, { token: admin, params, body: { owed: balance, reason: 'Friends' } })
      forgiven.set((await read(id)).forgiven.at(-1)!.id, balance)
      balance = 0
    },
    async () => {
      const [first] = forgiven
      if (!first) return
      await app.call(undoForgiven, { token: admin, params: { id, forgivenId: first[0] } })
      forgiven.delete(first[0])
      balance += first[1]
    },
  ]
  for (let step = 0; step < 15; step++) {
    await random.pick(steps)()
    const { totalAmount, paidAmount, refundedAmount, pendingAmount, forgivenAmount } = await read(id)
    expect(pendingAmount, `seed ${seed}, step ${step}`).toBe(Math.max(0, balance))
    const kept = Math.min(totalAmount, paidAmount - refundedAmount)
    expect(kept + forgivenAmount + pendingAmount, `seed ${seed}, step ${step}: the sums add up`).toBe(totalAmount)
  }
}

test('after any order of add, drop, pay, refund, forgive, mark and undo the balance is what these made of it', async () => {
  for (let seed = 0; seed < inProof(30, 6); seed++) await play(seed + TEST_SEED)
})

test('the refund of a cancelled booking is asked about when it is confirmed again, and can be taken back after', async () => {
  const { bookingId: id } = await take()
  const set = (query: { status: 'CANCELLED' | 'CONFIRMED'; refund?: boolean; stillOwes?: boolean }) =>
    app.call(setBookingStatus, { token: admin, params: { id }, query })
  await set({ status: 'CANCELLED', refund: true })
  await set({ status: 'CONFIRMED', stillOwes: false })
  expect(await owedFor(id)).toBe(2150)
  const [one] = (await read(id)).forgiven
  await app.call(undoForgiven, { token: admin, params: { id, forgivenId: one!.id } })
  expect(await owedFor(id)).toBe(2500)
})
