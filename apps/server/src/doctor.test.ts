import { afterAll, beforeAll, expect, test } from 'vitest'
import { examine } from './doctor.ts'
import { aBooking } from './testing/a-booking.ts'
import { anAdmin, OPEN_DATE, openDates } from './testing/builders.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

let app: TestApp
let other: number
beforeAll(async () => {
  app = await startTestApp()
  const { id } = await aBooking(app, { date: OPEN_DATE, guests: 2 })
  other = (await aBooking(app, { date: openDates()[3], guests: 4 })).bookingId
  const token = await anAdmin(app)
  for (const isActive of [false, true])
    await app.call('PUT', `/api/admin/users/${id}/status?isActive=${isActive}`, { token })
})
afterAll(() => app.close())

const problems = async () => {
  const findings = await examine({ db: app.database.db, clock: app.clock, environment: 'simulator' })
  return findings.flatMap((finding) => finding.problems)
}
const run = (statement: string) => app.database.pool.query(statement)

test('nothing is wrong with a site that was only used', async () => {
  expect(await problems()).toEqual([])
})

test('an altered entry of the log is found, and that its guard was off', async () => {
  await run('alter table audit_entries disable trigger audit_entries_are_kept')
  expect(await problems()).toEqual(['the trigger audit_entries_are_kept is missing or switched off'])
  await run(`update audit_entries set action = 'user.activated' where position = 1`)
  await run('alter table audit_entries enable trigger audit_entries_are_kept')
  expect(await problems()).toEqual(['entry 1 (user.activated) was changed, or the one before it'])
  await run('alter table audit_entries disable trigger audit_entries_are_kept')
  await run(`update audit_entries set action = 'user.deactivated' where position = 1`)
  await run('alter table audit_entries enable trigger audit_entries_are_kept')
})

test('a day with more anglers than there is room for is named', async () => {
  await run('alter table bookings disable trigger all')
  await run(`update bookings set trip_date = '${OPEN_DATE}' where id = ${other}`)
  await run('alter table bookings enable trigger all')
  expect(await problems()).toEqual([`${OPEN_DATE} has 6 anglers; there was never room for more than 4`])
  await run('alter table bookings disable trigger all')
  await run(`update bookings set trip_date = '${openDates()[3]}' where id = ${other}`)
  await run('alter table bookings enable trigger all')
})

test('money that is on no booking is missed', async () => {
  await run('alter table payment_attempts disable trigger all')
  await run('update payment_attempts set booking_id = null')
  await run('alter table payment_attempts enable trigger all')
  expect((await problems()).length).toBeGreaterThan(0)
})
