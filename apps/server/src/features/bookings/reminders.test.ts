import { readFile } from 'node:fs/promises'
import { changeBusinessFacts } from '@arcadia/contract/business'
import { addDays } from '@arcadia/contract/trip-date'
import { publishWaiver } from '@arcadia/contract/waivers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, openDates } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const migration = new URL('../../../migrations/older/0033_reminders.sql', import.meta.url)

/** What kept reminders before, and who had got all three about a trip. */
const before = (bookingId: number, date: string, dueOn: string) => `
  select set_config('app.now', now()::text, true);
  drop table reminders;
  alter table bookings add column reminded_for date;
  create table waiver_reminders (booking_id integer, trip_date date);
  create table balance_reminders (booking_id integer, due_on date, stage text, sent_at timestamptz);
  update bookings set reminded_for = '${date}' where id = ${bookingId};
  insert into waiver_reminders values (${bookingId}, '${date}');
  insert into balance_reminders values (${bookingId}, '${dueOn}', 'SOON', now()), (${bookingId}, '${dueOn}', 'OVERDUE', now());`

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('nobody is reminded again of what an earlier version reminded of', async () => {
  const token = await anAdmin(app)
  await app.call(publishWaiver, { token, body: { text: 'At your own risk.', after: null } })
  await app.call(changeBusinessFacts, { token, body: { balanceDueDays: 2, balanceByCard: true } })
  const [date] = openDates()
  const [told, other] = [
    await aBooking(app, { date: date!, guests: 1 }),
    await aBooking(app, { date: date!, guests: 1 }),
  ]
  const { pool } = app.database
  await pool.query(before(told.bookingId, date!, addDays(date!, -2)))
  await pool.query(await readFile(migration, 'utf8'))
  await pool.query('grant select, insert on reminders to public')

  app.clock.set(`${addDays(date!, -1)}T15:00:00Z`)
  await Promise.all([app.app.runJobs(), app.app.runJobs()])
  const { rows } = await pool.query(
    `select booking_id as id, array_agg(kind order by kind) as kinds from outbox_mails where kind like '%-reminder' group by 1`,
  )
  expect(rows).toEqual([{ id: other.bookingId, kinds: ['balance-reminder', 'trip-reminder', 'waiver-reminder'] }])
})
