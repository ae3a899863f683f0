import { getAdminBooking, patchBookingStatus } from '@arcadia/contract/admin/bookings'
import { getDashboardOverview } from '@arcadia/contract/admin/dashboard'
import { giveBackManualPayment, listManualPayments, recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import type { Input } from '@arcadia/contract/endpoint'
import { approveRefundRequest, listRefundRequests, requestRefund } from '@arcadia/contract/refunds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, openDates } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let token: string
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp()
  token = await anAdmin(app)
})
afterAll(() => app.close())

/** A booking with $700.00 paid by check, canceled by the owner, and the email about it. */
async function canceled(firstName: string, asked: { refund?: boolean; reason?: string }) {
  const email = `${firstName.toLowerCase()}@example.com`
  const trip = { selectedDate: dates.shift()!, numberOfGuests: 2, packageType: 'TROPHY' as const, riders: 0 }
  const payment = { amount: 700, method: 'CHECK' as const, note: '1042' }
  const guest = { firstName, lastName: 'Hall', email, phone: '(863) 555-0133' }
  const { id } = await app.call(enterPhoneBooking, { token, body: { ...trip, ...guest, payment } })
  const body = { status: 'CANCELLED' as const, ...asked }
  const answer = await app.answer(patchBookingStatus, { token, params: { id }, body })
  expect(answer.status).toBe(200)
  await app.app.runJobs()
  const { text: mail, subject } = (await readMails(app, email, 'booking-cancelled')).at(-1)!
  return { id, mail, subject }
}
const read = (id: number) => app.call(getAdminBooking, { token, params: { id } })
const waiting = async () => (await app.call(getDashboardOverview, { token })).waiting.toGiveBack

test('an owner who cancels to give back has what was paid by hand to give back, and says why', async () => {
  const { id, mail } = await canceled('Rex', { refund: true, reason: 'The engine is down.' })
  expect(mail).toContain('The engine is down.')
  expect(mail).toContain("We'll hand your $700.00 back.")
  expect(mail).not.toContain('is still with us')
  expect(await read(id)).toMatchObject({ keptByHand: 700, toGiveBack: 700, pendingAmount: 0 })
  expect(await waiting()).toBe(1)
  const [paid] = await app.call(listManualPayments, { token, params: { id } })
  await app.call(giveBackManualPayment, { token, params: { id: paid!.id }, body: { reason: 'Canceled' } })
  expect(await read(id)).toMatchObject({ keptByHand: 0, toGiveBack: 0, refundedAmount: 700 })
  expect(await waiting()).toBe(0)
})

test('an owner who keeps it has nothing to give back, and confirming again ends what was to be given back', async () => {
  const kept = await canceled('Kay', {})
  expect(kept.mail).toContain('Your $700.00 is still with us: pick another date, or ask for it back.')
  expect(kept.mail).not.toContain("Here's why")
  expect(kept.subject).toMatch(/^We had to cancel your trip: /)
  expect(kept.mail).toMatch(/View your trip: \S+\/trips\//)
  // Who books another date there pays a second time.
  expect(kept.mail).not.toContain('See the open dates')
  expect(await read(kept.id)).toMatchObject({ keptByHand: 700, toGiveBack: 0 })

  const { id } = await canceled('Bea', { refund: true })
  expect(await waiting()).toBe(1)
  await app.call(patchBookingStatus, { token, params: { id }, body: { status: 'CONFIRMED' } })
  await app.call(patchBookingStatus, { token, params: { id }, body: { status: 'CANCELLED' } })
  expect(await read(id)).toMatchObject({ toGiveBack: 0 })
  // Somebody else had kept it, and this one gives it back.
  await app.call(patchBookingStatus, { token, params: { id }, body: { status: 'CANCELLED', refund: true } })
  expect(await read(id)).toMatchObject({ toGiveBack: 700 })
})

test('what is to be given back outlives a slip and its undo, but not another status that was meant', async () => {
  const { id } = await canceled('Una', { refund: true })
  const set = (body: Input<typeof patchBookingStatus>['body']) =>
    app.call(patchBookingStatus, { token, params: { id }, body })
  await set({ status: 'PENDING' })
  expect(await read(id)).toMatchObject({ toGiveBack: 0 })
  await set({ status: 'CANCELLED', notify: false })
  expect(await read(id)).toMatchObject({ toGiveBack: 700 })
  await set({ status: 'COMPLETED' })
  await set({ status: 'CANCELLED', notify: false })
  expect(await read(id)).toMatchObject({ toGiveBack: 0 })
  await set({ status: 'PENDING' })
  await set({ status: 'CANCELLED' })
  expect(await read(id)).toMatchObject({ toGiveBack: 0 })
})

test.each([
  ['all', undefined, 500, "We'll hand your $500.00 back."],
  ['a part', 100, 0, undefined],
])(
  'approving a request for %s and canceling the trip gives cash back by hand where all was asked for',
  async (_, amount, toGiveBack, said) => {
    const { token: guest, bookingId: id } = await aBooking(app, { date: dates.shift()! })
    await app.call(recordManualPayment, { token, params: { id }, body: { amount: 500, method: 'CASH', note: null } })
    await app.call(requestRefund, { token: guest, params: { id }, body: { amount, description: 'Ill' } })
    const request = (await app.call(listRefundRequests, { token })).find(({ bookingId }) => bookingId === id)!
    await app.call(approveRefundRequest, { token, params: { id: request.id }, query: { cancels: true } })
    expect(await read(id)).toMatchObject({ status: 'CANCELLED', keptByHand: 500, toGiveBack })
    await app.app.runJobs()
    const mail = (await readMails(app, 'ada@example.com', 'booking-cancelled')).at(-1)!.text
    if (said) expect(mail).toContain(said)
    else expect(mail).toContain('is still with us')
  },
)
