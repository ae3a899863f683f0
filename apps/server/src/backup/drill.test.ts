import { createHash, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { checkLedger, settleLostCharge } from '@arcadia/contract/admin/bookkeeping'
import { sellGiftVoucher } from '@arcadia/contract/admin/gift-vouchers'
import { getBooking } from '@arcadia/contract/bookings'
import { createHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import { refundBooking } from '@arcadia/contract/refunds'
import { heldOf } from '@arcadia/contract/testing/held-of'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createPool } from '../database/pool.ts'
import { aPayment } from '../testing/builders.ts'
import { aCrowd } from '../testing/crowd.ts'
import { createDatabase, dropDatabase } from '../testing/database-copies.ts'
import { adminToken, type Fleet, openDates, startFleet } from '../testing/fleet.ts'
import { startMailServer, type TestMailServer } from '../testing/mail-server.ts'
import type { ServerProcess } from '../testing/processes.ts'
import { eventually } from '../testing/test-app.ts'
import { version } from '../version.ts'
import { checkBackup } from './backup-file.ts'
import { loadBackup } from './load-backup.ts'
import { takeBackup } from './take-backup.ts'

/** A disaster drill with real processes: the database is destroyed, while the mail server and the provider keep their records. */

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
/** Skips the waits between retries. */
const mailsAreOut = () =>
  eventually(async () => {
    await query("update outbox_mails set next_try_at = now() where status = 'WAITING'")
    return (await count("outbox_mails where status = 'WAITING'")) === 0
  })

/** A booking for one angler with its $350 deposit paid and an email on its way. */
async function aBooking(server: ServerProcess) {
  const [token] = (await aCrowd(fleet.database.db, 1)) as [string]
  const date = dates.shift()!
  const { holdId } = heldOf(await server.call(createHold, { token, body: { selectedDate: date, numberOfGuests: 1 } }))
  const body = aPayment(holdId, await fleet.simulator.cardToken(), { date, guests: 1 })
  body.bookingData.email = `guest-${holdId}@example.com`
  const { booking } = await server.call(payForBooking, { token, body })
  const { rows } = await query('select charge_id from payment_attempts where booking_id = $1', [booking.id])
  return { id: booking.id, chargeId: rows[0].charge_id as string, email: body.bookingData.email }
}

test('after a backup under load and a restore, lost payments are listed and nobody gets an email twice', async () => {
  const file = join(fleet.dataDir, 'before.sql.gz')
  const server = fleet.servers[0]!
  const admin = await adminToken(server)
  const kept = await aBooking(server)
  // An unpaid hold, and an email that is waiting when the backup is taken.
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
  const sale = { amount: 500, senderName: 'Sue Lake', recipientName: 'Robin', method: 'LINK' as const }
  await server.call(sellGiftVoucher, { token: admin, body: sale })

  let isBackedUp = false
  const underLoad = async () => {
    while (!isBackedUp) await aBooking(server)
  }
  const load = underLoad()
  const backup = await fleet.command('backup', file)
  isBackedUp = true
  await load
  expect(backup).toMatchObject({ code: 0, output: expect.stringContaining('verified') })
  expect((await checkBackup(file)).head.version).toBe(version)

  const lost = await aBooking(server)
  await server.call(refundBooking, { token: admin, params: { id: kept.id }, query: { amount: 50 } })
  await mailServer.listen()
  await mailsAreOut()
  const sentBefore = mailServer.received.length
  expect(mailServer.received.map(({ to }) => to[0])).toEqual(expect.arrayContaining([waiting.email, lost.email]))

  await server.kill()
  const { pathname } = new URL(fleet.database.url)
  await dropDatabase(inject('testServer').url, pathname.slice(1))
  await createDatabase(inject('testServer'), pathname.slice(1))

  const restored = await fleet.command('restore', file)

  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('emails are held back') })

  // Payment links keep working; account links may have been used since.
  const { rows: purposes } = await query('select distinct purpose from links order by 1')
  expect(purposes).toEqual([{ purpose: 'PAY' }, { purpose: 'PAY_VOUCHER' }])
  // Each confirmed booking has its payment, so the tables are consistent.
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

  // Ids of lost bookings are not reused, and only the owner gets the news.
  const next = (await aBooking(after)).id
  expect(next).toBeGreaterThan(lost.id)
  await mailsAreOut()
  const news = mailServer.received.slice(sentBefore).filter(({ to }) => to[0] !== 'admin@localhost')
  expect(news.map(({ to }) => to[0])).toHaveLength(1)
  expect(mailServer.received.some(({ raw }) => /payments? (isn't|aren't) in our books/.test(raw))).toBe(true)

  const params = { requestId: listed[0]!.requestId }
  await after.call(settleLostCharge, { token: again, params })
  expect((await after.answer(settleLostCharge, { token: again, params })).status).toBe(404)
  expect((await after.call(checkLedger, { token: again })).lost).toHaveLength(listed.length - 1)
})

test('a damaged backup, one of a newer version, or one over existing bookings is refused before anything is touched', async () => {
  const { dataDir, database } = fleet
  const owner = createPool(database.ownerUrl)
  const servingRole = new URL(database.servingUrl).username
  const restore = (file: string, overwrites = true, encryptionKey: Buffer | null = null) =>
    loadBackup({ owner, servingRole, dataDir, encryptionKey, file, overwrites })
  const file = join(dataDir, 'before.sql.gz')
  await expect(restore(file)).rejects.toThrow('Stop all servers first')
  await fleet.servers.at(-1)!.stop()
  const bookings = await count('bookings')
  await expect(restore(file, false)).rejects.toThrow(`this database has ${bookings} bookings`)

  const text = gunzipSync(await readFile(file)).toString()
  const body = text.slice(0, text.lastIndexOf('-- complete '))
  const ofNewer = body.replace('0003_bookings_and_holds.sql', '9998_bookings_and_holds.sql')
  const sums = [body, ofNewer].map((content) => createHash('sha256').update(content).digest('hex')) as [string, string]
  const other = join(dataDir, 'other.sql.gz')
  for (const [content, why] of [
    [text.slice(0, -100), 'is incomplete or was altered'],
    [text.replace('guest-', 'Guest-'), 'is incomplete or was altered'],
    [`${ofNewer}${text.slice(body.length).replace(...sums)}`, 'it comes from a newer version'],
  ] as const) {
    await writeFile(other, gzipSync(content))
    await expect(restore(other)).rejects.toThrow(why)
  }
  await writeFile(other, 'no gzip')
  await expect(restore(other)).rejects.toThrow('Cannot read')
  await expect(restore(file, true, randomBytes(32))).rejects.toThrow('made with another encryption key')
  expect(await count('bookings')).toBe(bookings)

  await expect(takeBackup({ url: database.ownerUrl, file })).rejects.toThrow('EEXIST')
  // After an interrupted restore no server starts, and it can be run again.
  await restore(file)
  await expect(fleet.start()).rejects.toThrow('A restore of this database was interrupted')
  // The restore must outlast the pool's query timeout.
  owner.options.query_timeout = 2000
  const holder = await fleet.database.pool.connect()
  await holder.query('begin; lock table bookings in access share mode')
  const restored = restore(file)
  const waits = "pg_stat_activity where wait_event_type = 'Lock' and query_start < clock_timestamp() - interval '2.2 s'"
  try {
    await Promise.race([restored, eventually(async () => (await count(waits)) > 0)])
  } finally {
    // Its lock would prevent the database from being dropped.
    holder.release(true)
  }
  await restored
  await owner.end()
})
