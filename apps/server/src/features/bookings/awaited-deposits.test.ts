import { correctBooking, correctEmailOfBooking, moveBooking, setBookingStatus } from '@arcadia/contract/admin/bookings'
import { listManualPayments, recordManualPayment, takeBackManualPayment } from '@arcadia/contract/admin/manual-payments'
import { makePayLink, readLinkedPayment } from '@arcadia/contract/balance-links'
import { TERMS_VERSION } from '@arcadia/contract/booking-data'
import { listBookingEvents } from '@arcadia/contract/bookings'
import { closeDayMove, moveDay } from '@arcadia/contract/day-moves'
import { createHold } from '@arcadia/contract/holds'
import { payBalance } from '@arcadia/contract/payments'
import { moveTrip, refundTrip } from '@arcadia/contract/trips'
import { joinWaitlist, listMyWaitlist } from '@arcadia/contract/waitlist'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSession } from '../../http/sessions.ts'
import { anAdmin, anAngler, networkAddress } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { phoneBookingsOf } from '../../testing/phone-bookings-of.ts'
import { untilWaiting } from '../../testing/queued-behind.ts'
import { readMails, tokenIn } from '../../testing/read-mail.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'

const OWNER = 'guide@example.com'
const start = new Date('2027-04-05T14:00:00Z')
let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({
    settings: { BUSINESS_EMAIL: OWNER },
    patience: { answerWithinMs: 4000, callMs: 8000 },
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(start)
  token = await anAdmin(app)
  await app.simulator.control('POST', '/reset')
})

const { dates, caller, hour, enter, read, spots, newLink, open, pay, awaited } = phoneBookingsOf(() => ({ app, token }))
const countNotices = async (subject: string) =>
  (await readMails(app, OWNER)).filter((mail) => mail.subject?.startsWith(subject)).length
const past = async (minutes = 61) => {
  app.clock.advance({ minutes })
  token = await anAdmin(app)
}
const statusOf = async (id: number) => {
  const found = app.database.db.selectFrom('payment_attempts').select('outcome').where('id', '=', id)
  return (await found.executeTakeFirstOrThrow()).outcome
}
const GONE = { status: 404, body: { error: 'balance-link-invalid' } }

