import { setUserStatus } from '@arcadia/contract/admin/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kyselyOn } from '../database/open-database.ts'
import { createPool } from '../database/pool.ts'
import { aBooking } from '../testing/a-booking.ts'
import { anAdmin, OPEN_DATE, openDates } from '../testing/builders.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import { dataChecks, examine } from './checks.ts'

let app: TestApp
let other: number
beforeAll(async () => {
  app = await startTestApp()
  const { id } = await aBooking(app, { date: OPEN_DATE, guests: 2 })
  other = (await aBooking(app, { date: openDates()[3], guests: 4 })).bookingId
  const token = await anAdmin(app)
  for (const isActive of [false, true]) await app.call(setUserStatus, { token, params: { id }, query: { isActive } })
})
afterAll(() => app.close())

const examined = (db = app.database.db) => examine(dataChecks(db, app.app.features))
const problems = async () => (await examined()).flatMap((finding) => finding.problems)
const run = (statement: string) => app.database.pool.query(statement)

test('a site after normal use has no problems', async () => {
  expect(await problems()).toEqual([])
})

test('finds a changed audit entry, and a disabled trigger', async () => {
  await run('alter table audit_entries disable trigger audit_entries_are_kept')
  expect(await problems()).toEqual(['the trigger audit_entries_are_kept is missing or disabled'])
  await run(`update audit_entries set action = 'user.activated' where position = 1`)
  await run('alter table audit_entries enable trigger audit_entries_are_kept')
  expect(await problems()).toEqual(['entry 1 (user.activated) or the entry before it was changed'])
  await run('alter table audit_entries disable trigger audit_entries_are_kept')
  await run(`update audit_entries set action = 'user.deactivated' where position = 1`)
  await run('alter table audit_entries enable trigger audit_entries_are_kept')
})

test('names an overbooked day', async () => {
  await run('alter table bookings disable trigger all')
  await run(`update bookings set trip_date = '${OPEN_DATE}' where id = ${other}`)
  await run('alter table bookings enable trigger all')
  expect(await problems()).toEqual([`${OPEN_DATE} has 6 anglers; capacity was never more than 4`])
  await run('alter table bookings disable trigger all')
  await run(`update bookings set trip_date = '${openDates()[3]}' where id = ${other}`)
  await run('alter table bookings enable trigger all')
})

test('finds payments without a booking', async () => {
  await run('alter table payment_attempts disable trigger all')
  await run('update payment_attempts set booking_id = null')
  await run('alter table payment_attempts enable trigger all')
  expect((await problems()).length).toBeGreaterThan(0)
})

test('reports whether there are one or two roles, and a serving role with too many rights', async () => {
  const roles = async (db: TestDatabase['db']) => (await examined(db)).at(-1)
  const serving = kyselyOn(createPool(app.database.directUrl))
  expect(await roles(serving)).toEqual({
    about: 'roles: arcadia_owner owns the database, arcadia_app serves',
    problems: [],
  })
  await run('grant update (role) on users to arcadia_app; grant delete on audit_entries to arcadia_app')
  expect((await roles(serving))?.problems).toEqual([
    'arcadia_app can create admins',
    'arcadia_app can change the audit log',
  ])
  await run('revoke update (role) on users from arcadia_app; revoke delete on audit_entries from arcadia_app')
  await run('grant update on server_key to arcadia_app')
  expect((await roles(serving))?.problems).toEqual(['arcadia_app can create admins'])
  await serving.destroy()
  const owner = kyselyOn(createPool(app.database.ownerUrl))
  expect((await roles(owner))?.about).toMatch(
    /^roles: arcadia_owner both owns the database and serves; DATABASE_OWNER_URL/,
  )
  await owner.destroy()
})
