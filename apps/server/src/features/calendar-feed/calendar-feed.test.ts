import { addressOf, portal } from '@arcadia/contract/addresses'
import {
  getCalendarFeed,
  readCalendarFeed,
  renewCalendarFeed,
  revokeCalendarFeed,
} from '@arcadia/contract/admin/dashboard'
import { cancelBooking } from '@arcadia/contract/bookings'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildHttp } from '../../http/build-http.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, OPEN_DATE, openDates } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
})
afterAll(() => app.close())

const feedOf = (token = admin) => app.call(getCalendarFeed, { token })
async function makeFeed(token = admin): Promise<string> {
  return new URL((await app.call(renewCalendarFeed, { token })).url).pathname
}
async function read(path: string) {
  const { statusCode, headers, payload } = await app.app.http.inject({ url: path })
  // Long lines are folded: a line break and a space in mid-word.
  return { statusCode, headers, text: payload.replaceAll('\r\n ', '') }
}
const actions = async () => {
  const { rows } = await app.database.pool.query('select action from audit_entries order by position')
  return rows.map(({ action }) => action).filter((action: string) => action.startsWith('calendar-feed.'))
}

test('an admin creates, renews and revokes a link; each ends the one before', async () => {
  expect(await feedOf()).toEqual({ feed: null })
  const first = await makeFeed()
  expect((await feedOf()).feed).toEqual({
    createdAt: '2027-04-05T14:00:00.000Z',
    expiresAt: '2028-05-09T14:00:00.000Z',
  })
  expect((await read(first)).statusCode).toBe(200)
  const second = await makeFeed()
  expect((await read(first)).statusCode).toBe(404)
  expect((await read(second)).statusCode).toBe(200)
  for (let time = 0; time < 2; time++) await app.call(revokeCalendarFeed, { token: admin })
  expect((await read(second)).statusCode).toBe(404)
  expect(await feedOf()).toEqual({ feed: null })
  expect(await actions()).toEqual(['calendar-feed.created', 'calendar-feed.renewed', 'calendar-feed.revoked'])
})

test('the link is not in the database', async () => {
  const token = (await makeFeed()).split('/').at(-1)!.replace('.ics', '')
  const { rows } = await app.database.pool.query(
    `select f::text || coalesce((select string_agg(v::text, '') from audit_values v), '') as kept from calendar_feeds f`,
  )
  expect(token).toHaveLength(43)
  expect(rows).toHaveLength(1)
  expect(rows[0].kept).not.toContain(token)
  expect(rows[0].kept).not.toContain(Buffer.from(token).toString('hex'))
})

test('each booking is one event with a stable id, whatever happens to it', async () => {
  const path = await makeFeed()
  const stays = await aBooking(app, { date: OPEN_DATE, guests: 2 })
  const goes = await aBooking(app, { date: openDates()[2]!, guests: 1 })
  const answer = await read(path)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'cache-control': 'private, max-age=300',
  })
  // The whole booking would be a guest's data in the logs of whoever opens it.
  expect(answer.text).toContain(`${portal.bookings.href({ id: stays.bookingId })}\r`)
  const uid = `UID:${stays.confirmationNumber}@arcadia`
  expect(answer.text.split('\r\n')).toEqual(
    expect.arrayContaining([
      'SUMMARY:Ada Angler\\, 2 anglers',
      uid,
      `DTSTART;TZID=America/New_York:${OPEN_DATE.replaceAll('-', '')}T080000`,
      expect.stringMatching(/^DESCRIPTION:.*package\\nPhone: .+\\nBalance: \$\d.*\\nConfirmation: /),
    ]),
  )
  expect(answer.text.match(/BEGIN:VEVENT/g)).toHaveLength(2)
  expect(answer.text).not.toContain('STATUS:CANCELLED')
  expect((await read(path)).text).toBe(answer.text)

  app.clock.advance({ minutes: 1 })
  await app.call(cancelBooking, { token: goes.token, params: { id: goes.bookingId } })
  const events = (await read(path)).text.split('BEGIN:VEVENT')
  expect(events.find((event) => event.includes(uid))).toContain('STATUS:CONFIRMED')
  expect(events.find((event) => event.includes(goes.confirmationNumber))).toContain('STATUS:CANCELLED')
})

test('last year is left out', async () => {
  const path = await makeFeed()
  app.clock.set('2028-01-01T04:59:00Z')
  expect((await read(path)).text).toContain('BEGIN:VEVENT')
  app.clock.set('2028-01-01T05:00:00Z')
  expect((await read(path)).text).not.toContain('BEGIN:VEVENT')
  app.clock.set('2027-04-05T14:00:00Z')
})

test('a wrong or expired link, and one of a former office admin, open nothing', async () => {
  for (const token of ['x', 'A'.repeat(43), '%00', 'a'.repeat(150)])
    expect((await read(addressOf(readCalendarFeed, { params: { token } }))).statusCode).toBe(404)
  const path = await makeFeed()
  app.clock.set('2028-05-09T14:00:00Z')
  expect((await read(path)).statusCode).toBe(404)
  app.clock.set('2027-04-05T14:00:00Z')
  const { pool } = app.database
  for (const change of ['is_active = false', `role = 'USER', position = null`, `position = 'GUIDE'`]) {
    expect((await read(path)).statusCode).toBe(200)
    await pool.query(`update users set ${change} where username = 'admin'`)
    expect((await read(path)).statusCode).toBe(404)
    await pool.query(`update users set is_active = true, role = 'ADMIN', position = 'OWNER' where username = 'admin'`)
  }
})

test('the log records that a calendar was read, but not which', async () => {
  const lines: string[] = []
  const http = buildHttp({
    log: pino({ level: 'trace' }, { write: (line) => lines.push(line) }),
    clock: app.clock,
    trustProxy: false,
    isDraining: () => false,
  })
  http.get(readCalendarFeed.path, () => 'calendar')
  const token = 'secret-_'.repeat(5)
  const folder = readCalendarFeed.path.split(':')[0]!
  // A server decodes escaped letters.
  for (const method of ['GET', 'POST'] as const)
    for (const url of [`${token}.ics`, `${token}.ics?x=1`, token, `${token}.ics/more`])
      for (const path of [folder, folder.replace('calendar', 'c%61lendar')])
        await http.inject({ method, url: path + url })
  await http.close()
  expect(lines.filter((line) => line.includes(`${folder}[token]`))).toHaveLength(16)
  expect(lines.join()).not.toContain('secret')
})
