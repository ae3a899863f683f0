import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { login } from '@arcadia/contract/accounts'
import { addressOf } from '@arcadia/contract/addresses'
import { cancelBooking } from '@arcadia/contract/bookings'
import { createHold } from '@arcadia/contract/holds'
import { createCardToken, payForBooking } from '@arcadia/contract/payments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPayment } from '../../testing/builders.ts'
import { aCrowd } from '../../testing/crowd.ts'
import { type Fleet, openDates, startFleet } from '../../testing/fleet.ts'
import { testCard } from '../../testing/simulator-control.ts'

/** Card data sent through the server, by clients that can't reach the provider, is stored nowhere. */

let fleet: Fleet
beforeAll(async () => {
  fleet = await startFleet(1, { logLevel: 'trace' })
})
afterAll(() => fleet.close())

const NUMBER = '4012888888881881'

/** The number plain, grouped, URL-encoded and in base64. */
const forms = [
  NUMBER,
  '4012 8888 8888 1881',
  '4012-8888-8888-1881',
  Buffer.from(NUMBER).toString('base64').slice(0, 16),
]

async function everythingInTheDatabase(): Promise<string> {
  const { pool } = fleet.database
  const { rows } = await pool.query(
    "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  const dumps = await Promise.all(
    rows.map(({ table_name }) => pool.query(`select t::text as row from "${table_name}" t`)),
  )
  return dumps.flatMap((dump) => dump.rows.map(({ row }) => row)).join('\n')
}

function everythingIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

test('not in the database, the most verbose logs, the data folder or any response', async () => {
  const server = fleet.servers[0]!
  const [token] = (await aCrowd(fleet.database.db, 1)) as [string]
  const answers: unknown[] = []
  const send = async (path: string, body: unknown) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const reply = { status: response.status, body: await response.json() }
    answers.push(reply.body)
    return reply
  }

  const good = await send(createCardToken.path, { card: { ...testCard(), number: NUMBER } })
  expect(good.status).toBe(201)
  const date = (await openDates(server))[0]!
  const hold = await send(createHold.path, { selectedDate: date, numberOfGuests: 1 })
  const payment = aPayment(hold.body.holdId, good.body.value, { date, guests: 1 })
  // Also in wrong fields and refused bodies.
  await send(createCardToken.path, { card: { ...testCard(), number: NUMBER, cvc: 'x' } })
  await send(createCardToken.path, { card: { ...testCard(), number: NUMBER }, extra: NUMBER })
  await send(login.path, { usernameOrEmail: NUMBER, password: NUMBER })
  await send(addressOf(createHold, { query: { number: NUMBER } }), { number: NUMBER })
  await send(addressOf(cancelBooking, { params: { id: NUMBER } }), {})
  expect((await send(payForBooking.path, payment)).status).toBe(201)

  const places = {
    database: await everythingInTheDatabase(),
    log: server.output(),
    files: everythingIn(fleet.dataDir),
    answers: JSON.stringify(answers),
  }
  expect(places.database.length).toBeGreaterThan(1000)
  expect(places.log).toContain(createCardToken.path)
  for (const [place, text] of Object.entries(places))
    for (const form of forms) expect({ place, found: text.includes(form) }).toEqual({ place, found: false })
})
