import { getBooking } from '@arcadia/contract/bookings'
import { changeBusinessFacts } from '@arcadia/contract/business'
import { splitBooking } from '@arcadia/contract/shares'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** By hand, past what the site offers. */
async function change(sql: string, values: unknown[]) {
  const client = await app.database.pool.connect()
  await client.query("select set_config('app.now', $1, false)", [app.clock.now().toISOString()])
  await client.query(sql, values)
  client.release(true)
}

test.each([
  // The night of March 14 has 23 hours, the one of November 7 has 25. Trips are moved there by hand: the season has none.
  ['2027-03-23', ['2027-03-13T23:30:00-05:00', 0], ['2027-03-14T03:30:00-04:00', 0], ['2027-03-14T09:01:00-04:00', 1]],
  ['2027-03-22', ['2027-03-13T09:01:00-05:00', 1], ['2027-03-14T00:01:00-05:00', 1], ['2027-03-14T09:01:00-04:00', 2]],
  ['2027-11-16', ['2027-11-07T01:30:00-05:00', 0], ['2027-11-07T09:01:00-05:00', 1], ['2027-11-07T23:59:00-05:00', 1]],
  ['2027-11-15', ['2027-11-06T23:59:00-04:00', 1], ['2027-11-07T01:30:00-04:00', 1], ['2027-11-07T09:01:00-05:00', 2]],
] as [string, ...[string, number][]][])(
  'a share of a trip on %s is reminded once a morning, over midnight and the change of the clocks',
  async (tripDate, ...moments) => {
    app.clock.set('2026-12-01T15:00:00Z')
    const admin = await anAdmin(app)
    await app.call(changeBusinessFacts, { token: admin, body: { balanceDueDays: 7 } })
    const { token, bookingId } = await aBooking(app, { date: '2027-06-01', guests: 1 })
    const params = { id: bookingId }
    const { pendingAmount: owed } = await app.call(getBooking, { token, params })
    const email = `lee.${tripDate}@friends.example`
    await app.call(splitBooking, { token, params, body: { shares: [{ name: 'Lee', email }], seen: [], owed } })
    await change('update bookings set trip_date = $1 where id = $2', [tripDate, bookingId])
    for (const [moment, reminders] of moments) {
      app.clock.set(new Date(moment).toISOString())
      await app.app.runJobs()
      await app.app.runJobs()
      const sent = (await readMails(app, email)).filter(({ kind }) => kind === 'share-asked').length
      expect([moment, sent - 1]).toEqual([moment, reminders])
    }
    await change("update bookings set status = 'CANCELLED' where id = $1", [bookingId])
  },
)
