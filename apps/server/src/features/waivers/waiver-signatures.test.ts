import { listAdminBookings } from '@arcadia/contract/admin/bookings'
import { getDaySheet } from '@arcadia/contract/admin/dashboard'
import { listBookingEvents } from '@arcadia/contract/bookings'
import { addDays } from '@arcadia/contract/trip-date'
import { countWaiverSignature, getBookingWaiver, leaveOutSignature } from '@arcadia/contract/waivers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSession } from '../../http/sessions.ts'
import { anAdmin, anAngler, networkAddress } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { waiversOf } from '../../testing/waivers-of.ts'
import { listChain } from '../audit-log/audit-log.store.ts'
import { SPARE, SPARE_IN_ALL } from './waivers.rules.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startTestApp()
  admin = await anAdmin(app)
  for (const text of ['An older text', TEXT]) await publish(text)
})
afterAll(() => app.close())
let start: Date
beforeEach(async () => {
  start = app.clock.now()
  admin = await anAdmin(app)
})
afterEach(() => app.clock.set(start))

const { TEXT, problems, publish, version, remind, aTrip, sign, open, signaturesOf, invented } = waiversOf(() => ({
  app,
  admin,
}))

describe('a signature that is not of the group', () => {
  const count = (id: number, isOfGroup: boolean, token = admin) =>
    app.answer(countWaiverSignature, { token, params: { id }, body: { isOfGroup } })

  test('is kept but not counted, until it is counted again', async () => {
    const trip = await aTrip(2)
    await sign(trip.link, { name: 'Jon Doe' })
    await sign(trip.link, { name: 'John Doe' })
    const [wrong] = (await signaturesOf(trip.bookingId)).signatures
    const replies = await Promise.all([count(wrong!.id, false), count(wrong!.id, false)])
    for (const reply of replies)
      expect(reply).toMatchObject({
        status: 200,
        body: {
          wanted: 2,
          signatures: [
            { name: 'Jon Doe', isOfGroup: false },
            { name: 'John Doe', isOfGroup: true },
          ],
        },
      })
    expect((await open(trip.link)).body).toMatchObject({ signed: 1, wanted: 2 })
    const { waiver } = await app.call(getBookingWaiver, { token: trip.token, params: { id: trip.bookingId } })
    expect(waiver!.signatures).toMatchObject([{ name: 'John Doe' }])
    const sheet = await app.call(getDaySheet, { token: admin, params: { date: trip.date } })
    expect(sheet.parties).toMatchObject([{ waiver: { names: ['John Doe'] } }])
    const missing = async () => {
      const query = { only: 'WAIVER_MISSING' as const, from: trip.date, to: trip.date }
      return JSON.stringify(await app.call(listAdminBookings, { token: admin, query })).includes(
        trip.confirmationNumber,
      )
    }
    expect(await missing()).toBe(true)
    const entries = (await listChain(app.database.db)).filter(
      (one) => one.subject_kind === 'waiver-signature' && one.subject_id === `${wrong!.id}`,
    )
    expect(entries.map(({ action }) => action)).toEqual(['waiver.signed', 'waiver.left-out'])
    await count(wrong!.id, true)
    expect((await open(trip.link)).body).toMatchObject({ signed: 2 })
    expect(await missing()).toBe(false)
    await count(wrong!.id, false)

    app.clock.set(`${addDays(trip.date, -1)}T14:00:00Z`)
    await remind()
    const mails = await readMails(app, 'ada@example.com', 'waiver-reminder')
    expect(mails.find((mail) => mail.text.includes(trip.link))!.text).toContain('1 of 2 signed')
    expect(await problems()).toEqual([])
  })

  test('frees its place for others, including its own signer', async () => {
    const trip = await aTrip(1)
    const ip = networkAddress()
    const here = (name: string) => sign(trip.link, { name }, undefined, ip)
    for (const name of invented(1 + SPARE)) await here(name)
    expect(await here('Ada Angler')).toMatchObject({ status: 409, body: { error: 'waiver-full' } })
    const { signatures } = await signaturesOf(trip.bookingId)
    for (const { id } of signatures) await count(id, false)
    expect(await here('Ada Angler')).toMatchObject({ status: 201, body: { signed: 1 } })
    expect(await here(signatures[0]!.name!)).toMatchObject({ status: 201 })
  })

  test('is taken out by the guest, when invented people have filled the link from everywhere', async () => {
    const trip = await aTrip(2)
    const params = { id: trip.bookingId }
    for (const name of invented(2 + SPARE_IN_ALL)) expect((await sign(trip.link, { name })).status).toBe(201)
    expect(await sign(trip.link)).toMatchObject({ status: 409, body: { error: 'waiver-full' } })

    const listed = (await app.call(getBookingWaiver, { token: trip.token, params })).waiver!.signatures
    expect(listed).toHaveLength(2 + SPARE_IN_ALL)
    for (const { id: signatureId } of listed)
      await app.call(leaveOutSignature, { token: trip.token, params: { ...params, signatureId } })
    const again = { ...params, signatureId: listed[0]!.id }
    expect(await app.call(leaveOutSignature, { token: trip.token, params: again })).toMatchObject({
      waiver: { wanted: 2, signatures: [] },
    })
    expect((await open(trip.link)).body).toMatchObject({ signed: 0, wanted: 2 })
    expect(await sign(trip.link)).toMatchObject({ status: 201, body: { signed: 1 } })

    // Nothing is deleted: each is still there, and the history and the chain say what became of it.
    const { signatures } = await signaturesOf(trip.bookingId)
    expect(signatures).toHaveLength(2 + SPARE_IN_ALL + 1)
    expect(signatures.filter(({ isOfGroup }) => isOfGroup)).toMatchObject([{ name: 'Ada Angler' }])
    const events = await app.call(listBookingEvents, { token: trip.token, params })
    expect(events.filter(({ description }) => description.includes('waiver'))).toHaveLength(listed.length)
    expect(events.at(-1)!.description).toBe("One waiver signature doesn't count: its signer isn't in the group.")
    const entries = (await listChain(app.database.db)).filter(({ action }) => action === 'waiver.left-out')
    expect(entries.at(-1)).toMatchObject({ admin_id: null, subject_id: `${listed.at(-1)!.id}` })
    expect(await problems()).toEqual([])
  })

  test('is taken out only by the guest of its own booking, and only until the trip is over', async () => {
    const [trip, other] = [await aTrip(1), await aTrip(1)]
    await sign(trip.link)
    const [{ id: signatureId } = { id: 0 }] = (await signaturesOf(trip.bookingId)).signatures
    const takeOut = (token: string, id: number) => app.answer(leaveOutSignature, { token, params: { id, signatureId } })
    const stranger = await anAngler(app)
    expect((await takeOut(stranger.token, trip.bookingId)).body.error).toBe('booking-not-found')
    expect((await takeOut(other.token, other.bookingId)).body.error).toBe('waiver-signature-not-found')
    app.clock.set(`${addDays(trip.date, 1)}T06:00:00Z`)
    const later = await openSession(app.database.db, app.clock.now(), { id: trip.id, role: 'USER' })
    expect((await takeOut(later, trip.bookingId)).body.error).toBe('waiver-signature-not-found')
    app.clock.set(start)
    expect((await open(trip.link)).body).toMatchObject({ signed: 1 })
    expect((await takeOut(trip.token, trip.bookingId)).status).toBe(200)
  })

  test("is marked by the office, not with the office's call by a customer", async () => {
    const trip = await aTrip(1)
    await sign(trip.link)
    const [{ id } = { id: 0 }] = (await signaturesOf(trip.bookingId)).signatures
    expect((await count(id, false, trip.token)).status).toBe(403)
    expect(await count(99_999_999, false)).toMatchObject({ status: 404, body: { error: 'waiver-signature-not-found' } })
  })
})

