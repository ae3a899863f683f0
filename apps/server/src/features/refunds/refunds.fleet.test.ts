import { createHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import { refundBooking } from '@arcadia/contract/refunds'
import { heldOf } from '@arcadia/contract/testing/held-of'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPayment } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { aCrowd } from '../../testing/crowd.ts'
import { adminToken, type Fleet, openDates, startFleet } from '../../testing/fleet.ts'
import type { ServerProcess } from '../../testing/processes.ts'
import { inProof } from '../../testing/proof.ts'
import { eventually } from '../../testing/test-app.ts'

/**
 * Refunds in real processes, with the simulator in its own. The code has no test hooks: the simulator or a database lock
 * freezes each step from outside.
 */

let fleet: Fleet
let dates: string[]
let admin: string
beforeAll(async () => {
  fleet = await startFleet(2)
  dates = await openDates(fleet.servers[0]!)
  admin = await adminToken(fleet.servers[0]!)
})
afterAll(() => fleet.close())

const query = (text: string, values: unknown[] = []) => fleet.database.pool.query(text, values)

/** A booking for one angler with its $350 deposit paid. */
async function aBooking() {
  const server = fleet.servers[0]!
  const [token] = (await aCrowd(fleet.database.db, 1)) as [string]
  const date = dates.shift()!
  const hold = await server.answer(createHold, { token, body: { selectedDate: date, numberOfGuests: 1 } })
  const body = aPayment(heldOf(hold.body).holdId, await fleet.simulator.cardToken(), { date, guests: 1 })
  const paid = await server.answer(payForBooking, { token, body })
  expect(paid.status).toBe(201)
  return { id: paid.body.booking.id as number, date }
}

async function anotherAdmin(): Promise<string> {
  const [token] = (await aCrowd(fleet.database.db, 1)) as [string]
  await query("update users set role = 'ADMIN', position = 'OWNER' where id = (select max(id) from users)")
  return token
}

/** Refunds the simulator actually made on a booking's charge, in cents. */
async function givenBack(bookingId: number): Promise<number[]> {
  const { rows } = await query('select charge_id from payment_attempts where booking_id = $1', [bookingId])
  const { charges } = (await fleet.simulator.control('GET', '/ledger')) as {
    charges: { id: string; refunds: { status: string; amountCents: number }[] }[]
  }
  const charge = charges.find(({ id }) => id === rows[0].charge_id)!
  return charge.refunds.filter(({ status }) => status !== 'DECLINED').map(({ amountCents }) => amountCents)
}

async function settled(server: ServerProcess) {
  return eventually(async () => {
    const body = await checkBooks({ ...fleet, call: server.call }, admin)
    return body?.unresolved === 0 && body
  })
}

test('a partial refund requested five times at once by two admins in two processes, and retried after a lost answer, is made once', async () => {
  const { id } = await aBooking()
  const admins = [admin, await anotherAdmin()]
  const ask = (index: number) =>
    fleet.servers[index % 2]!.answer(refundBooking, { token: admins[index % 2], params: { id }, query: { amount: 60 } })
  await fleet.simulator.fault({ operation: 'refund', fault: 'lost-answer', times: 1 })
  const first = await Promise.all([0, 1, 2, 3, 4].map(ask))
  for (const { status } of first) expect([200, 409]).toContain(status)
  const ledger = await settled(fleet.servers[0]!)
  expect(ledger).toMatchObject({ balanced: true, refunded: 60, differences: [] })
  for (const { status, body } of await Promise.all([ask(0), ask(1)])) {
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, booking: { refundedAmount: 60 } })
  }
  expect(await givenBack(id)).toEqual([60_00])
})

const DAY_LOCK = "select pg_advisory_lock(1, $1::date - date '2000-01-01')"

test('after a kill at any step, each refund is made once, and the books match within a minute', async () => {
  const { simulator } = fleet
  const [refunded, ...others] = fleet.servers
  await Promise.all(others.map((server) => server.kill()))
  const before = (await checkBooks({ ...fleet, call: refunded!.call }, admin)).refunded
  const [answered, sent, processed, starting, written] = [
    await aBooking(),
    await aBooking(),
    await aBooking(),
    await aBooking(),
    await aBooking(),
  ]
  const blockers = [await fleet.database.pool.connect(), await fleet.database.pool.connect()] as const
  const results: Promise<unknown>[] = []
  const refund = ({ id }: { id: number }) =>
    results.push(refunded!.answer(refundBooking, { token: admin, params: { id }, query: { amount: 100 } }))
  const isWritten = async ({ id }: { id: number }) =>
    (await query('select 1 from refund_orders where booking_id = $1', [id])).rows.length === 1
  const waiting = async (sessions: number) => {
    const { rows } = await query(
      "select count(*)::integer as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rows[0].n >= sessions
  }

  // The provider has answered, but a lock on the order keeps the outcome from being written.
  await simulator.fault({ operation: 'refund', fault: 'slow-after', delayMs: 600_000 })
  const calls = await simulator.calls('refund')
  refund(answered)
  await eventually(async () => (await simulator.calls('refund')) === calls + 1)
  await blockers[0].query('begin')
  await blockers[0].query('select 1 from refund_orders where booking_id = $1 for update', [answered.id])
  await simulator.endFaults()
  await eventually(() => waiting(1))
  // The request is sent but the provider does nothing.
  await simulator.fault({ operation: 'refund', fault: 'hang', times: 1 })
  refund(sent)
  await eventually(async () => (await simulator.calls('refund')) === calls + 2)
  // The provider makes the refund but never answers.
  await simulator.fault({ operation: 'refund', fault: 'hang-after', times: 1 })
  refund(processed)
  await eventually(async () => (await simulator.calls('refund')) === calls + 3)
  // The order is not written yet.
  await blockers[1].query(DAY_LOCK, [starting.date])
  refund(starting)
  await eventually(() => waiting(2))
  // Written but not sent: a lock keeps the process from reading where to send it.
  await blockers[1].query(DAY_LOCK, [written.date])
  refund(written)
  await eventually(() => waiting(3))
  await blockers[0].query('lock table merchant_connections in access exclusive mode')
  await blockers[1].query("select pg_advisory_unlock(1, $1::date - date '2000-01-01')", [written.date])
  await eventually(() => isWritten(written))
  expect(await isWritten(starting)).toBe(false)

  await refunded!.kill()
  await Promise.all(results)
  await blockers[0].query('rollback')
  // Expires the dead processes' leases, so that the test does not have to wait.
  if (inProof(false, true)) await query("update refunds set leased_until = '2000-01-01', next_try_at = '2000-01-01'")
  await blockers[1].query('select pg_advisory_unlock_all()')
  for (const blocker of blockers) blocker.release()
  const restarted = await fleet.start()
  const restartedAt = Date.now()
  const ledger = await settled(restarted)
  expect(Date.now() - restartedAt).toBeLessThan(60_000)
  expect(ledger).toMatchObject({ balanced: true, refunded: before + 400, differences: [] })
  for (const { id } of [answered, sent, processed, written]) expect(await givenBack(id)).toEqual([100_00])
  expect(await givenBack(starting.id)).toEqual([])

  // The refund that was not written never began, so the owner requests it again.
  const again = await restarted.answer(refundBooking, {
    token: admin,
    params: { id: starting.id },
    query: { amount: 100 },
  })
  expect(again.body).toMatchObject({ success: true, booking: { refundedAmount: 100 } })
})
