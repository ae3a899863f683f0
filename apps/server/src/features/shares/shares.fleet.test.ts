import { payLinkedBalance } from '@arcadia/contract/balance-links'
import { getBooking } from '@arcadia/contract/bookings'
import { createHold } from '@arcadia/contract/holds'
import { payBalance, payForBooking } from '@arcadia/contract/payments'
import { type Share, splitBooking } from '@arcadia/contract/shares'
import { heldOf } from '@arcadia/contract/testing/held-of'
import { getTrip } from '@arcadia/contract/trips'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPayment } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { aCrowd } from '../../testing/crowd.ts'
import { adminToken, type Fleet, openDates, startFleet } from '../../testing/fleet.ts'
import { inProof } from '../../testing/proof.ts'
import { eventually } from '../../testing/test-app.ts'

/** Shares paid on several processes at once, and while one of them is killed. */

let fleet: Fleet
let dates: string[]
beforeAll(async () => {
  fleet = await startFleet(2)
  dates = await openDates(fleet.servers[0]!)
})
afterAll(() => fleet.close())

type Server = Fleet['servers'][number]

/** A booking for two whose $4,300 are split into two shares. */
async function aSplit(server: Server) {
  const [token] = (await aCrowd(fleet.database.db, 1)) as [string]
  const date = dates.shift()!
  const hold = await server.answer(createHold, { token, body: { selectedDate: date, numberOfGuests: 2 } })
  const card = await fleet.simulator.cardToken()
  const body = aPayment(heldOf(hold.body).holdId, card, { date, guests: 2 })
  const { booking } = await server.call(payForBooking, { token, body })
  const params = { id: booking.id }
  const asked = { shares: [{ name: 'Ana' }, { name: 'Sam' }], seen: [], owed: booking.pendingAmount }
  const { shares } = await server.call(splitBooking, { token, params, body: asked })
  return { token, params, shares: shares as [Share, Share] }
}

const newCard = async () => ({ currency: 'USD' as const, paymentToken: await fleet.simulator.cardToken() })

async function payBy(server: Server, { url, asks }: Share) {
  const body = { token: url.split('#')[1]!, amount: asks, owed: asks, ...(await newCard()) }
  return server.answer(payLinkedBalance, { body })
}

test('the last share and the whole rest, pressed at once on two processes: one card is charged', async () => {
  const [one, two] = fleet.servers as [Server, Server]
  const { token, params, shares } = await aSplit(one)
  expect((await payBy(two, shares[0])).status).toBe(201)
  const charges = await fleet.simulator.calls('charge')
  const whole = { bookingId: params.id, amount: shares[1].asks, ...(await newCard()) }
  const answers = await Promise.all([
    payBy(one, shares[1]),
    payBy(two, shares[1]),
    one.answer(payBalance, { token, body: whole }),
    two.answer(payBalance, { token, body: { ...whole, ...(await newCard()) } }),
  ])
  expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
  expect(await fleet.simulator.calls('charge')).toBe(charges + 1)
  expect(await one.call(getBooking, { token, params })).toMatchObject({ pendingAmount: 0, paidAmount: 5000 })
})

test('after a kill while two shares are paid, each is paid once or asks again, and they add up', async () => {
  const { database, simulator } = fleet
  const [killed, other] = fleet.servers as [Server, Server]
  const { token, params, shares } = await aSplit(killed)
  const before = await simulator.calls('charge')
  // One card is charged without an answer, of the other nothing arrives.
  await simulator.fault({ operation: 'charge', fault: 'hang-after', times: 1 })
  const first = payBy(killed, shares[0]).catch(() => undefined)
  await eventually(async () => (await simulator.calls('charge')) === before + 1)
  await simulator.fault({ operation: 'charge', fault: 'hang', times: 1 })
  const second = payBy(killed, shares[1]).catch(() => undefined)
  await eventually(async () => (await simulator.calls('charge')) === before + 2)
  await killed.kill()
  if (inProof(false, true))
    await database.pool.query("update payment_attempts set leased_until = '2000-01-01', next_try_at = '2000-01-01'")
  await Promise.all([first, second])
  const { split } = (await other.call(getTrip, { token, params })).own!
  expect(split.shares.map(({ asks }) => asks).reduce((sum, cents) => sum + cents, split.rest)).toBeLessThanOrEqual(4300)
  const admin = await adminToken(other)
  const books = await eventually(async () => {
    const found = await checkBooks({ ...fleet, call: other.call }, admin)
    return found?.unresolved === 0 && found
  })
  expect(books).toMatchObject({ balanced: true, failures: 0, differences: [] })
  const after = (await other.call(getTrip, { token, params })).own!
  expect(after.split.shares.map(({ state, paid }) => [state, paid])).toEqual([
    ['PAID', 2150],
    ['PAID', 2150],
  ])
  expect(after.pendingAmount).toBe(0)
})
