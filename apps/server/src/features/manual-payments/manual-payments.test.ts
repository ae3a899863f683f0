import { listAuditEntries } from '@arcadia/contract/admin/audit-log'
import { setBookingStatus } from '@arcadia/contract/admin/bookings'
import { getDashboardOverview } from '@arcadia/contract/admin/dashboard'
import {
  listManualPayments,
  listTakings,
  recordHandOver,
  recordManualPayment,
  takeBackManualPayment,
  undoHandOver,
} from '@arcadia/contract/admin/manual-payments'
import { getBooking, listBookingEvents } from '@arcadia/contract/bookings'
import { payBalance } from '@arcadia/contract/payments'
import { refundBooking } from '@arcadia/contract/refunds'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { aColleague, anAdmin, openDates } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { readMails } from '../../testing/read-mail.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'

const OWNER = 'owner@example.com'

let app: TestApp
let token: string
let booking: Awaited<ReturnType<typeof aBooking>>
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp({
    settings: { BUSINESS_EMAIL: OWNER },
    patience: { answerWithinMs: 4000, callMs: 8000 },
  })
  token = await anAdmin(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.simulator.control('POST', '/reset')
  // A Trophy morning for one: $350 of $2,500 paid.
  booking = await aBooking(app, { date: dates.shift()! })
})

const record = (amount: number, over: { method?: 'CHECK'; note?: string; owed?: number; key?: string } = {}) => {
  const { key, ...rest } = over
  return app.answer(recordManualPayment, {
    token,
    params: { id: booking.bookingId },
    body: { amount, method: 'CASH', ...rest },
    headers: key ? { 'idempotency-key': key } : {},
  })
}
const payByCard = async (amount: number) =>
  app.answer(payBalance, {
    token: booking.token,
    body: { bookingId: booking.bookingId, amount, currency: 'USD', paymentToken: await app.simulator.cardToken() },
  })
const list = () => app.call(listManualPayments, { token, params: { id: booking.bookingId } })
const read = () => app.call(getBooking, { token: booking.token, params: { id: booking.bookingId } })
const takeBack = (id: number, reason = 'Counted twice') =>
  app.answer(takeBackManualPayment, { token, params: { id }, body: { reason } })
const ledger = () => checkBooks(app, token)
const history = async () =>
  (await app.call(listBookingEvents, { token: booking.token, params: { id: booking.bookingId } })).map(
    ({ description }: { description: string }) => description,
  )

