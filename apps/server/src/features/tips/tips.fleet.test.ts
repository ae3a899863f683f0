import { getAdminBooking } from '@arcadia/contract/admin/bookings'
import { listTips, refundTip } from '@arcadia/contract/admin/tips'
import { createHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import { heldOf } from '@arcadia/contract/testing/held-of'
import { payTip } from '@arcadia/contract/tips'
import { venueDate } from '@arcadia/contract/trip-date'
import { getTrip } from '@arcadia/contract/trips'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPayment } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { aCrowd } from '../../testing/crowd.ts'
import { adminToken, type Fleet, openDates, startFleet } from '../../testing/fleet.ts'
import { inProof } from '../../testing/proof.ts'
import { eventually } from '../../testing/test-app.ts'

/** Tips on two processes at once, and while one of them is killed. */

let fleet: Fleet
let admin: string
const dates: string[] = []
beforeAll(async () => {
  fleet = await startFleet(2)
  dates.push(...(await openDates(fleet.servers[0]!)))
  admin = await adminToken(fleet.servers[0]!)
})
afterAll(() => fleet.close())

type Server = Fleet['servers'][number]

/** A booking of today, whose group can tip. Days that are open are to come, so it is put there by hand. */
async function aTripToday(server: Server) {
  const { database, simulator } = fleet
  const [token] = (await aCrowd(database.db, 1)) as [string]
  const date = dates.shift()!
  const hold = await server.answer(createHold, { token, body: { selectedDate: date, numberOfGuests: 1 } })
  const body = aPayment(heldOf(hold.body).holdId, await simulator.cardToken(), { date, guests: 1 })
  const { booking } = await server.call(payForBooking, { token, body })
  const params = { id: booking.id }
  const { groupUrl } = await server.call(getTrip, { token, params })
  const client = await database.pool.connect()
  await client.query('set session_replication_role = replica')
  await client.query('update bookings set trip_date = $1 where id = $2', [venueDate(new Date()), booking.id])
  await client.query('reset session_replication_role')
  client.release()
  return { params, group: groupUrl.split('#')[1]! }
}

async function tip(server: Server, group: string, { key, card }: { key: string; card: string }) {
  const body = { token: group, amount: 50, name: 'Sam', email: 'sam@example.com', paymentToken: card }
  return server.answer(payTip, { body, headers: { 'idempotency-key': key } })
}

const expireLeases = async () => {
  if (inProof(false, true))
    for (const table of ['payment_attempts', 'refunds'])
      await fleet.database.pool.query(`update ${table} set leased_until = '2000-01-01', next_try_at = '2000-01-01'`)
}

async function expectSettled(server: Server) {
  const books = await eventually(async () => {
    const found = await checkBooks({ ...fleet, call: server.call }, admin)
    return found?.unresolved === 0 && found
  })
  expect(books).toMatchObject({ balanced: true, failures: 0, differences: [] })
}

test('one press on two processes charges once, and so does one refund', async () => {
  const [one, two] = fleet.servers as [Server, Server]
  const { params, group } = await aTripToday(one)
  const before = await fleet.simulator.calls('charge')
  const press = { key: 'a-press', card: await fleet.simulator.cardToken() }
  const answers = await Promise.all([one, two, one, two].map((server) => tip(server, group, press)))
  expect(answers.map(({ status }) => status).every((status) => status < 300)).toBe(true)
  expect(await fleet.simulator.calls('charge')).toBe(before + 1)
  const [paid] = await one.call(listTips, { token: admin, params })
  const asked = { token: admin, params: { id: paid!.id }, body: {}, headers: { 'idempotency-key': 'back' } }
  const back = await Promise.all([one, two].map((server) => server.answer(refundTip, asked)))
  expect(back.map(({ status }) => status)).toEqual([200, 200])
  expect(await two.call(listTips, { token: admin, params })).toMatchObject([{ amount: 50, back: 50, refundable: 0 }])
  await expectSettled(two)
})

test('after a kill while a tip is paid and another given back, each is settled once, and the booking is as it was', async () => {
  const { simulator } = fleet
  const [killed, other] = fleet.servers as [Server, Server]
  const { params, group } = await aTripToday(killed)
  const earlier = (await tip(killed, group, { key: 'earlier', card: await simulator.cardToken() })).body
  const before = await other.call(getAdminBooking, { token: admin, params })
  const [charges, refunds] = [await simulator.calls('charge'), await simulator.calls('refund')]
  await simulator.fault({ operation: 'charge', fault: 'hang-after', times: 1 })
  await simulator.fault({ operation: 'refund', fault: 'hang-after', times: 1 })
  const press = { key: 'cut-off', card: await simulator.cardToken() }
  const cut = [
    tip(killed, group, press).catch(() => undefined),
    killed.answer(refundTip, { token: admin, params: { id: earlier.id }, body: {} }).catch(() => undefined),
  ]
  await eventually(
    async () => (await simulator.calls('charge')) > charges && (await simulator.calls('refund')) > refunds,
  )
  await killed.kill()
  await expireLeases()
  await Promise.all(cut)
  await expectSettled(other)
  expect(await tip(other, group, press)).toMatchObject({ status: 200, body: { status: 'CAPTURED' } })
  expect(await other.call(listTips, { token: admin, params })).toMatchObject([
    { id: earlier.id, back: 50 },
    { back: 0, status: 'CAPTURED' },
  ])
  const { paidAmount, pendingAmount, refundedAmount, refunds: ordered } = before
  expect(await other.call(getAdminBooking, { token: admin, params })).toMatchObject({
    paidAmount,
    pendingAmount,
    refundedAmount,
    refunds: ordered,
  })
})
