import { getConnectionStatus, refreshConnection, triggerAutoRefresh } from '@arcadia/contract/merchant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminToken, type Fleet, startFleet } from '../../testing/fleet.ts'
import { eventually } from '../../testing/test-app.ts'

let fleet: Fleet
let token: string
beforeAll(async () => {
  fleet = await startFleet(2)
  token = await adminToken(fleet.servers[0]!)
})
afterAll(() => fleet.close())

const status = async () => await fleet.servers.at(-1)!.call(getConnectionStatus, { token })

test('fifty refreshes at once in two processes reach the provider once, and the connection survives', async () => {
  await fleet.database.pool.query("update merchant_connections set refreshed_at = refreshed_at - interval '1 hour'")
  const before = await fleet.simulator.calls('refresh')
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, index) => fleet.servers[index % 2]!.answer(refreshConnection, { token })),
  )
  expect(replies.map((reply) => reply.status)).toEqual(Array(50).fill(200))
  expect(await fleet.simulator.calls('refresh')).toBe(before + 1)
  expect(await status()).toMatchObject({ isConnected: true, needsRefresh: false })
})

test('after a crash between rotation and save, the next check notifies the owner and the status is honest', async () => {
  const { pool } = fleet.database
  await fleet.simulator.control('POST', '/connections/rotate', {})
  await fleet.simulator.fault({ operation: 'refresh', fault: 'slow-after', times: 1, delayMs: 30_000 })
  await pool.query("update merchant_connections set refreshed_at = refreshed_at - interval '1 hour'")
  const before = await fleet.simulator.calls('refresh')
  const cut = fleet.servers[0]!.answer(refreshConnection, { token })
  await eventually(async () => (await fleet.simulator.calls('refresh')) === before + 1)
  await fleet.servers[0]!.kill()
  expect((await cut).status).toBe(0)
  // The dead process's lease expires and the token is about to: the next check refreshes.
  await pool.query(
    "update merchant_connections set refresh_lease_until = now(), access_expires_at = now() + interval '5 minutes'",
  )
  const auto = await fleet.servers[1]!.answer(triggerAutoRefresh, { token })
  expect(auto).toMatchObject({ status: 409, body: { error: 'merchant-not-connected' } })
  expect(await status()).toMatchObject({
    isConnected: false,
    message: 'The connection has ended. Please connect again.',
  })
  const { rows } = await pool.query("select 1 from outbox_mails where kind = 'connection-lost'")
  expect(rows).toHaveLength(1)
})