describe('cash and checks', () => {
  test('count as paid everywhere except in the card ledger', async () => {
    const before = await ledger()
    const recorded = await record(2000, { method: 'CHECK', note: 'No. 1204' })
    expect(recorded).toMatchObject({
      status: 201,
      body: { paidAmount: 2350, cashAmount: 2000, pendingAmount: 150 },
    })
    expect(await read()).toMatchObject({ paidAmount: 2350, cashAmount: 2000, pendingAmount: 150 })
    expect(await list()).toMatchObject([
      { amount: 2000, method: 'CHECK', note: 'No. 1204', recordedBy: 'Owner', takenBack: null },
    ])
    expect(await history()).toContain('Balance: $2,000.00 paid by check.')
    const mail = (await readMails(app, 'ada@example.com', 'manual-payment')).at(-1)!
    expect(mail.text).toContain('We got your payment by check.')
    expect(mail.text).toContain('Balance: $150.00')
    expect(mail.text).not.toContain('No. 1204')
    expect(await ledger()).toMatchObject({ balanced: true, captured: before.captured, kept: before.kept })
    const { money } = await app.call(getDashboardOverview, { token })
    expect(money.cash).toBe(2000)

    // The rest by card, not a cent more.
    expect(await payByCard(151)).toMatchObject({ status: 409, body: { message: 'Only $150.00 is owed.' } })
    expect((await payByCard(150)).status).toBe(201)
    expect(await record(1)).toMatchObject({ status: 409, body: { error: 'nothing-owed' } })
  })

  test('must be more than zero and at most what is owed', async () => {
    expect(await record(2150.01)).toMatchObject({
      status: 409,
      body: { error: 'more-than-owed', details: [{ path: 'amount', message: 'Only $2,150.00 is owed.' }] },
    })
    expect((await record(0)).status).toBe(400)
    expect((await record(-5)).status).toBe(400)
    expect((await record(9_999_999_999)).status).toBe(409)
    await app.call(setBookingStatus, { token, params: { id: booking.bookingId }, query: { status: 'CANCELLED' } })
    expect(await record(10)).toMatchObject({ status: 409, body: { error: 'nothing-owed' } })
    expect(await list()).toEqual([])
  })

  test('recorded against an outdated balance are refused, naming who was first', async () => {
    expect((await record(1000, { owed: 2150, key: 'ramp' })).status).toBe(201)
    // The same tap again, and the other phone's.
    expect((await record(1000, { owed: 2150, key: 'ramp' })).status).toBe(201)
    const again = await record(1000, { owed: 2150 })
    expect(again).toMatchObject({
      status: 409,
      body: {
        error: 'owed-changed',
        message: expect.stringMatching(
          /^The balance is now \$1,150\.00, not \$2,150\.00\. Owner recorded \$1,000\.00 in cash at \d+:\d\d [AP]M\.$/,
        ),
      },
    })
    expect((await payByCard(150)).status).toBe(201)
    expect((await record(1150, { owed: 1150 })).body.message).toBe('The balance is now $1,000.00, not $1,150.00.')
    expect((await record(1000, { owed: 1000 })).status).toBe(201)
    expect((await record(1000, { owed: 1000 })).body.message).toMatch(/^The balance is now \$0\.00/)
    await app.call(setBookingStatus, { token, params: { id: booking.bookingId }, query: { status: 'CANCELLED' } })
    expect((await record(1000, { owed: 1000 })).body.message).toBe('This booking was canceled, so nothing is owed.')
  })

  test('under one key are one payment despite retries; two keys at once never exceed the balance', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => record(500, { key: 'one-click' })))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await list()).toHaveLength(1)
    expect(await record(501, { key: 'one-click' })).toMatchObject({ status: 409, body: { error: 'key-reused' } })
    const others = await Promise.all([record(1650, { key: 'a' }), record(1650, { key: 'b' }), payByCard(1650)])
    expect(others.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await read()).toMatchObject({ paidAmount: 2500, pendingAmount: 0 })
    expect((await ledger()).balanced).toBe(true)
  })

  test('wait while a card payment has no outcome', async () => {
    await app.simulator.fault({ operation: 'charge', fault: 'lost-answer', times: 1 })
    expect((await payByCard(2150)).status).toBe(202)
    expect(await record(2150)).toMatchObject({
      status: 409,
      body: { error: 'payment-in-progress', message: expect.stringContaining('card payment') },
    })
    await eventually(async () => {
      app.clock.advance({ seconds: 31 })
      await app.app.runJobs()
      return (await read()).pendingAmount === 0
    })
    expect(await record(1)).toMatchObject({ status: 409, body: { error: 'nothing-owed' } })
  })

  test('and card payments at once never exceed the balance, even if the trip moves at the same time', async () => {
    const { pool } = app.database
    const { bookingId: id } = booking
    const [oldDay, newDay] = [(await read()).selectedDate, dates.shift()!]
    const time = "select set_config('app.now', $1, true)"
    const [mover, cashier] = [await pool.connect(), await pool.connect()]
    const waiting = async (count: number) => {
      const { rows } = await pool.query(
        'select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
      )
      return rows.length >= count
    }
    try {
      await mover.query('begin')
      await mover.query(time, [app.clock.now().toISOString()])
      await mover.query('select lock_days($1::date[])', [[oldDay, newDay]])
      const paying = payByCard(2150)
      await eventually(() => waiting(1))
      await cashier.query('begin')
      await cashier.query(time, [app.clock.now().toISOString()])
      const locked = cashier.query('select lock_days($1::date[])', [[newDay]])
      await eventually(() => waiting(2))
      await mover.query('update bookings set trip_date = $1 where id = $2', [newDay, id])
      await mover.query('commit')
      await locked
      const paid = paying.then(() => true)
      await eventually(async () => (await waiting(1)) || Promise.race([paid, false]))
      await cashier.query(
        `insert into manual_payments (booking_id, admin_id, method, amount_cents, created_at)
         select $1, id, 'CASH', 215000, $2 from users where role = 'ADMIN'`,
        [id, app.clock.now()],
      )
      await cashier.query('commit')
      expect(await paying).toMatchObject({ status: 409, body: { error: 'nothing-owed' } })
    } finally {
      mover.release()
      cashier.release()
    }
  })

  test('are never refunded to a card', async () => {
    await record(2000)
    const refund = (amount?: number) =>
      app.answer(refundBooking, { token, params: { id: booking.bookingId }, query: { amount } })
    expect(await refund(351)).toMatchObject({ status: 409, body: { error: 'more-than-refundable' } })
    expect(await refund()).toMatchObject({
      status: 200,
      body: { booking: { refundedAmount: 350, cashAmount: 2000 } },
    })
    // No card payment is left to refund, so cancelling with a refund only cancels.
    const cancelled = await app.answer(setBookingStatus, {
      token,
      params: { id: booking.bookingId },
      query: { status: 'CANCELLED', refund: true },
    })
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'CANCELLED', refundedAmount: 350 } })
    expect((await ledger()).balanced).toBe(true)
  })
})

