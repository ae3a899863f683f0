import { confirmEmail } from '@arcadia/contract/accounts'
import { correctBooking, listAdminBookings } from '@arcadia/contract/admin/bookings'
import { getDashboardOverview } from '@arcadia/contract/admin/dashboard'
import { recordManualPayment } from '@arcadia/contract/admin/manual-payments'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { emailReceipt, openBalanceLink, payLinkedBalance, readLinkedPayment } from '@arcadia/contract/balance-links'
import { correctBookingEmail, TERMS_VERSION } from '@arcadia/contract/booking-data'
import { cancelBooking, getBooking, rescheduleBooking } from '@arcadia/contract/bookings'
import { changeBusinessFacts } from '@arcadia/contract/business'
import { payBalance } from '@arcadia/contract/payments'
import { refundBooking } from '@arcadia/contract/refunds'
import { addDays, formatDayInWords, type TripDate } from '@arcadia/contract/trip-date'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tripLink } from '../../http/booking-links.ts'
import { openSession } from '../../http/sessions.ts'
import type { DevMail } from '../../mail/dev-mail.ts'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, networkAddress, openDates, PASSWORD } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { readMails, tokenIn } from '../../testing/read-mail.ts'
import { eventually, rowsOf, startTestApp, type TestApp } from '../../testing/test-app.ts'

const KEY = '5'.repeat(64)

let app: TestApp
let admin: string
let booking: Awaited<ReturnType<typeof aBooking>>
let date: string
let link: string
const dates = openDates()
const start = new Date('2027-04-05T14:00:00Z')
beforeAll(async () => {
  app = await startTestApp({ settings: { ENCRYPTION_KEY: KEY }, patience: { answerWithinMs: 4000, callMs: 8000 } })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(start)
  admin = await anAdmin(app)
  await set({ balanceDueDays: null, balanceByCard: false, balanceByCash: false, balanceByCheck: false })
  await app.simulator.control('POST', '/reset')
  date = dates.shift()!
  // A Trophy morning for one: $350 of $2,500 paid.
  booking = await aBooking(app, { date })
  link = await newLink()
})

/** A booking's emails, rendered; skips those no longer needed. */
async function mailsOf(kind: string, bookingId = booking.bookingId): Promise<DevMail[]> {
  const { db } = app.database
  const of = db.selectFrom('outbox_mails').select('id').where('booking_id', '=', bookingId)
  const mails = await of
    .where('kind', '=', kind as 'balance-reminder')
    .orderBy('id')
    .execute()
  const read = mails.map(({ id }) => app.request('GET', `/dev/mail/${id}`, { headers: { accept: 'application/json' } }))
  return (await Promise.all(read)).map(({ body }) => body).filter(({ status }) => status !== 'no longer needed')
}

/** Each confirmation email has a new link. */
const newLink = async (bookingId = booking.bookingId) => tokenIn((await mailsOf('booking-confirmed', bookingId))[0])
const open = (token = link) => app.answer(openBalanceLink, { body: { token } })
interface Wish {
  amount?: number
  token?: string
  key?: string
  name?: string
  /** The amount shown on the page. */
  owed?: number
  ip?: string
}
const pay = async ({ amount = 2150, token = link, key, name, owed, ip = networkAddress() }: Wish = {}) =>
  app.answer(payLinkedBalance, {
    body: {
      token,
      amount,
      currency: 'USD',
      paymentToken: await app.simulator.cardToken(name),
      owed: owed ?? (await open(token)).body.owed ?? amount,
      termsVersion: TERMS_VERSION,
    },
    ip,
    headers: key ? { 'idempotency-key': key } : {},
  })
/** Pays $100 as the booking's own customer, signed in. */
const payInSession = async (name?: string) => {
  const paymentToken = await app.simulator.cardToken(name)
  const body = { bookingId: booking.bookingId, amount: 100, currency: 'USD' as const, paymentToken }
  return app.answer(payBalance, { token: booking.token, body, ip: networkAddress() })
}
const follow = (id: number, token = link) => app.answer(readLinkedPayment, { params: { id }, body: { token } })
const read = () => app.call(getBooking, { token: booking.token, params: { id: booking.bookingId } })
const set = async (body: object) => app.call(changeBusinessFacts, { token: await anAdmin(app), body })

