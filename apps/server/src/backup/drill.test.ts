import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { checkLedger, settleLostCharge } from '@arcadia/contract/admin/bookkeeping'
import { getBooking } from '@arcadia/contract/bookings'
import { createHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import { refundBooking } from '@arcadia/contract/refunds'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createPool } from '../database/pool.ts'
import { aPayment } from '../testing/builders.ts'
import { aCrowd } from '../testing/crowd.ts'
import { createDatabase, dropDatabase } from '../testing/database-copies.ts'
import { adminToken, type Fleet, openDates, startFleet } from '../testing/fleet.ts'
import { startMailServer, type TestMailServer } from '../testing/mail-server.ts'
import type { ServerProcess } from '../testing/processes.ts'
import { eventually } from '../testing/test-app.ts'
import { loadBackup } from './load-backup.ts'
import { takeBackup } from './take-backup.ts'

/** The drill: real processes, a real database that goes away whole, a mail server and a provider that remember what they did. */

let mailServer: TestMailServer
let fleet: Fleet
let dates: string[]
beforeAll(async () => {
  mailServer = await startMailServer()
  fleet = await startFleet(1, { smtpUrl: mailServer.url })
  dates = await openDates(fleet.servers[0]!)
})
afterAll(async () => {
  await fleet.close()
  await mailServer.close()
})

const query = (text: string, values: unknown[] = []) => fleet.database.pool.query(text, values)
const count = async (from: string) => Number((await query(`select count(*) from ${from}`)).rows[0].count)
/** Without the waits between tries. */
const mailsAreOut = () =>
  eventually(async () => {
    await query("update outbox_mails set next_try_at = now() where status = 'WAITING'")
    return (await count("outbox_mails where status = 'WAITING'")) === 0
  })

/** One for a single angler, with its deposit of $350 paid, and an email on its way. */
async function aBooking(server: ServerProcess) {
  const [token] = (await aCrowd(fleet.database.db, 1)) as [string]
  const date = dates.shift()!
  const { holdId } = await server.call(createHold, { token, body: { selectedDate: date, numberOfGuests: 1 } })
  const body = aPayment(holdId, await fleet.simulator.cardToken(), { date, guests: 1 })
  body.bookingData.email = `guest-${holdId}@example.com`
  const { booking } = await server.call(payForBooking, { token, body })
  const { rows } = await query('select charge_id from payment_attempts where booking_id = $1', [booking.id])
  return { id: booking.id, chargeId: rows[0].charge_id as string, email: body.bookingData.email }
}