describe('a mistaken entry', () => {
  test('is removed once by a reversing entry with the reason; nothing is deleted', async () => {
    await record(500)
    const { id } = (await list())[0]!
    const replies = await Promise.all([takeBack(id), takeBack(id)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(replies.find(({ status }) => status === 409)!.body.error).toBe('already-taken-back')
    expect(await read()).toMatchObject({ paidAmount: 350, cashAmount: 0, pendingAmount: 2150 })
    expect(await list()).toMatchObject([{ id, amount: 500, takenBack: { reason: 'Counted twice', by: 'Owner' } }])
    expect((await history()).slice(-2)).toEqual([
      'Balance: $500.00 paid in cash.',
      '$500.00 in cash was recorded by mistake and removed.',
    ])
    const mails = await readMails(app, 'ada@example.com')
    expect(mails.at(-1)!.text).toMatch(/by mistake and removed it\..+Balance: \$2,150\.00/s)
    expect(mails.at(-1)!.text).not.toContain('Counted twice')
    const log = await app.answer(listAuditEntries, {
      token,
      query: { subjectKind: 'booking', subjectId: booking.bookingId },
    })
    expect(log.body.content.map(({ action }) => action)).toEqual([
      'booking.payment-taken-back',
      'booking.payment-recorded',
    ])
    expect((await takeBack(999_999)).status).toBe(404)
  })

  test('cannot be changed or deleted in the database', async () => {
    await record(500)
    const { id } = (await list())[0]!
    const { pool } = app.database
    for (const statement of [
      'update manual_payments set amount_cents = 1 where id = $1',
      'delete from manual_payments where id = $1',
      `insert into manual_payments (booking_id, admin_id, method, amount_cents, reverses, created_at)
        select booking_id, admin_id, method, -1, id, created_at from manual_payments where id = $1`,
    ])
      await expect(pool.query(statement, [id])).rejects.toThrow(/manual/)
  })
})

describe('what others take by hand', () => {
  const noticesOf = async () =>
    (await readMails(app, OWNER, 'balance-paid-notice')).filter(({ text }) => text.includes('Taken by'))

  test('is told to the owner with the name, and stands by person until it is handed over', async () => {
    const [office, guide] = [await aColleague(app, 'OFFICE'), await aColleague(app, 'GUIDE')]
    const before = (await noticesOf()).length
    const today = (token: string) => app.call(listTakings, { token })
    const take = (token: string, amount: number, method: 'CASH' | 'ZELLE') =>
      app.call(recordManualPayment, { token, params: { id: booking.bookingId }, body: { amount, method } })
    await take(office.token, 500, 'CASH')
    await take(office.token, 100, 'ZELLE')
    await take(token, 200, 'CASH')
    const told = (await noticesOf()).slice(before)
    expect(told.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Ada Angler paid \$500\.00 in cash, \$[\d,.]+ due$/),
      expect.stringMatching(/^Ada Angler paid \$100\.00 by Zelle, \$[\d,.]+ due$/),
    ])
    expect(told[1]!.text).toMatch(/They paid by Zelle\..+Balance: \$[\d,.]+/s)
    expect(told[1]!.text).toContain('Taken by: Cole League')
    const ofOffice = async () => (await today(token)).find(({ personId }) => personId === office.id)
    expect(await ofOffice()).toEqual({
      personId: office.id,
      name: 'Cole League',
      taken: [
        { method: 'CASH', amount: 500, since: expect.any(String) },
        { method: 'ZELLE', amount: 100, since: expect.any(String) },
      ],
      handedOver: [],
      mayHandOver: true,
    })
    expect(await today(guide.token)).toEqual([])
    // The owner removes what the office wrote down by mistake: the office has that much less.
    await takeBack((await list())[0]!.id)
    expect((await ofOffice())!.taken).toMatchObject([{ method: 'ZELLE', amount: 100 }])
    // What an owner took needs no settling, and stands for the day.
    expect((await today(token)).filter(({ mayHandOver }) => !mayHandOver)).toHaveLength(1)
    app.clock.advance({ hours: 24 })
    token = await anAdmin(app)
    expect(await today(token)).toMatchObject([{ personId: office.id, taken: [{ method: 'ZELLE', amount: 100 }] }])
  })

  test('by a guide is in their own list', async () => {
    app.clock.set(`${(await read()).selectedDate}T16:00:00Z`)
    const { token, id } = await aColleague(app, 'GUIDE')
    const params = { id: booking.bookingId }
    await app.call(recordManualPayment, { token, params, body: { amount: 150, method: 'VENMO' } })
    expect(await app.call(listTakings, { token })).toMatchObject([
      { personId: id, taken: [{ method: 'VENMO', amount: 150 }] },
    ])
  })

  describe('is handed over', () => {
    async function aTakenSum() {
      token = await anAdmin(app)
      const office = await aColleague(app, 'OFFICE')
      const take = (amount: number) =>
        app.call(recordManualPayment, {
          token: office.token,
          params: { id: booking.bookingId },
          body: { amount, method: 'CASH' },
        })
      const settle = (amount: number, by = token, key?: string) =>
        app.answer(recordHandOver, {
          token: by,
          body: { personId: office.id, method: 'CASH', amount },
          headers: key ? { 'idempotency-key': key } : {},
        })
      const mine = async (by = token) =>
        (await app.call(listTakings, { token: by })).find(({ personId }) => personId === office.id)
      await take(500)
      return { ...office, take, settle, mine }
    }

    test('once, by whoever got it, and leaves the list; undone, it is back', async () => {
      const { id, token: own, settle, mine } = await aTakenSum()
      expect((await settle(500, own)).body).toMatchObject({ error: 'takings-kept' })
      expect((await settle(500, (await aColleague(app, 'GUIDE')).token)).status).toBe(403)
      expect((await settle(499)).body).toMatchObject({ error: 'takings-changed' })
      const other = await aColleague(app, 'OFFICE')
      const answers = await Promise.all([settle(500), settle(500, other.token), settle(500)])
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
      expect(answers.filter(({ body }) => body?.error === 'takings-changed')).toHaveLength(2)
      const settled = (await mine())!
      expect(settled).toMatchObject({ taken: [], handedOver: [{ method: 'CASH', amount: 500 }] })
      const params = { id: settled.handedOver[0]!.id }
      for (const _ of ['once', 'again']) expect((await app.answer(undoHandOver, { token, params })).status).toBe(204)
      expect(await mine(own)).toMatchObject({ taken: [{ amount: 500 }], handedOver: [], mayHandOver: false })
      const log = await app.call(listAuditEntries, { token, query: { subjectKind: 'user', subjectId: String(id) } })
      expect(log.content.map(({ action }) => action)).toEqual(['user.settled-up-undone', 'user.settled-up'])
      expect(log.content[1]!.after).toBe('{"amount":500,"method":"CASH"}')
    })

    test('with one key once, also at once, and again after it was undone', async () => {
      const { settle, mine } = await aTakenSum()
      for (const { status } of await Promise.all([settle(500, token, 'evening'), settle(500, token, 'evening')]))
        expect(status).toBe(204)
      expect((await settle(400, token, 'evening')).body).toMatchObject({ error: 'key-reused' })
      await app.call(undoHandOver, { token, params: { id: (await mine())!.handedOver[0]!.id } })
      expect((await settle(500, token, 'late')).status).toBe(204)
      expect((await mine())!.handedOver).toHaveLength(1)
    })

    test('without what is taken meanwhile; what turns out a mistake goes back', async () => {
      const { take, settle, mine } = await aTakenSum()
      const [settled, taken] = await Promise.all([settle(500), take(200)])
      expect(taken.id).toBe(booking.bookingId)
      if (settled.status !== 204) expect((await settle(700)).status).toBe(204)
      else expect((await mine())!.taken).toMatchObject([{ amount: 200 }])
      if (settled.status === 204) await settle(200)
      const before = (await mine())!.handedOver.reduce((sum, { amount }) => sum + amount, 0)
      expect(before).toBe(700)
      await takeBack((await list()).find(({ amount }) => amount === 200)!.id)
      expect((await mine())!.taken).toMatchObject([{ method: 'CASH', amount: -200 }])
      expect((await settle(-200)).status).toBe(204)
      expect((await mine())!.taken).toEqual([])
    })
  })
})
