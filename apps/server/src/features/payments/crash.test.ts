import { createHold, getCurrentHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import { heldOf } from '@arcadia/contract/testing/held-of'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPayment } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { aCrowd } from '../../testing/crowd.ts'
import { adminToken, type Fleet, openDates, startFleet } from '../../testing/fleet.ts'
import { inProof } from '../../testing/proof.ts'
import { eventually } from '../../testing/test-app.ts'

/**
 * Kills and restarts the server with customers at every step between hold and confirmation. The code has no test hooks:
 * the simulator or a database lock freezes each step from outside.
 */

let fleet: Fleet
beforeAll(async () => {
  fleet = await startFleet(1)
})
afterAll(() => fleet.close())

const DAY_LOCK = "select pg_advisory_lock(1, $1::date - date '2000-01-01')"
const DAY_UNLOCK = 'select pg_advisory_unlock_all()'

test('after a kill at any step, each customer ends with one charge and a booking, or with neither', async () => {
  const { database, simulator } = fleet
  const killed = fleet.servers[0]!
  const dates = await openDates(killed)
  const blocker = await database.pool.connect()
  const results: Promise<unknown>[] = []

  /** A customer with a hold for one angler and a payment ready to send. */
  async function aCustomer() {
    const [token] = (await aCrowd(database.db, 1)) as [string]
    const date = dates.shift()!
    const hold = await killed.answer(createHold, { token, body: { selectedDate: date, numberOfGuests: 1 } })
    const body = aPayment(heldOf(hold.body).holdId, await simulator.cardToken(), { date, guests: 1 })
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

  // The provider has answered, but a lock on the day keeps the outcome from being written.
  await simulator.fault({ operation: 'charge', fault: 'slow-after', delayMs: 600_000 })
  answered.pay()
  await eventually(async () => (await simulator.calls('charge')) === 1)
  await blocker.query(DAY_LOCK, [answered.date])
  await simulator.endFaults()
  await eventually(() => waiting(1))
  // The request is sent but the provider does nothing.
  await simulator.fault({ operation: 'charge', fault: 'hang', times: 1 })
  sent.pay()
  await eventually(async () => (await simulator.calls('charge')) === 2)
  // The provider charges the card but never answers.
  await simulator.fault({ operation: 'charge', fault: 'hang-after', times: 1 })
  processed.pay()
  await eventually(async () => (await simulator.calls('charge')) === 3)
  // The attempt is not written yet.
  await blocker.query(DAY_LOCK, [starting.date])
  starting.pay()
  await eventually(() => waiting(2))

  await killed.kill()
  // Expires the dead process's leases, so that the test does not have to wait.
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

  // The customer who was not charged clicks Pay again once the server is back.
  const again = await restarted.answer(payForBooking, { token: starting.token, body: starting.body })
  expect(again.status).toBe(201)
})
