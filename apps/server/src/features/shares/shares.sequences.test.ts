import { holdAngler, payAngler } from '@arcadia/contract/added-anglers'
import { forgiveBalance, getAdminBooking } from '@arcadia/contract/admin/bookings'
import { setMaxCapacity } from '@arcadia/contract/admin/configuration'
import { recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { payLinkedBalance } from '@arcadia/contract/balance-links'
import { TERMS_VERSION } from '@arcadia/contract/booking-data'
import { changeRidersAndTackle, getBooking, rescheduleBooking } from '@arcadia/contract/bookings'
import { refundBooking } from '@arcadia/contract/refunds'
import { type Share as AnyShare, splitBooking } from '@arcadia/contract/shares'
import { getTrip } from '@arcadia/contract/trips'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, networkAddress, openDates } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { inProof, TEST_SEED } from '../../testing/proof.ts'
import { seededRandom } from '../../testing/random.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp({ patience: { answerWithinMs: 4000, callMs: 8000 } })
  admin = await anAdmin(app)
  await app.call(setMaxCapacity, { token: admin, body: { maxCapacity: 8 } })
})
afterAll(() => app.close())

const dates = openDates()
/** How often somebody was let. */
let taken = 0
type Share = Pick<AnyShare, 'id' | 'url' | 'asks' | 'paid'>
const cents = (dollars: number) => Math.round(dollars * 100)

/** What anybody does to a booking that is split; a refusal is fine, since the rules that hold are asked afterwards. */
function doing({ token, bookingId }: { token: string; bookingId: number }, random: ReturnType<typeof seededRandom>) {
  const count = ({ status }: { status: number }) => {
    if (status < 300) taken++
  }
  const params = { id: bookingId }
  const read = () => app.call(getBooking, { token, params })
  const byAdmin = { token: admin, params }
  const part = (most: number) => random.between(1, cents(most)) / 100
  return {
    pays: async ({ url, asks }: Share) => {
      const paymentToken = await app.simulator.cardToken(random.pick(['Ada Angler', 'Ada Angler', 'Decline']))
      const body = { token: url.split('#')[1]!, amount: asks, owed: asks, currency: 'USD' as const, paymentToken }
      count(await app.answer(payLinkedBalance, { body, ip: networkAddress() }))
    },
    'brings cash': async () => {
      const { pendingAmount } = await read()
      if (pendingAmount === 0) return
      const body = { amount: part(pendingAmount), method: 'CASH' as const }
      count(await app.answer(recordManualPayment, { ...byAdmin, body }))
    },
    'brings a part of a share in cash': async ({ id: shareId, asks }: Share) => {
      if (asks > 0)
        count(
          await app.answer(recordManualPayment, { ...byAdmin, body: { amount: part(asks), method: 'CASH', shareId } }),
        )
    },
    'has a share refunded': async ({ id: shareId, paid }: Share) => {
      if (paid === 0) return
      const query = { shareId, amount: part(paid), stillOwes: random.between(0, 1) === 1 }
      count(await app.answer(refundBooking, { ...byAdmin, query }))
    },
    'has one charge refunded': async () => {
      const { charges } = await app.call(getAdminBooking, byAdmin)
      const { id: chargeId, amount } = random.pick(charges)
      count(await app.answer(refundBooking, { ...byAdmin, query: { chargeId, amount: part(amount), stillOwes: true } }))
    },
    'adds an angler': async () => {
      const held = await app.answer(holdAngler, { token, params, ip: networkAddress() })
      if (held.status !== 201) return
      const { hold, deposit: amount, totalAmount } = held.body
      const paymentToken = await app.simulator.cardToken()
      const agreed = { currency: 'USD' as const, termsVersion: TERMS_VERSION }
      const body = { holdId: hold?.holdId, amount, totalAmount, paymentToken, ...agreed }
      const headers = { 'idempotency-key': `joins-${bookingId}-${totalAmount}` }
      count(await app.answer(payAngler, { token, params, headers, body, ip: networkAddress() }))
    },
    'changes riders': async () => {
      const body = { riders: random.between(0, 2), tackle: 'DECIDE_LATER' as const }
      count(await app.answer(changeRidersAndTackle, { token, params, body }))
    },
    moves: async () => {
      const { numberOfGuests } = await read()
      const body = { newSelectedDate: dates.shift()!, numberOfGuests }
      count(await app.answer(rescheduleBooking, { token, params, body }))
    },
    'is let off the rest': async () => {
      const { pendingAmount: owed } = await read()
      if (random.between(0, 3) === 0)
        count(await app.answer(forgiveBalance, { ...byAdmin, body: { owed, reason: 'Kind' } }))
    },
  }
}

test(`through any sequence of payments and changes the shares ask what is owed, and a paid one never grows, seed ${TEST_SEED}`, async () => {
  const random = seededRandom(TEST_SEED)
  for (let round = 0; round < inProof(40, 3); round++) {
    const guests = random.between(1, 3)
    const booking = await aBooking(app, { date: dates.shift()!, guests, riders: random.between(0, 2) })
    const { token } = booking
    const params = { id: booking.bookingId }
    const acts = Object.entries(doing(booking, random))
    const { pendingAmount: owed } = await app.call(getBooking, { token, params })
    const shares = Array.from({ length: random.between(1, 4) }, (_, at) => ({ name: `Friend ${at}`, isOwn: at === 0 }))
    const odd = random.between(5001, 9999) / 100
    const body = { shares: shares.map((one, at) => (at === 1 ? { ...one, amount: odd } : one)), seen: [], owed }
    await app.call(splitBooking, { token, params, body })
    const done: string[] = []
    let before = new Map<number, number>()
    for (let step = 0; step < inProof(12, 8); step++) {
      const { split } = (await app.call(getTrip, { token, params })).own!
      const [name, act] = random.pick(acts)
      done.push(name)
      await act(random.pick(split.shares))
      const { own } = await app.call(getTrip, { token, params })
      const said = `after ${done.join(', ')} in round ${round} of seed ${TEST_SEED}`
      const asked = own!.split.shares.reduce((sum, { asks }) => sum + cents(asks), cents(own!.split.rest))
      expect(asked, said).toBe(cents(own!.pendingAmount))
      for (const { id, state, asks, paid } of own!.split.shares) {
        expect(asks, said).toBeGreaterThanOrEqual(0)
        if (state === 'PAID') expect(asks, said).toBe(0)
        if (state === 'PAID' && before.has(id)) expect(cents(paid), said).toBeLessThanOrEqual(before.get(id)!)
      }
      const paid = own!.split.shares.filter(({ state }) => state === 'PAID')
      before = new Map(paid.map(({ id, paid: sum }) => [id, cents(sum)]))
    }
  }
  expect(taken).toBeGreaterThan(inProof(40, 3))
  expect(await checkBooks(app, admin)).toMatchObject({ balanced: true, unresolved: 0 })
})