test('backed up under load, destroyed, restored to an older moment: what is missing is listed, and nobody is told twice', async () => {
  const file = join(fleet.dataDir, 'before.sql.gz')
  const server = fleet.servers[0]!
  const admin = await adminToken(server)
  const kept = await aBooking(server)
  // A hold that nobody pays, and an email that waits when the backup is taken.
  const [token] = (await aCrowd(fleet.database.db, 1)) as [string]
  await server.call(createHold, { token, body: { selectedDate: dates.shift()!, numberOfGuests: 1 } })
  await query(
    "begin; set local session_replication_role = replica; update holds set expires_at = now() + interval '2 seconds'; commit",
  )
  await mailsAreOut()
  await mailServer.close()
  const waiting = await aBooking(server)
  await query(
    `insert into links (token_hash, purpose, user_id, email, created_at, expires_at)
      select 'reset', 'RESET_PASSWORD', id, email, now(), now() + interval '1 hour' from users limit 1`,
  )

  let isBackedUp = false
  const underLoad = async () => {
    while (!isBackedUp) await aBooking(server)
  }
  const load = underLoad()
  const backup = await fleet.command('backup', file)
  isBackedUp = true
  await load
  expect(backup).toMatchObject({ code: 0, said: expect.stringContaining('read back and whole') })

  const lost = await aBooking(server)
  await server.call(refundBooking, { token: admin, params: { id: kept.id }, query: { amount: 50 } })
  await mailServer.listen()
  await mailsAreOut()
  const told = mailServer.received.length
  expect(mailServer.received.map(({ to }) => to[0])).toEqual(expect.arrayContaining([waiting.email, lost.email]))

  await server.kill()
  const { pathname } = new URL(fleet.database.url)
  await dropDatabase(inject('testServer').url, pathname.slice(1))
  await createDatabase(inject('testServer'), pathname.slice(1))

  const restored = await fleet.command('restore', file)

  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('emails are held back') })

  // Links that pay go on working; one that opens an account may have been used since.
  expect((await query('select distinct purpose from links')).rows).toEqual([{ purpose: 'PAY' }])
  // Each confirmed booking came with its payment: the tables are of one moment.
  expect(await count("bookings where status = 'CONFIRMED'")).toBe(
    await count("payment_attempts where outcome = 'CAPTURED'"),
  )
  expect(await count('holds where expires_at < now() and released_at is null and consumed_at is null')).toBe(0)
  const after = await fleet.start()
  const again = await adminToken(after)
  expect((await after.answer(getBooking, { token: admin, params: { id: kept.id } })).status).toBe(401)
  const { lost: listed } = await eventually(async () => {
    const books = await after.call(checkLedger, { token: again })
    const isCompared = books.differences.some((text) => text.includes(`refunded $50.00 of charge ${kept.chargeId}`))
    return isCompared && books.lost.some(({ text }) => text.includes(lost.chargeId)) && books
  })

  const { charges } = await fleet.simulator.ledger()
  const { rows } = await query('select request_id from payment_attempts')
  const known = new Set(rows.map(({ request_id }) => request_id))
  expect(listed).toHaveLength(charges.filter(({ requestId }) => !known.has(requestId)).length)

  // Numbers that the lost bookings had are not given again, and news reaches the owner only.
  const next = (await aBooking(after)).id
  expect(next).toBeGreaterThan(lost.id)
  await mailsAreOut()
  const news = mailServer.received.slice(told).filter(({ to }) => to[0] !== 'admin@localhost')
  expect(news.map(({ to }) => to[0])).toHaveLength(1)
  expect(mailServer.received.some(({ raw }) => /payments? (isn't|aren't) in our books/.test(raw))).toBe(true)

  const params = { requestId: listed[0]!.requestId }
  await after.call(settleLostCharge, { token: again, params })
  expect((await after.answer(settleLostCharge, { token: again, params })).status).toBe(404)
  expect((await after.call(checkLedger, { token: again })).lost).toHaveLength(listed.length - 1)
})

test('a backup that is cut off or altered, of a newer version, or over bookings is refused before anything is touched', async () => {
  const { dataDir, database } = fleet
  const owner = createPool(database.ownerUrl)
  const servingRole = new URL(database.servingUrl).username
  const restore = (file: string, overwrites = true) => loadBackup({ owner, servingRole, dataDir, file, overwrites })
  const file = join(dataDir, 'before.sql.gz')
  await expect(restore(file)).rejects.toThrow('Stop every one of them first')
  await fleet.servers.at(-1)!.stop()
  const bookings = await count('bookings')
  await expect(restore(file, false)).rejects.toThrow(`this database has ${bookings} bookings`)

  const text = gunzipSync(await readFile(file)).toString()
  const body = text.slice(0, text.lastIndexOf('-- complete '))
  const ofNewer = body.replace('0001_people.sql', '9998_people.sql')
  const sums = [body, ofNewer].map((content) => createHash('sha256').update(content).digest('hex')) as [string, string]
  const other = join(dataDir, 'other.sql.gz')
  for (const [content, why] of [
    [text.slice(0, -100), 'is not whole'],
    [text.replace('guest-', 'Guest-'), 'is not whole'],
    [`${ofNewer}${text.slice(body.length).replace(...sums)}`, 'a newer version wrote it'],
  ] as const) {
    await writeFile(other, gzipSync(content))
    await expect(restore(other)).rejects.toThrow(why)
  }
  await writeFile(other, 'no gzip')
  await expect(restore(other)).rejects.toThrow('cannot be read')
  expect(await count('bookings')).toBe(bookings)

  await expect(takeBackup({ url: database.ownerUrl, dataDir, file })).rejects.toThrow('EEXIST')
  // Cut off after the rows came, no server starts, and it is run again.
  await restore(file)
  await expect(fleet.start()).rejects.toThrow('A restore of this database was cut off')
  // Something takes longer than a connection of the pool waits.
  owner.options.query_timeout = 2000
  const holder = await fleet.database.pool.connect()
  await holder.query('begin; lock table bookings in access share mode')
  const restored = restore(file)
  const waits = "pg_stat_activity where wait_event_type = 'Lock' and query_start < clock_timestamp() - interval '2.2 s'"
  try {
    await Promise.race([restored, eventually(async () => (await count(waits)) > 0)])
  } finally {
    // Its lock would keep the database from being taken away.
    holder.release(true)
  }
  await restored
  await owner.end()
})
