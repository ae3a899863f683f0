import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import { makeDisputePack } from '@arcadia/contract/admin/bookings'
import { setDayGuide } from '@arcadia/contract/admin/day-guides'
import { makeTipPack, recordTipChargeback, refundTip } from '@arcadia/contract/admin/tips'
import { payTip } from '@arcadia/contract/tips'
import { venueDate } from '@arcadia/contract/trip-date'
import { getTrip } from '@arcadia/contract/trips'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '../../http/sessions.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { aColleague, anAdmin, networkAddress, openDates } from '../../testing/builders.ts'
import { startMailServer, type TestMailServer } from '../../testing/mail-server.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { findUserByName } from '../accounts/accounts.writes.ts'

/** The dispute pack of a tip: what the bank of who tipped asks for, and nothing of the trip's money. */

let app: TestApp
let server: TestMailServer
let admin: string
let booking: Awaited<ReturnType<typeof aBooking>>
beforeAll(async () => {
  server = await startMailServer()
  app = await startTestApp({ settings: { SMTP_URL: server.url } })
  const date = openDates()[0]!
  booking = await aBooking(app, { date, guests: 2 })
  app.clock.set(`${date}T17:00:00Z`)
  admin = await anAdmin(app)
  const { id: guideId } = await aColleague(app, 'GUIDE')
  await app.database.pool.query("update users set first_name = 'Jordan' where id = $1", [guideId])
  await app.call(setDayGuide, { token: admin, params: { date }, body: { guideId } })
})
afterAll(async () => {
  await app.close()
  await server.close()
})

async function tip(ip: string) {
  const { db } = app.database
  const token = await openSession(db, app.clock.now(), (await findUserByName(db, booking.username))!)
  const { groupUrl } = await app.call(getTrip, { token, params: { id: booking.bookingId } })
  const paymentToken = await app.simulator.cardToken()
  const who = { name: 'Sam <b>Reed', email: 'sam@tips.example' }
  const body = { token: groupUrl.split('#')[1]!, amount: 250, ...who, paymentToken }
  return { ...(await app.call(payTip, { body, ip })), group: body.token, paymentToken }
}
const make = (id: number, token = admin) => app.answer(makeTipPack, { token, params: { id } })

test('it says who tipped whom, where, when and by which card, what went back and what was emailed, and no more', async () => {
  const ip = networkAddress()
  const { id, group, paymentToken } = await tip(ip)
  await app.call(refundTip, { token: admin, params: { id }, body: { amount: 50, description: 'A typo' } })
  await app.app.runJobs()
  const { status, headers, body: page } = await make(id)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-disposition': `attachment; filename="dispute-pack-tip-${id}.html"`,
  })
  const { rows } = await app.database.pool.query('select charge_id from payment_attempts where id = $1', [id])
  const parts = {
    amount: '$250.00 USD',
    guide: 'Jordan, who guided the trip',
    payer: 'Sam &lt;b&gt;Reed',
    email: 'sam@tips.example',
    button: 'with a button that said “Tip $250.00 USD”',
    network: ip,
    card: 'ending in 1111',
    charge: rows[0].charge_id as string,
    refunded: 'A typo',
    mail: 'Your tip goes to Jordan',
    state: 'delivered to the mail server',
    mailOfRefund: 'Your tip is refunded: $50.00',
  }
  for (const [part, text] of Object.entries(parts)) expect(page, part).toContain(text)
  expect(page, 'nothing of the trip’s money, no secret').not.toMatch(/<script|<b>|\$700|\$5,000|\$4,300|ada@example/i)
  for (const secret of [group, paymentToken]) expect(page).not.toContain(secret)
  const ofTrip = await app.call(makeDisputePack, { token: admin, params: { id: booking.bookingId } })
  expect(ofTrip, 'who tips is somebody else').not.toContain('sam@tips.example')

  const body = { amount: 200, takenOn: venueDate(app.clock.now()), description: 'Case 7' }
  await app.call(recordTipChargeback, { token: admin, params: { id }, body })
  expect((await make(id)).body).toContain('Taken back by the bank')
})

test('owner and office make it, guides and guests do not, and it is in the audit log', async () => {
  const { id } = await tip(networkAddress())
  expect((await make(id, (await aColleague(app, 'GUIDE')).token)).status).toBe(403)
  expect((await make(id, booking.token)).status).toBe(401)
  expect(await make(999_999)).toMatchObject({ status: 404, body: { error: 'tip-not-found' } })
  expect((await make(id, (await aColleague(app, 'OFFICE')).token)).status).toBe(200)
  const query = { subjectKind: 'booking', subjectId: booking.bookingId } as const
  const { content } = await app.call(listAuditEntries, { token: admin, query })
  expect(content[0]).toMatchObject({ action: 'tip.dispute-pack-made' })
})
