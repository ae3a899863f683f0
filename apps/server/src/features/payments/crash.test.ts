import { createHold, getCurrentHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPayment } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { aCrowd } from '../../testing/crowd.ts'
import { adminToken, type Fleet, openDates, startFleet } from '../../testing/fleet.ts'
import { inProof } from '../../testing/proof.ts'
import { eventually } from '../../testing/test-app.ts'

/**
 * The server is killed while customers stand at every step between hold and confirmation, and started again. Nothing in
 * the code knows of this test: a step is held fast from outside, by the simulator or by a lock in the database.
 */

let fleet: Fleet
beforeAll(async () => {
  fleet = await startFleet(1)
})
afterAll(() => fleet.close())

const DAY_LOCK = "select pg_advisory_lock(1, $1::date - date '2000-01-01')"
const DAY_UNLOCK = 'select pg_advisory_unlock_all()'

test('whoever was at any step when the server was killed ends with one charge and a booking, or none of either', async () => {
  const { database, simulator } = fleet
  const killed = fleet.servers[0]!
  const dates = await openDates(killed)
  const blocker = await database.pool.connect()
  const results: Promise<unknown>[] = []

  /** A customer with a hold of one, and a payment ready to send. */
  async function aCustomer() {
    const [token] = (await aCrowd(database.db, 1)) as [string]
    const date = dates.shift()!
    const hold = await killed.answer(createHold, { token, body: { selectedDate: date, numberOfGuests: 1 } })
    const body = aPayment(hold.body.holdId, await simulator.cardToken(), { date, guests: 1 })
    return { token, date, body, pay: () => results.push(killed.answer(payForBooking, { token, body })) }
  }
  const waiting = async (queries: number) => {
    const { rows } = await database.pool.query(
      "select count(*)::integer as n from pg_locks where locktype = 'advisory' and not granted",
    )
    return rows[0].n >= queries
  }

  const [holding, answered, sent, processed, starting] = [
    await aCustomer(),
    await aCustomer(),
    await aCustomer(),
    await aCustomer(),
    await aCustomer(),
  ]

  // The provider has answered, but the outcome cannot be written: the day is locked before it comes.
  await simulator.fault({ operation: 'charge', fault: 'slow-after', delayMs: 600_000 })
  answered.pay()
  await eventually(async () => (await simulator.calls('charge')) === 1)
  await blocker.query(DAY_LOCK, [answered.date])
  await simulator.endFaults()
  await eventually(() => waiting(1))
  // The request was sent and the provider does nothing.
  await simulator.fault({ operation: 'charge', fault: 'hang', times: 1 })
  sent.pay()
  await eventually(async () => (await simulator.calls('charge')) === 2)
  // The provider took the money and its answer never comes.
  await simulator.fault({ operation: 'charge', fault: 'hang-after', times: 1 })
  processed.pay()
  await eventually(async () => (await simulator.calls('charge')) === 3)
  // Nothing is written down yet.
  await blocker.query(DAY_LOCK, [starting.date])
  starting.pay()
  await eventually(() => waiting(2))

  await killed.kill()
  // A proof waits for what the dead process had taken in hand; here it is free at once.
  if (inProof(false, true))
    await database.pool.query("update payment_attempts set leased_until = '2000-01-01', next_try_at = '2000-01-01'")
  await Promise.all(results)
  await blocker.query(DAY_UNLOCK)
  blocker.release()
  const restarted = await fleet.start()
  const restartedAt = Date.now()

  const admin = await adminToken(restarted)
  const ledger = await eventually(async () => {
    const body = await checkBooks({ ...fleet, call: restarted.call }, admin)
    return body?.unresolved === 0 && body
  })
  expect(Date.now() - restartedAt).toBeLessThan(60_000)
  expect(ledger).toMatchObject({ balanced: true, captured: 3 * 350, kept: 3 * 350, failures: 0, differences: [] })

  const states = await Promise.all(
    [holding, starting, answered, sent, processed].map(async ({ token }) => {
      const body = await restarted.call(getCurrentHold, { token })
      return body.booking?.status ?? (body.hold ? 'HELD' : 'NOTHING')
    }),
  )
  expect(states).toEqual(['HELD', 'HELD', 'CONFIRMED', 'CONFIRMED', 'CONFIRMED'])
  expect((await simulator.ledger()).totals.netCents).toBe(3 * 350_00)

  // A customer who had not been charged presses Pay again, now that the server is back.
  const again = await restarted.answer(payForBooking, { token: starting.token, body: starting.body })
  expect(again.status).toBe(201)
})
