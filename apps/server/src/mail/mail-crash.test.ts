import { register } from '@arcadia/contract/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount } from '../testing/account-calls.ts'
import { type Fleet, startFleet } from '../testing/fleet.ts'
import { startMailServer, type TestMailServer } from '../testing/mail-server.ts'
import type { ServerProcess } from '../testing/processes.ts'
import { eventually } from '../testing/test-app.ts'

/** Real processes, a real mail server, and SIGKILL. */

let mailServer: TestMailServer
let fleet: Fleet
beforeAll(async () => {
  mailServer = await startMailServer()
  fleet = await startFleet(1, { smtpUrl: mailServer.url })
})
afterAll(async () => {
  await fleet.close()
  await mailServer.close()
})

/** Each new account gets one email, to confirm the address. */
async function signUp(server: ServerProcess, people: number): Promise<string[]> {
  const addresses: string[] = []
  for (let person = 0; person < people; person++) {
    const account = newAccount()
    const { status } = await server.answer(register, { body: account })
    expect(status).toBe(201)
    addresses.push(account.email)
  }
  return addresses
}

const count = async (condition: string) =>
  Number((await fleet.database.pool.query(`select count(*) from outbox_mails where ${condition}`)).rows[0].count)

/** Expires the killed process's leases now instead of waiting a minute. */
const leasesRunOut = () =>
  fleet.database.pool.query("update outbox_mails set leased_until = '2000-01-01', next_try_at = '2000-01-01'")

const copiesTo = (address: string) => mailServer.received.filter(({ to }) => to[0] === address)

test('killed while the mail server was down: each email arrives exactly once', async () => {
  await mailServer.close()
  const addresses = await signUp(fleet.servers[0]!, 3)
  await eventually(async () => (await count('tries > 0')) === 3)
  await fleet.servers[0]!.kill()

  await mailServer.listen()
  await leasesRunOut()
  await Promise.all([fleet.start(), fleet.start()])
  await eventually(async () => (await count('sent_at is null')) === 0)
  expect(addresses.map((address) => copiesTo(address).length)).toEqual([1, 1, 1])
})

test('killed while emails were being accepted: at most one extra copy, under the same Message-ID', async () => {
  const [survivor, ...others] = fleet.servers.slice(1)
  await Promise.all(others.map((server) => server.kill()))
  mailServer.received.length = 0
  mailServer.behave(() => new Promise(() => {}))
  const addresses = await signUp(survivor!, 2)
  await eventually(async () => mailServer.received.length > 0)
  await survivor!.kill()

  mailServer.behave(() => {})
  await leasesRunOut()
  await fleet.start()
  await eventually(async () => (await count('sent_at is null')) === 0)
  // Without any second copy, the test would have missed the critical moment.
  expect(mailServer.received.length).toBeGreaterThan(addresses.length)
  for (const address of addresses) {
    const copies = copiesTo(address)
    expect([1, 2]).toContain(copies.length)
    expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1)
  }
})