describe('an awaited deposit', () => {
  test('is not charged if the link ends while its payment waits, because the booking moved to another account', async () => {
    const right = await anAngler(app)
    const { body: booking } = await enter(caller({ depositUntil: hour() }))
    const link = await newLink(booking.id)
    const blocker = await app.database.pool.connect()
    await blocker.query('begin')
    await blocker.query('select lock_days($1::date[])', [[booking.selectedDate]])
    const correcting = app.answer(correctEmailOfBooking, {
      token,
      params: { id: booking.id },
      body: { email: right.email },
    })
    await untilWaiting(app, 1)
    const paying = pay(link)
    await untilWaiting(app, 2)
    await blocker.query('rollback')
    blocker.release()
    expect((await correcting).status).toBe(200)
    expect(await paying).toMatchObject({ status: 404, body: { error: 'balance-link-invalid' } })
    expect((await read(booking.id)).paidAmount).toBe(0)
  })

  test('holds the spots and is emailed with a link; paying confirms the booking and notifies both sides', async () => {
    const email = 'rosa.waits@example.com'
    const body = caller({ email, depositUntil: hour() })
    const { body: booked } = await enter(body, 'wait')
    const { id, selectedDate: date } = booked
    expect(booked).toMatchObject({ status: 'PENDING', depositUntil: body.depositUntil, paidAmount: 0 })
    expect(await enter(body, 'wait')).toMatchObject({ status: 201, body: { id } })
    expect(await spots(date)).toBe(2)
    const mails = await readMails(app, email)
    expect(mails.map(({ kind }) => kind)).toEqual(['account-made', 'deposit-awaited'])
    expect(mails[1]?.subject).toMatch(/^Pay the \$[\d,.]+ deposit by Mon, Apr 5, 11:00 AM Eastern$/)
    const [emailed, copied] = [tokenIn(mails[1]), await newLink(id)]
    for (const link of [emailed, copied])
      expect((await open(link)).body).toEqual({
        firstName: 'Rosa',
        selectedDate: date,
        numberOfGuests: 2,
        riders: 0,
        privateMorning: null,
        owed: 5000,
        deposit: 700,
        isBalanceByCard: true,
        isPaying: false,
        depositUntil: body.depositUntil,
        asksTerms: true,
        hasEmail: true,
        share: null,
      })
    expect(await pay(copied, { termsVersion: undefined })).toMatchObject({ body: { error: 'terms-not-accepted' } })
    expect(await pay(copied, { termsVersion: 'All sales refundable' })).toMatchObject({
      status: 400,
      body: { error: 'invalid-input', details: [{ path: 'termsVersion' }] },
    })
    expect(await pay(copied, { amount: 699 })).toMatchObject({ status: 409, body: { error: 'payment-differs' } })
    expect(await pay(copied, { name: 'Decline' })).toMatchObject({ status: 402 })
    const paid = await pay(copied, { key: 'k' })
    expect(paid).toMatchObject({ status: 201, body: { status: 'CAPTURED' } })
    expect(await read(id)).toMatchObject({
      status: 'CONFIRMED',
      depositUntil: null,
      paidAmount: 700,
      terms: { version: TERMS_VERSION },
    })
    expect((await readMails(app, email)).map(({ kind }) => kind)).toEqual([
      'account-made',
      'deposit-awaited',
      'booking-confirmed',
    ])
    expect(await countNotices('Deposit paid: $700.00, Rosa Diaz')).toBe(1)
    const history = await app.call(listBookingEvents, { token, params: { id } })
    expect(history.map(({ description }) => description)).toEqual([
      expect.stringMatching(
        /^Booked by phone: .+ package\. The spots are held for the deposit until Mon, Apr 5, 11:00 AM Eastern\.$/,
      ),
      'Deposit: $700.00 paid by card, Visa ending in 1111.',
      'Confirmed: the deposit is paid.',
    ])
    // The other phone's page is stale; it must not charge a second deposit toward the balance.
    expect(await pay(emailed)).toMatchObject({ status: 409, body: { error: 'owed-changed' } })
    const user = await app.database.db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const own = await openSession(app.database.db, app.clock.now(), user)
    const paymentToken = await app.simulator.cardToken()
    const again = { bookingId: id, amount: 700, currency: 'USD' as const, paymentToken, owed: 5000 }
    expect(await app.answer(payBalance, { token: own, body: again, ip: networkAddress() })).toMatchObject({
      status: 409,
      body: { error: 'owed-changed' },
    })
    await past()
    await app.app.runJobs()
    expect(await read(id)).toMatchObject({ status: 'CONFIRMED' })
  })

  test('is released at its deadline: the spots are free, both sides are notified, the link ends, with any number of processes', async () => {
    const email = 'rosa.sleeps@example.com'
    const { id, date, link } = await awaited({ email })
    await past(60)
    expect(await pay(link), 'the time is over before anybody has swept').toMatchObject(GONE)
    const { sweeps } = app.app.features.bookings
    const letGo = sweeps.find(({ name }) => name === 'deposits not paid in time')!
    await Promise.all([letGo.run(), letGo.run(), letGo.run()])
    expect(await spots(date)).toBe(4)
    expect(await read(id)).toMatchObject({ status: 'CANCELLED', statusReason: "The deposit wasn't paid in time." })
    expect(await open(link)).toMatchObject(GONE)
    expect((await readMails(app, email, 'booking-cancelled')).map(({ text }) => text)).toEqual([
      expect.stringContaining("the deposit wasn't paid in time"),
    ])
    const { confirmationNumber } = await read(id)
    const notices = (await readMails(app, OWNER)).filter(({ text }) => text.includes(confirmationNumber))
    expect(notices.map(({ kind }) => kind)).toEqual(['deposit-missed-notice'])
  })

  test('offers its freed spots to the waitlist first', async () => {
    const { date } = await awaited({ numberOfGuests: 4 })
    const angler = await anAngler(app)
    await app.call(joinWaitlist, { token: angler.token, body: { selectedDate: date, numberOfGuests: 3 } })
    await past()
    await app.app.runJobs()
    expect(await app.call(listMyWaitlist, { token: angler.token })).toMatchObject([{ offer: expect.anything() }])
    expect(await spots(date)).toBe(1)
  })

  test('keeps its spots while being paid at the last second; captured late it is a booking', async () => {
    const { id, date, link } = await awaited()
    app.clock.advance({ minutes: 59 })
    const slow = await pay(link, { name: 'Lost answer' })
    expect(slow).toMatchObject({ status: 202 })
    await past(2)
    await app.app.runJobs()
    await eventually(async () => {
      await app.app.runJobs()
      app.clock.advance({ seconds: 5 })
      return (await read(id)).status === 'CONFIRMED'
    })
    expect(await spots(date)).toBe(2)
    expect(
      (await app.answer(readLinkedPayment, { params: { id: slow.body.id }, body: { token: link } })).body,
    ).toMatchObject({
      status: 'CAPTURED',
    })
    expect(await checkBooks(app, token)).toMatchObject({ balanced: true, unresolved: 0 })
  })

  test('from two phones and the owner’s cash at once is taken once', async () => {
    const { id, link } = await awaited()
    const other = await newLink(id)
    const cash = app.answer(recordManualPayment, {
      token,
      params: { id },
      body: { amount: 700, method: 'CASH', owed: 5000 },
    })
    const replies = await Promise.all([pay(link), pay(other), pay(link), cash])
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status } of replies) expect([201, 409]).toContain(status)
    expect(await read(id)).toMatchObject({ status: 'CONFIRMED', paidAmount: 700 })
    expect(await checkBooks(app, token)).toMatchObject({ balanced: true, unresolved: 0 })
  })

  test('paid during cancellation is refunded, not charged again; the cancellation can be undone before the deadline', async () => {
    const { id, link } = await awaited()
    const set = (status: 'CANCELLED' | 'PENDING') =>
      app.call(setBookingStatus, { token, params: { id }, query: { status, notify: false } })
    await set('CANCELLED')
    expect(await pay(link)).toMatchObject(GONE)
    expect(await set('PENDING')).toMatchObject({ depositUntil: expect.any(String) })
    const slow = await pay(link, { name: 'Lost answer' })
    expect(slow.status).toBe(202)
    await set('CANCELLED')
    await eventually(async () => {
      await app.app.runJobs()
      app.clock.advance({ seconds: 5 })
      return (await statusOf(slow.body.id)) !== null
    })
    token = await anAdmin(app)
    expect(await statusOf(slow.body.id)).toBe('VOIDED')
    expect(await read(id)).toMatchObject({ status: 'CANCELLED', paidAmount: 0 })
    expect(await checkBooks(app, token)).toMatchObject({ balanced: true, unresolved: 0 })
  })

  test('competes with holds for spots: a race for the last ones has one winner', async () => {
    const date = dates.shift()!
    const anglers = await Promise.all([1, 2, 3].map(() => anAngler(app)))
    const replies = await Promise.all([
      ...Array.from({ length: 3 }, () => enter(caller({ selectedDate: date, depositUntil: hour() }))),
      ...anglers.map((angler) =>
        app.answer(createHold, {
          token: angler.token,
          body: { selectedDate: date, numberOfGuests: 2 },
          ip: networkAddress(),
        }),
      ),
    ])
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(await spots(date)).toBe(0)
  })

  test('gets more time with a new link, which is emailed; a past deadline or one after the trip is refused', async () => {
    const email = 'rosa.later@example.com'
    const { id, link } = await awaited({ email })
    const make = (depositUntil: string) => app.answer(makePayLink, { token, params: { id }, body: { depositUntil } })
    const trip = (await read(id)).selectedDate
    for (const until of [start.toISOString(), `${trip}T12:00:01Z`])
      expect(await make(until)).toMatchObject({ status: 400, body: { details: [{ path: 'depositUntil' }] } })
    for (const depositUntil of [start.toISOString(), '0000-01-01T00:00:00Z'])
      expect(await enter(caller({ depositUntil }))).toMatchObject({ status: 400 })
    expect(await make('2027-04-06T16:00:00Z')).toMatchObject({ body: { depositUntil: '2027-04-06T16:00:00.000Z' } })
    await past(120)
    await app.app.runJobs()
    expect((await open(link)).body).toMatchObject({ deposit: 700 })
    expect(await readMails(app, email, 'deposit-awaited')).toHaveLength(2)
    const cash = { amount: 699, method: 'CASH' as const }
    const record = (amount: number) =>
      app.answer(recordManualPayment, { token, params: { id }, body: { ...cash, amount } })
    expect(await record(699)).toMatchObject({ status: 409, body: { error: 'payment-differs' } })
    expect(await record(700)).toMatchObject({ status: 201, body: { status: 'CONFIRMED' } })
    expect(await make(hour())).toMatchObject({ status: 409, body: { error: 'nothing-owed' } })
  })

  test('is awaited again when the cash that confirmed it was recorded by mistake, and let go if it is not paid', async () => {
    const email = 'again@example.com'
    const { id, date } = await awaited({ email })
    const { depositUntil } = await read(id)
    const body = { amount: 700, method: 'CASH' as const }
    const record = async () => {
      await app.call(recordManualPayment, { token, params: { id }, body })
      expect((await read(id)).status).toBe('CONFIRMED')
    }
    const takeBack = async () => {
      const last = (await app.call(listManualPayments, { token, params: { id } })).at(-1)!
      return app.call(takeBackManualPayment, { token, params: { id: last.id }, body: { reason: 'Other guest' } })
    }
    await record()
    expect(await takeBack()).toMatchObject({ status: 'PENDING', depositUntil, paidAmount: 0 })
    expect((await readMails(app, email, 'deposit-awaited')).length).toBe(2)

    // Taken back after the time of before, there is a day to pay.
    await record()
    await past()
    const again = await takeBack()
    expect(again).toMatchObject({
      status: 'PENDING',
      depositUntil: new Date(app.clock.now().getTime() + 86_400_000).toISOString(),
    })
    await app.app.runJobs()
    expect((await read(id)).status).toBe('PENDING')
    await past(24 * 60 + 1)
    await app.app.runJobs()
    expect((await read(id)).status).toBe('CANCELLED')
    expect(await spots(date)).toBe(4)
  })

  test('is not awaited again while what is left of too much covers it', async () => {
    const { id } = await awaited()
    for (const amount of [700, 4300])
      await app.call(recordManualPayment, { token, params: { id }, body: { amount, method: 'CASH' } })
    const body = { numberOfGuests: 1, packageType: 'STANDARD', acceptsOverpayment: true } as const
    await app.call(correctBooking, { token, params: { id }, body })
    const last = (await app.call(listManualPayments, { token, params: { id } })).at(-1)!
    const taken = await app.call(takeBackManualPayment, {
      token,
      params: { id: last.id },
      body: { reason: 'Too much' },
    })
    expect(taken).toMatchObject({ status: 'CONFIRMED', paidAmount: 700, pendingAmount: 800 })
  })

  test('negative control: a booking that never waited for its deposit stays confirmed when cash is taken back', async () => {
    const { body } = await enter(caller({ payment: { amount: 700, method: 'CASH' } }))
    const [entry] = await app.call(listManualPayments, { token, params: { id: body.id } })
    const params = { id: entry!.id }
    const taken = await app.call(takeBackManualPayment, { token, params, body: { reason: 'Miscounted' } })
    expect(taken).toMatchObject({ status: 'CONFIRMED', paidAmount: 0 })
  })

  test('is awaited only if due: a booking with a paid deposit is never released', async () => {
    const { body } = await enter(caller({ payment: { amount: 700, method: 'CASH' } }))
    const { id } = body
    const set = (status: 'CANCELLED' | 'PENDING') =>
      app.call(setBookingStatus, { token, params: { id }, query: { status } })
    await set('PENDING')
    const until = hour()
    expect(await app.answer(makePayLink, { token, params: { id }, body: { depositUntil: until } })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'depositUntil' }] },
    })
    // The deposit arrived after the cancellation, which is then undone.
    const late = await awaited()
    const query = { notify: false }
    const slow = pay(late.link, { name: 'Slow 1' })
    await eventually(async () => (await open(late.link)).body.isPaying)
    await app.call(setBookingStatus, { token, params: { id: late.id }, query: { ...query, status: 'CANCELLED' } })
    await slow
    // On a busy machine the charge's answer is late, and a sweep asks for it.
    await eventually(async () => {
      await app.app.runJobs()
      app.clock.advance({ seconds: 10 })
      return (await read(late.id)).paidAmount === 700
    })
    expect(await read(late.id)).toMatchObject({ status: 'CANCELLED' })
    await app.call(setBookingStatus, { token, params: { id: late.id }, query: { ...query, status: 'PENDING' } })
    await past(120)
    await app.app.runJobs()
    expect([(await read(id)).status, (await read(late.id)).status]).toEqual(['PENDING', 'PENDING'])
  })

  test('does not start to be awaited because a booking moved', async () => {
    const { body } = await enter(caller())
    const [id, to] = [body.id, dates.shift()!]
    await app.call(moveBooking, { token, params: { id }, body: { from: body.selectedDate, to } })
    await app.call(setBookingStatus, { token, params: { id }, query: { status: 'PENDING' } })
    expect(await read(id)).toMatchObject({ status: 'PENDING', selectedDate: to, depositUntil: null })
  })

  test('is not awaited if the price has no deposit', async () => {
    const { db } = app.database
    await db.updateTable('booking_config').set({ deposit_per_guest_cents: 0 }).execute()
    const reply = await enter(caller({ depositUntil: hour() }))
    await db.updateTable('booking_config').set({ deposit_per_guest_cents: 35_000 }).execute()
    expect(reply).toMatchObject({ status: 400, body: { details: [{ path: 'depositUntil' }] } })
  })

  test('is not taken while the day is called off: the customer is emailed, is on the call list, and keeps the spots', async () => {
    const email = `off${dates.length}@example.com`
    const { id, date, link } = await awaited({ email })
    const opened = await app.call(moveDay, { token, body: { date, reason: 'WEATHER', words: null } })
    expect(opened.parties).toMatchObject([{ bookingId: id, state: 'WAITING', reached: null }])
    expect((await readMails(app, email, 'day-move-asked'))[0]!.text).toContain(
      "won't take a deposit until you pick another date",
    )
    const off = { status: 404, body: { message: expect.stringContaining("We can't run the trip that day, so") } }
    expect(await open(link)).toMatchObject(off)
    expect(await pay(link)).toMatchObject(off)
    const refused = { status: 409, body: { error: 'nothing-owed' } }
    expect(await app.answer(makePayLink, { token, params: { id }, body: {} })).toMatchObject(refused)
    const cash = { amount: 700, method: 'CASH' as const }
    expect(await app.answer(recordManualPayment, { token, params: { id }, body: cash })).toMatchObject(refused)
    await past(120)
    await app.app.runJobs()
    expect(await read(id)).toMatchObject({ status: 'PENDING', paidAmount: 0 })
    expect(await readMails(app, email, 'day-move-asked')).toHaveLength(1)
  })

  test('goes with its group to the date they choose by the link, without signing in, also after its time', async () => {
    const email = `off${dates.length}@example.com`
    const { id, date, link } = await awaited({ email })
    const opened = await app.call(moveDay, { token, body: { date, reason: 'WEATHER', words: null } })
    const answering = opened.parties[0]!.link!
    expect((await readMails(app, email, 'day-move-asked'))[0]!.text).toContain(answering)
    await past(120)
    const to = dates.shift()!
    const body = { token: answering.split('#')[1]!, newSelectedDate: to }
    expect(await app.call(moveTrip, { body })).toMatchObject({ status: 'PENDING', calledOff: { state: 'ANSWERED' } })
    await app.app.runJobs()
    const moved = await read(id)
    expect(moved).toMatchObject({ status: 'PENDING', selectedDate: to })
    expect(new Date(moved.depositUntil!).getTime()).toBe(app.clock.now().getTime() + 24 * 3_600_000)
    expect((await pay(link)).status).toBe(201)
    expect(await read(id)).toMatchObject({ status: 'CONFIRMED', selectedDate: to })
  })

  test('is dropped by whoever cancels a called-off day by the link', async () => {
    const { id, date } = await awaited()
    const opened = await app.call(moveDay, { token, body: { date, reason: 'WEATHER', words: null } })
    const body = { token: opened.parties[0]!.link!.split('#')[1]! }
    const message = "Your booking is canceled, and you don't owe anything for that day."
    expect(await app.call(refundTrip, { body })).toMatchObject({ success: true, message })
    expect(await read(id)).toMatchObject({ status: 'CANCELLED' })
  })

  test('is taken again if the trip is on after all', async () => {
    const email = `off${dates.length}@example.com`
    const { id, date, link } = await awaited({ email })
    const move = await app.call(moveDay, { token, body: { date, reason: 'WEATHER', words: null } })
    await app.call(closeDayMove, { token, params: { id: move.id }, body: { opensDay: true } })
    expect((await readMails(app, email, 'day-move-withdrawn'))[0]!.text).toContain('Pay the deposit by')
    expect((await open(link)).status).toBe(200)
    expect((await pay(link)).status).toBe(201)
    expect(await read(id)).toMatchObject({ status: 'CONFIRMED' })
  })

  test('a link for a past trip too, as long as something is owed', async () => {
    const { body } = await enter(caller({ payment: { amount: 700, method: 'CASH' } }))
    app.clock.set(new Date(`${body.selectedDate}T20:00:00Z`))
    token = await anAdmin(app)
    await newLink(body.id)
    app.clock.advance({ hours: 24 })
    token = await anAdmin(app)
    expect((await open(await newLink(body.id))).body).toMatchObject({ owed: 4300 })
  })
})