describe('a signed waiver', () => {
  test('cannot be changed or removed, and tampering is detected', async () => {
    const trip = await aTrip(1)
    await sign(trip.link)
    const { pool } = app.database
    for (const statement of [
      `update waiver_signatures set name = 'Somebody else'`,
      'update waiver_signatures set name = null, blanked_at = now()',
      `update waiver_signatures set name = null, born_on = null, guardian = null, mark = null, address = null, salt = null, blanked_at = now(), version = 1`,
      'delete from waiver_signatures',
      'truncate waiver_signatures',
    ])
      await expect(pool.query(statement), statement).rejects.toMatchObject({
        code: expect.stringMatching(/AR003|23514/),
      })

    const [{ id } = { id: 0 }] = (await signaturesOf(trip.bookingId)).signatures
    const tamper = async (statement: string) => {
      const tables = ['waiver_signatures', 'waivers', 'audit_entries', 'audit_values']
      const all = (state: string) =>
        pool.query(tables.map((one) => `alter table ${one} ${state} trigger all`).join(';'))
      const { rows: kept } = await pool.query(`select * from waiver_signatures where id = ${id}`)
      await all('disable')
      await pool.query(statement)
      const found = await problems()
      const row = kept[0]
      await pool.query(
        `insert into waiver_signatures (id, booking_id, version, idempotency_key, signed_at, name, born_on, guardian, is_drawn, mark, address, salt)
         overriding system value values ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12)
         on conflict (id) do update set name = $6, born_on = $7, signed_at = $5, mark = $10, address = $11`,
        [
          row.id,
          row.booking_id,
          row.version,
          row.idempotency_key,
          row.signed_at,
          row.name,
          row.born_on,
          row.guardian,
          row.is_drawn,
          row.mark,
          row.address,
          row.salt,
        ],
      )
      await pool.query('update waivers set text = $1 where version = $2', [TEXT, row.version])
      await all('enable')
      return found
    }
    const changed = [`waiver signature ${id} or its text was changed`]
    const guards = (found: string[]) => found.filter((problem) => !problem.startsWith('the trigger'))
    for (const change of [
      `name = 'Eve'`,
      `born_on = '1991-05-01'`,
      `signed_at = signed_at - interval '1 day'`,
      `mark = 'Eve'`,
      `address = '10.0.0.1'`,
    ])
      expect(guards(await tamper(`update waiver_signatures set ${change} where id = ${id}`)), change).toEqual(changed)
    expect(
      guards(await tamper(`update waivers set text = 'Other words' where version = ${await version()}`)),
    ).toContain(changed[0])
    expect(guards(await tamper(`delete from waiver_signatures where id = ${id}`))).toEqual([
      `waiver signature ${id} is missing`,
    ])
    expect(await problems()).toEqual([])
  })

  test('is erased 24 months after the trip, while text, time and chain stay', async () => {
    const trip = await aTrip(2)
    await sign(trip.link, { name: 'Secret Person', signature: 'Secret Mark' })
    const { run: blank } = app.app.features.waivers.sweeps[0]!
    app.clock.set(new Date(`${addDays(trip.date, 730)}T15:00:00Z`))
    await blank()
    const names = async () =>
      (
        await app.database.pool.query('select name, version, signed_at from waiver_signatures where booking_id = $1', [
          trip.bookingId,
        ])
      ).rows
    expect(await names()).toMatchObject([{ name: 'Secret Person' }])
    app.clock.set(new Date(`${addDays(trip.date, 732)}T15:00:00Z`))
    await blank()
    expect(await names()).toMatchObject([{ name: null, version: expect.any(Number), signed_at: start }])
    const { rows } = await app.database.pool.query('select s::text from waiver_signatures s where booking_id = $1', [
      trip.bookingId,
    ])
    expect(JSON.stringify(rows)).not.toMatch(/Secret/)
    admin = await anAdmin(app)
    expect((await signaturesOf(trip.bookingId)).signatures).toMatchObject([{ name: null, bornOn: null, text: TEXT }])
    expect(await problems()).toEqual([])
  })
})
