import { setUserStatus } from '@arcadia/contract/admin/accounts'
import { type AuditEntry, listAuditEntries } from '@arcadia/contract/admin/audit-log'
import { setSeason } from '@arcadia/contract/admin/configuration'
import { makeGiftVoucher } from '@arcadia/contract/admin/gift-vouchers'
import { recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { createBookingQuery, setBookingQueryStatus } from '@arcadia/contract/booking-queries'
import { changeBusinessFacts } from '@arcadia/contract/business'
import { moveDay, reachParty } from '@arcadia/contract/day-moves'
import { refundBooking, voidBooking } from '@arcadia/contract/refunds'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { aColleague, anAdmin, openDates } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let owner: string
const dates = openDates()
const book = () => aBooking(app, { date: dates.shift()! })
beforeAll(async () => {
  app = await startTestApp()
  owner = await anAdmin(app)
})
afterAll(() => app.close())

const log = async (q?: string) =>
  (await app.call(listAuditEntries, { token: owner, query: { q, page: '0', size: '100' } })).content
const latest = async () => (await log())[0] as AuditEntry | undefined

test('each entry names who did it and whose it is, and never by a number of the database', async () => {
  const { token } = await aColleague(app, 'OFFICE')
  const booking = await book()
  const guest = `Ada Angler, ${booking.confirmationNumber}`
  const params = { id: booking.bookingId }
  const named = async (subjectName: string | null) =>
    expect(await latest()).toMatchObject({ subjectName, by: expect.stringMatching(/^(Cole League|Owner)$/) })

  await app.call(recordManualPayment, { token, params, body: { method: 'CHECK', amount: 20, note: '2210' } })
  expect(await latest()).toMatchObject({ by: 'Cole League', subjectName: guest })
  const asked = { bookingId: booking.bookingId, queryMessage: 'Is there shade?' }
  const question = await app.call(createBookingQuery, { token: booking.token, body: asked })
  await app.call(setBookingQueryStatus, { token, params: { id: question.id }, body: { status: 'CLOSED' } })
  await named(guest)
  await app.call(setUserStatus, { token: owner, params: { id: booking.id }, query: { isActive: 'false' } })
  await named('Ada Angler')
  await app.call(makeGiftVoucher, {
    token: owner,
    body: { amount: 100, senderName: 'The house', recipientName: 'Robin' },
  })
  await named('Robin')

  expect((await log(booking.confirmationNumber)).map(({ action }) => action)).toContain('booking.payment-recorded')
  expect((await log('league')).map(({ by }) => by)).toContain('Cole League')
  expect((await log('gift voucher')).map(({ action }) => action)).toEqual(['gift-voucher.made'])
})

test('a called-off day is named by its date, and a group that was reached by its guest', async () => {
  const { bookingId, confirmationNumber } = await book()
  const { trip_date: date } = await app.database.db
    .selectFrom('bookings')
    .select('trip_date')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  const move = await app.call(moveDay, { token: owner, body: { date, reason: 'WEATHER', words: null } })
  await app.call(reachParty, { token: owner, params: { id: move.id, bookingId }, body: { isReached: true } })
  const entry = (await latest())!
  expect(entry).toMatchObject({ action: 'day.group-reached', subjectName: `Ada Angler, ${confirmationNumber}` })
  expect(JSON.parse(entry.after!)).toEqual({ booking: confirmationNumber, isReached: true })
  expect((await log())[1]).toMatchObject({ action: 'day.moved', subjectName: date })
})

test('a refund and a canceled charge are one entry each, with why', async () => {
  const [refunded, voided] = [await book(), await book()]
  const of = async ({ confirmationNumber }: { confirmationNumber: string }) =>
    (await log(confirmationNumber)).map(({ action, after }) => [action, JSON.parse(after!)])
  await app.call(refundBooking, {
    token: owner,
    params: { id: refunded.bookingId },
    query: { amount: '50', description: 'Fog' },
  })
  expect(await of(refunded)).toEqual([['booking.refunded', { amount: '$50.00', description: 'Fog' }]])
  await app.call(voidBooking, { token: owner, params: { id: voided.bookingId } })
  expect(await of(voided)).toEqual([['booking.voided', { amount: '$350.00', description: null }]])
})

test("a page of settings asks for its own changes by the settings' names", async () => {
  await app.call(setSeason, { token: owner, body: { seasonStart: '2027-05-17', seasonEnd: '2027-09-05' } })
  await app.call(changeBusinessFacts, { token: owner, body: { lunchPlace: 'The dock', balanceByVenmo: true } })
  const changed = async (subjectId: string) => {
    const query = { subjectKind: 'configuration', subjectId }
    const { content } = await app.call(listAuditEntries, { token: owner, query })
    return content.map(({ after }) => Object.keys(JSON.parse(after!)))
  }
  expect(await changed('seasonEnd,seasonStart,sharing')).toEqual([['seasonStart']])
  expect(await changed('meetingPin,balanceByVenmo')).toEqual([['lunchPlace', 'balanceByVenmo']])
  expect(await changed('maxCapacity')).toEqual([])
})