/** A fresh session, because earlier ones expire in tests that skip to the trip. */
async function move(newSelectedDate: string) {
  const token = await openSession(app.database.db, app.clock.now(), { id: booking.id, role: 'USER' })
  const body = { newSelectedDate, numberOfGuests: 1 }
  await app.call(rescheduleBooking, { token, params: { id: booking.bookingId }, body })
}

const INVALID = {
  status: 404,
  body: {
    error: 'balance-link-invalid',
    message: "This payment link doesn't work anymore. Please call us at (863) 555-0142.",
  },
}
const PAID = { status: 409, body: { error: 'balance-link-paid' } }

describe('the link in the confirmation', () => {
  test('shows only what paying needs, pays once, and then ends with all other links', async () => {
    const other = await newLink()
    expect(await open()).toMatchObject({ status: 200 })
    expect((await open()).body).toEqual({
      firstName: 'Ada',
      selectedDate: date,
      numberOfGuests: 1,
      riders: 0,
      privateMorning: null,
      owed: 2150,
      deposit: null,
      isBalanceByCard: true,
      isPaying: false,
      depositUntil: null,
      asksTerms: false,
      hasEmail: true,
      share: null,
    })
    const paid = await pay({ key: 'one' })
    expect(paid).toMatchObject({ status: 201 })
    expect(paid.body).toEqual({ id: paid.body.id, amount: 2150, status: 'CAPTURED' })
    expect(await read()).toMatchObject({ paidAmount: 2500, pendingAmount: 0 })
    // A friend may have paid, so nobody is thanked.
    const [told, ...more] = await mailsOf('payment-outcome')
    expect([told?.subject, more]).toEqual(['Payment received: $2,150.00', []])
    expect(told?.text).toContain('It came by card, through your payment link.')
    expect(told?.text).toMatch(/Receipts: http\S+\/receipts\//)
    for (const token of [link, other]) {
      expect(await open(token)).toMatchObject(PAID)
      expect(await pay({ token, amount: 1 })).toMatchObject(PAID)
    }
    // A retry after a bad connection still gets its response.
    expect(await pay({ key: 'one' })).toMatchObject({ status: 200, body: paid.body })
    expect((await follow(paid.body.id)).body).toEqual(paid.body)
    expect(await checkBooks(app, admin)).toMatchObject({ balanced: true, unresolved: 0 })
  })

  test('is stored nowhere, neither in the database nor in the sent email’s text', async () => {
    expect(link).toMatch(/^[\w-]{43}$/)
    const { db } = app.database
    const kept = JSON.stringify([
      await db.selectFrom('links').selectAll().execute(),
      await db.selectFrom('outbox_mails').selectAll().execute(),
    ])
    expect(kept).not.toContain(link)
  })

  test('makes no charges of a cent, and few of a part in a day', async () => {
    const calls = await app.simulator.calls('charge')
    const cents = await Promise.all(Array.from({ length: 20 }, (_, key) => pay({ amount: 0.01, key: `k${key}` })))
    expect(new Set(cents.map(({ body }) => body.error))).toEqual(new Set(['part-too-small']))
    expect(await app.simulator.calls('charge')).toBe(calls)
    for (let part = 0; part < 4; part++) expect((await pay({ amount: 50 })).status).toBe(201)
    expect((await pay({ amount: 50 })).body.error).toBe('too-many-parts')
    expect((await pay({ amount: 1950 })).status).toBe(201)
  })

  test('never pays more than is owed, and refuses another amount under the same key', async () => {
    expect(await pay({ amount: 2150.01 })).toMatchObject({ status: 409, body: { error: 'more-than-owed' } })
    expect(await pay({ amount: 0 })).toMatchObject({ status: 400, body: { details: [{ path: 'amount' }] } })
    expect((await pay({ amount: 150, key: 'k' })).status).toBe(201)
    expect(await pay({ amount: 151, key: 'k' })).toMatchObject({ status: 409, body: { error: 'key-reused' } })
    expect((await open()).body).toMatchObject({ owed: 2000 })
  })

  test('works for nothing else, and other tokens do not work here', async () => {
    expect(await app.answer(getBooking, { token: link, params: { id: booking.bookingId } })).toMatchObject({
      status: 401,
    })
    expect(await app.answer(confirmEmail, { body: { token: link, isMine: true, password: PASSWORD } })).toMatchObject({
      body: { error: 'link-invalid' },
    })
    const [confirmation] = await readMails(app, booking.email, 'confirm-email')
    expect(await open(tokenIn(confirmation))).toMatchObject(INVALID)
    expect(await open(booking.token)).toMatchObject(INVALID)
  })

  test('gives one error if altered, and is required', async () => {
    for (const token of [`${link}x`, link.slice(1), `${link.slice(0, -1)}~`, 'x', "' or 1=1 --"])
      for (const reply of [await open(token), await pay({ token }), await follow(1, token)])
        expect(reply).toMatchObject(INVALID)
    expect(await open('')).toMatchObject({ status: 400, body: { details: [{ path: 'token' }] } })
  })

  test('reads a payment made with it, and no other', async () => {
    const other = await newLink()
    const elsewhere = await aBooking(app, { date: dates.shift()! })
    const first = await pay({ amount: 100 })
    const { id: own } = await app.call(payBalance, {
      token: booking.token,
      body: {
        bookingId: booking.bookingId,
        amount: 100,
        currency: 'USD',
        paymentToken: await app.simulator.cardToken(),
      },
    })
    const lost = { status: 404, body: { error: 'payment-not-found' } }
    expect(await follow(first.body.id)).toMatchObject({ status: 200 })
    expect(await follow(first.body.id, other)).toMatchObject(lost)
    expect(await follow(first.body.id, await newLink(elsewhere.bookingId))).toMatchObject(lost)
    expect(await follow(own)).toMatchObject(lost)
  })
})

test('whoever paid by the link gets a receipt at any address, with the card, no name and no link; a few times an hour', async () => {
  const { id } = (await pay()).body
  const ask = (email: string, token = link, of = id) =>
    app.answer(emailReceipt, { params: { id: of }, body: { token, email } })
  expect(await ask('grandpa@example.com')).toMatchObject({
    status: 202,
    body: { message: "We're emailing the receipt to grandpa@example.com." },
  })
  const [mail] = await readMails(app, 'grandpa@example.com', 'payment-receipt')
  expect(mail!.subject).toBe('Your receipt: $2,150.00')
  for (const line of ['Hello,\n', '$2,150.00\n', 'Card: Visa ending in 1111', 'Confirmation: JB-'])
    expect(mail!.text).toContain(line)
  expect(mail!.text).not.toMatch(/Ada|https?:/)
  expect(await ask('grandpa@example.com', 'x')).toMatchObject({ body: { error: 'balance-link-invalid' } })
  const session = await aBooking(app, { date: dates.shift()! })
  const other = await newLink(session.bookingId)
  expect(await ask('grandpa@example.com', other)).toMatchObject({ body: { error: 'payment-not-found' } })
  const answers = await Promise.all([1, 2, 3, 4, 5].map((nth) => ask(`friend${nth}@example.com`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 202, 202, 429])
})

test("whoever paid by the booking's own link gets a receipt too", async () => {
  const { token } = tripLink.of(Buffer.from(KEY, 'hex'), { id: booking.bookingId, email: 'ada@example.com' })
  const { id } = (await pay({ token })).body
  const body = { token, email: 'grandma@example.com' }
  expect(await app.answer(emailReceipt, { params: { id }, body })).toMatchObject({ status: 202 })
  expect(await readMails(app, body.email, 'payment-receipt')).toMatchObject([{ subject: 'Your receipt: $2,150.00' }])
})

describe('the link ends', () => {
  test('when the booking is canceled', async () => {
    await app.call(cancelBooking, { token: booking.token, params: { id: booking.bookingId } })
    expect(await open()).toMatchObject(INVALID)
    expect(await pay()).toMatchObject(INVALID)
  })

  test('not when the trip is over, and it moves with the trip', async () => {
    const later = dates.shift()!
    await move(later)
    app.clock.set(`${addDays(later, 1)}T15:00:00Z`)
    await app.app.runJobs()
    expect((await open()).body).toMatchObject({ selectedDate: later, owed: 2150 })
    expect((await pay()).status).toBe(201)
    expect(await open()).toMatchObject(PAID)
  })

  test('when its address is no longer the booking’s', async () => {
    const email = 'ada.right@example.com'
    await app.call(correctBookingEmail, { token: booking.token, params: { id: booking.bookingId }, body: { email } })
    expect(await open()).toMatchObject(INVALID)
    const confirmations = await mailsOf('booking-confirmed')
    expect((await open(tokenIn(confirmations.at(-1)))).status).toBe(200)
  })

  test('when cash pays the rest; it is deleted a month after the trip', async () => {
    const body = { amount: 2150, method: 'CASH' as const }
    await app.call(recordManualPayment, { token: await anAdmin(app), params: { id: booking.bookingId }, body })
    expect(await open()).toMatchObject(PAID)
    app.clock.set(`${addDays(date, 32)}T12:00:00Z`)
    await app.app.runJobs()
    const { db } = app.database
    const left = db.selectFrom('links').select('email').where('booking_id', '=', booking.bookingId)
    expect(await left.execute()).toEqual([])
    expect(await open()).toMatchObject(INVALID)
  })
})

describe('paying', () => {
  test('from two phones at once, each with its own link, charges once', async () => {
    const other = await newLink()
    await app.simulator.fault({ operation: 'charge', fault: 'slow-after', delayMs: 600_000 })
    const before = await app.simulator.calls('charge')
    const first = pay({ key: 'one' })
    await eventually(async () => (await app.simulator.calls('charge')) > before)
    expect((await open(other)).body).toMatchObject({ isPaying: true })
    expect(await pay({ token: other, key: 'two' })).toMatchObject({
      status: 409,
      body: { error: 'payment-in-progress' },
    })
    const account = { bookingId: booking.bookingId, amount: 2150, currency: 'USD' as const }
    expect(
      await app.answer(payBalance, {
        token: booking.token,
        body: { ...account, paymentToken: await app.simulator.cardToken() },
      }),
    ).toMatchObject({ status: 409, body: { error: 'payment-in-progress' } })
    await app.simulator.endFaults()
    expect((await first).status).toBe(201)
    expect(await pay({ token: other, key: 'two' })).toMatchObject(PAID)
    expect(await checkBooks(app, admin)).toMatchObject({ balanced: true, unresolved: 0 })
  })

  test('ten requests at once with one key, and ten with ten keys, charge once', async () => {
    const once = await Promise.all(Array.from({ length: 10 }, () => pay({ amount: 1000, key: 'same' })))
    expect(new Set(once.map(({ body }) => body.id)).size).toBe(1)
    const many = await Promise.all(Array.from({ length: 10 }, (_, key) => pay({ amount: 1150, key: `k${key}` })))
    expect(many.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await read()).toMatchObject({ paidAmount: 2500 })
    expect(await checkBooks(app, admin)).toMatchObject({ balanced: true, unresolved: 0 })
  })

  test('with a lost response can be tracked with the link, and is confirmed automatically', async () => {
    await app.simulator.fault({ operation: 'charge', fault: 'lost-answer', times: 1 })
    const payment = await pay({ key: 'k' })
    expect(payment).toMatchObject({ status: 202, body: { status: 'PROCESSING' } })
    expect((await follow(payment.body.id)).body).toMatchObject({ status: 'PROCESSING' })
    expect((await open()).body).toMatchObject({ isPaying: true })
    await eventually(async () => {
      app.clock.advance({ seconds: 31 })
      await app.app.runJobs()
      return (await follow(payment.body.id)).body.status === 'CAPTURED'
    })
    expect(await open()).toMatchObject(PAID)
    expect(await pay({ key: 'k' })).toMatchObject({ status: 200, body: { status: 'CAPTURED' } })
  })

  test('with declined cards counts for that link alone: its customer and other links still pay', async () => {
    const other = await newLink()
    for (let declined = 0; declined < 5; declined++) {
      expect(await pay({ name: 'Decline' })).toMatchObject({ status: 402, body: { error: 'card-declined' } })
      app.clock.advance({ minutes: 1 })
    }
    const refused = await pay()
    expect(refused).toMatchObject({ status: 429, body: { error: 'too-many-declines' } })
    // It has said so to somebody whose own card may never have been tried, and until the first of the five is an hour old.
    expect(refused.body.message).toBe(
      'Too many cards were declined with this link, so we pause card payments with it. Please try again at 11:00 AM Eastern.',
    )
    expect((await pay({ token: other, amount: 100 })).status).toBe(201)
    expect((await payInSession()).status).toBe(201)
    // Throws if the deposit is refused.
    await aBooking(app, { date: dates.shift()!, angler: booking })
    app.clock.advance({ minutes: 55 })
    expect((await pay({ amount: 100 })).status).toBe(201)
  })

  test('is not shut by the cards that its customer was refused in a session', async () => {
    for (let declined = 0; declined < 5; declined++) expect((await payInSession('Decline')).status).toBe(402)
    expect(await payInSession()).toMatchObject({ status: 429, body: { error: 'too-many-declines' } })
    expect((await pay()).status).toBe(201)
  })

  test('with declined cards counts for the network, whoever has paid before', async () => {
    const ip = networkAddress()
    const other = await newLink()
    for (const token of [link, other])
      for (let declined = 0; declined < 5; declined++)
        expect((await pay({ token, name: 'Decline', ip })).status).toBe(402)
    const refused = await pay({ token: await newLink(), ip })
    expect(refused).toMatchObject({ status: 429, body: { error: 'too-many-declines' } })
    expect(refused.body.message).toContain('on the network')
    expect((await pay({ token: await newLink() })).status).toBe(201)
  })

  test('the deposit of a phone booking comes first', async () => {
    const email = 'rosa@example.com'
    const phone = '(863) 555-0100'
    const trip = { selectedDate: dates.shift()!, numberOfGuests: 2, packageType: 'TROPHY' as const }
    const body = { ...trip, firstName: 'Rosa', lastName: 'Diaz', email, phone }
    const { id } = await app.call(enterPhoneBooking, { token: admin, body })
    const [confirmation] = await mailsOf('booking-confirmed', id)
    expect(confirmation!.text).toContain('Deposit: $700.00, not paid yet')
    expect(confirmation!.text).toContain('Balance: $4,300.00')
    expect(confirmation!.text).not.toContain('Balance: $5,000.00')
    const token = tokenIn(confirmation)
    expect((await open(token)).body).toMatchObject({ firstName: 'Rosa', owed: 5000, deposit: 700 })
    expect((await pay({ token, amount: 700 })).status).toBe(201)
    expect((await open(token)).body).toMatchObject({ owed: 4300, deposit: null })
    await app.call(correctBooking, { token: admin, params: { id }, body: { numberOfGuests: 3 } })
    const [corrected] = await mailsOf('booking-corrected', id)
    expect(corrected!.text).toContain('Deposit: $350.00 of $1,050.00 left to pay')
    expect(corrected!.text).toContain('Balance: $6,450.00')
    expect((await open(token)).body).toMatchObject({ owed: 6800, deposit: 350 })
  })

  test('pays only the deposit if the balance is not payable by card', async () => {
    const trip = { selectedDate: dates.shift()!, numberOfGuests: 2, packageType: 'TROPHY' as const }
    const body = { ...trip, firstName: 'Rosa', lastName: 'Diaz', email: 'rosa@example.com', phone: '(863) 555-0100' }
    const { id } = await app.call(enterPhoneBooking, { token: admin, body })
    const token = tokenIn((await mailsOf('booking-confirmed', id))[0])
    await set({ balanceByCash: true, balanceByCheck: true })
    const refused = {
      status: 409,
      body: {
        error: 'balance-not-by-card',
        message: 'Only the deposit can be paid by card. Please pay the balance by cash or check.',
      },
    }
    expect((await open(token)).body).toMatchObject({ owed: 5000, deposit: 700, isBalanceByCard: false })
    for (const amount of [5000, 700.01]) expect(await pay({ token, amount })).toMatchObject(refused)
    expect((await pay({ token, amount: 700, key: 'deposit' })).status).toBe(201)
    expect(await open(token)).toMatchObject(refused)
    expect(await pay({ token, amount: 1 })).toMatchObject(refused)
    // A retry after a bad connection still gets its response.
    expect((await pay({ token, amount: 700, key: 'deposit' })).status).toBe(200)
  })
})

const inSubject = (date: TripDate) => formatDayInWords(date).split(', ')[1]

describe('reminders', () => {
  const remind = (on: string, hour = 15) => {
    app.clock.set(`${on}T${hour}:00:00Z`)
    return app.app.runJobs()
  }
  const reminders = () => mailsOf('balance-reminder')
  const subjects = async () => (await reminders()).map(({ subject }) => subject)

  test('come a week before the balance is due, that day, and once when overdue, each with a working link', async () => {
    await set({ balanceDueDays: 10, balanceByCard: true, balanceByCash: true })
    const params = { id: booking.bookingId }
    await app.call(refundBooking, { token: await anAdmin(app), params, query: { amount: 100 } })
    const dueOn = addDays(date, -10)
    await remind(addDays(dueOn, -8))
    expect(await reminders()).toEqual([])
    await remind(addDays(dueOn, -7), 12)
    expect(await reminders()).toEqual([])
    // Two processes check at once, each day.
    for (const day of [-7, -6, 0, 1, 2]) await Promise.all([remind(addDays(dueOn, day)), app.app.runJobs()])
    const { db } = app.database
    const sent = db.selectFrom('reminders').select(['kind', 'about']).where('booking_id', '=', booking.bookingId)
    expect(await sent.orderBy('kind').execute()).toEqual(
      ['BALANCE_OVERDUE', 'BALANCE_SOON', 'BALANCE_TODAY'].map((kind) => ({ kind, about: dueOn })),
    )
    const mails = await reminders()
    expect(mails).toHaveLength(3)
    const text = mails[2]!.text
    const paid = ['Paid: $350.00, Visa ending in 1111', 'Refunded: $100.00', 'Not owed anymore: $100.00']
    const due = formatDayInWords(dueOn)
    const head = [`$2,150.00\nWas due ${due}, by card or cash`, 'Already paid?']
    for (const line of ['Hello Ada,', ...head, ...paid]) expect(text).toContain(line)
    expect(mails[2]!.subject).toBe(`$2,150.00 was due ${inSubject(dueOn)} for your trip on ${inSubject(date)}`)
    expect((await open(tokenIn(mails[2]))).status).toBe(200)
  })

  test('say it is due now if the customer booked after that day', async () => {
    await set({ balanceDueDays: 10, balanceByCard: true })
    const on = dates.pop()!
    app.clock.set(`${addDays(on, -5)}T15:00:00Z`)
    const late = await aBooking(app, { date: on })
    await remind(addDays(on, -2))
    const [mail, ...more] = await mailsOf('balance-reminder', late.bookingId)
    expect(more).toEqual([])
    expect(mail!.subject).toMatch(/^\$2,150\.00 due now for your trip on /)
    expect(mail!.text).toContain('$2,150.00\nDue now')
    expect(mail!.text).not.toContain('was due')
  })

  test('are not sent without a due date, a balance, or while a payment is open; late emails are dropped', async () => {
    const dueOn = addDays(date, -7)
    await remind(dueOn)
    expect(await reminders()).toEqual([])
    await set({ balanceDueDays: 7 })
    await app.simulator.fault({ operation: 'charge', fault: 'lost-answer', times: 50 })
    app.clock.set(`${dueOn}T15:00:00Z`)
    const reply = await pay({ amount: 2000 })
    expect(reply.status).toBe(202)
    await remind(dueOn)
    expect(await reminders()).toEqual([])
    await app.simulator.control('POST', '/reset')
    await eventually(async () => {
      app.clock.advance({ minutes: 3 })
      await app.app.runJobs()
      return !(await open()).body.isPaying
    })
    await remind(dueOn, 20)
    expect(await subjects()).toEqual([expect.stringMatching(/^\$150\.00 due today for your trip on /)])
    const rest = (await open()).body.owed
    const body = { amount: rest, method: 'CASH' as const }
    await app.call(recordManualPayment, { token: await anAdmin(app), params: { id: booking.bookingId }, body })
    // Rendered now, it would be dropped.
    expect(await reminders()).toEqual([])
    await remind(addDays(dueOn, 1))
    expect(await reminders()).toEqual([])
  })

  test('start over when the trip moves', async () => {
    await set({ balanceDueDays: 5 })
    await remind(addDays(date, -5))
    expect(await subjects()).toEqual([`$2,150.00 due today for your trip on ${inSubject(date)}`])
    const later = dates.splice(-1)[0]!
    await move(later)
    // The one about the old date is dropped.
    expect(await reminders()).toEqual([])
    await remind(addDays(later, -5))
    expect(await subjects()).toEqual([`$2,150.00 due today for your trip on ${inSubject(later)}`])
  })

  test('about the trip include the link while a balance is owed, unless it is not payable by card', async () => {
    await remind(addDays(date, -3))
    const [mail] = await mailsOf('trip-reminder')
    expect((await open(tokenIn(mail))).status).toBe(200)
    await set({ balanceByCash: true })
    expect((await mailsOf('trip-reminder'))[0]!.text).not.toContain('pay-balance')
    await set({ balanceByCard: true })
    expect((await mailsOf('trip-reminder'))[0]!.text).toContain('pay-balance')
    await pay()
    expect((await mailsOf('trip-reminder'))[0]!.text).not.toContain('pay-balance')
  })
})

describe('the owner', () => {
  const overdue = async () => {
    const token = await anAdmin(app)
    const found = rowsOf(await app.call(listAdminBookings, { token, query: { status: 'OVERDUE' } }))
    const { waiting, money } = await app.call(getDashboardOverview, { token })
    expect(waiting.overdueBalances).toBe(found.length)
    expect(money.overdue).toBe(found.reduce((sum, { pendingAmount }) => sum + pendingAmount, 0))
    return found.map(({ id }) => id)
  }

  test('sees overdue balances, by the due date set, until paid', async () => {
    const cancelled = await aBooking(app, { date, angler: booking })
    await app.call(cancelBooking, { token: booking.token, params: { id: cancelled.bookingId } })
    app.clock.set(`${addDays(date, -9)}T15:00:00Z`)
    expect(await overdue()).not.toContain(booking.bookingId)
    await set({ balanceDueDays: 9 })
    expect(await overdue()).not.toContain(booking.bookingId)
    await set({ balanceDueDays: 10 })
    const found = await overdue()
    expect(found).toContain(booking.bookingId)
    expect(found).not.toContain(cancelled.bookingId)
    expect((await pay({ amount: 2000 })).status).toBe(201)
    expect(await overdue()).toContain(booking.bookingId)
    expect((await pay({ amount: 150 })).status).toBe(201)
    expect(await overdue()).not.toContain(booking.bookingId)
  })

  test('sees them after the trip, whatever their age, though no due date is set', async () => {
    app.clock.set(`${date}T15:00:00Z`)
    expect(await overdue()).not.toContain(booking.bookingId)
    app.clock.set(`${addDays(date, 1)}T15:00:00Z`)
    await app.app.runJobs()
    expect(await overdue()).toContain(booking.bookingId)
    app.clock.set(`${addDays(date, 800)}T15:00:00Z`)
    expect(await overdue()).toContain(booking.bookingId)
  })
})
