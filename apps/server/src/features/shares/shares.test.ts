import { holdAngler, payAngler } from '@arcadia/contract/added-anglers'
import { setBookingStatus } from '@arcadia/contract/admin/bookings'
import { openBalanceLink, payLinkedBalance } from '@arcadia/contract/balance-links'
import { TERMS_VERSION } from '@arcadia/contract/booking-data'
import { changeRidersAndTackle, listBookingEvents, rescheduleBooking } from '@arcadia/contract/bookings'
import { changeBusinessFacts } from '@arcadia/contract/business'
import { moveDay } from '@arcadia/contract/day-moves'
import { payBalance } from '@arcadia/contract/payments'
import { getReceipts } from '@arcadia/contract/receipts'
import { emailShareOfBooking, emailShares, listShares, splitTrip } from '@arcadia/contract/shares'
import { addDays, formatDayInWords } from '@arcadia/contract/trip-date'
import { openTrip } from '@arcadia/contract/trips'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { anAdmin, networkAddress, openDates } from '../../testing/builders.ts'
import { checkBooks } from '../../testing/check-books.ts'
import { readMails } from '../../testing/read-mail.ts'
import { ana, sam, sharesOf, tokenOf } from '../../testing/shares-of.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'

const OWNER = 'owner@shares.example'

let app: TestApp
let booking: Awaited<ReturnType<typeof aBooking>>
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp({ settings: { BUSINESS_EMAIL: OWNER }, patience: { answerWithinMs: 4000, callMs: 8000 } })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.simulator.control('POST', '/reset')
  // Two anglers with a Trophy package: $700 of $5,000 paid.
  booking = await aBooking(app, { date: dates.shift()!, guests: 2 })
})

const { read, splitOf, split, aSplit, pay } = sharesOf(
  () => app,
  () => booking,
)

test('two friends pay their shares by their links, and everybody sees who has paid', async () => {
  const [first, second] = await aSplit(ana, sam)
  expect([first.asks, second.asks]).toEqual([2150, 2150])
  expect(second).toMatchObject({ name: 'Sam', email: 'sam@friends.example', state: 'OPEN', paid: 0 })
  const seen = await app.call(openTrip, { body: { token: tokenOf(second) } })
  expect(seen).toMatchObject({ key: 'GROUP', own: null, share: { name: 'Sam', asks: 2150, state: 'OPEN' } })
  expect(JSON.stringify(seen)).not.toContain('Ana')
  expect((await pay(second)).status).toBe(201)
  expect((await splitOf()).shares.map(({ state, asks, paid }) => [state, asks, paid])).toEqual([
    ['OPEN', 2150, 0],
    ['PAID', 0, 2150],
  ])
  const admin = await anAdmin(app)
  const listed = await app.call(listShares, { token: admin, params: { id: booking.bookingId } })
  expect(listed).toMatchObject({ rest: 0, shares: [{ state: 'OPEN' }, { state: 'PAID' }] })
  expect(await app.answer(openBalanceLink, { body: { token: tokenOf(second) } })).toMatchObject({
    status: 409,
    body: { error: 'balance-link-paid', message: "This share is paid. Thank you, there's nothing left to pay." },
  })
  expect((await pay(first)).status).toBe(201)
  expect(await read()).toMatchObject({ pendingAmount: 0, paidAmount: 5000 })
  expect(await checkBooks(app, admin)).toMatchObject({ balanced: true, unresolved: 0 })
})

test('a split that is saved as it was stands in the history once', async () => {
  const { bookingId: id, token } = booking
  const told = async () => (await app.call(listBookingEvents, { token, params: { id } })).length
  const before = await told()
  const [first, second] = await aSplit(ana, sam)
  const again = [
    { ...ana, id: first.id },
    { ...sam, id: second.id },
  ]
  expect((await split(again)).status).toBe(200)
  expect((await told()) - before).toBe(1)
  const [one, other] = await aSplit(again[1]!, again[0]!)
  expect([one.id, other.id]).toEqual([second.id, first.id])
  await aSplit({ ...again[1]!, amount: 2000 }, again[0]!)
  await aSplit({ ...again[1]!, name: 'Samuel' }, again[0]!)
  expect((await told()) - before).toBe(4)
  await split([])
  await split([])
  expect((await told()) - before).toBe(5)
})

test('a share is emailed its link and, once paid, its receipt', async () => {
  const kim = { name: 'Kim', email: 'kim@friends.example' }
  const [, second] = await aSplit(ana, kim)
  const kindsTo = async (to: string) => (await readMails(app, to)).map(({ kind }) => kind)
  expect(await kindsTo(kim.email)).toEqual(['share-asked'])
  expect((await readMails(app, kim.email))[0]?.text).toMatch(
    /\$2,150\.00\nBefore the trip.*Trip: .*, 8:00 AM Eastern$/ms,
  )
  await pay(second)
  const [receipt] = await readMails(app, kim.email, 'payment-receipt')
  expect(receipt?.text).toMatch(/^Thank you\n\nHello Kim,.*Receipts: http\S+\/receipts\//s)
  expect(receipt?.text).not.toContain("didn't ask")
  const text = expect.stringContaining("Kim's share was paid by card.")
  expect(await readMails(app, (await read()).email!, 'payment-outcome')).toContainEqual(
    expect.objectContaining({ subject: 'A share of your trip is paid: $2,150.00', text }),
  )
  const subject = expect.stringMatching(/^A share of .*'s trip: \$2,150\.00 by card, \$2,150\.00 due$/)
  expect(await readMails(app, OWNER, 'balance-paid-notice')).toContainEqual(expect.objectContaining({ subject, text }))
})

test('whoever booked has a share of their own: unasked by email, and paid like the rest of the bill', async () => {
  const own = { ...ana, isOwn: true, email: 'ana@friends.example' }
  const [first, second] = await aSplit(own, sam)
  expect(first).toMatchObject({ isOwn: true, email: null, emailedAt: null })
  expect(second.isOwn).toBe(false)
  expect(
    await split([
      { ...own, id: first.id },
      { ...sam, isOwn: true },
    ]),
  ).toMatchObject({
    status: 400,
    body: { message: 'Only one share is your own.' },
  })
  expect(
    (
      await split([
        { ...ana, id: first.id },
        { ...sam, id: second.id, isOwn: true },
      ])
    ).status,
  ).toBe(200)
  expect((await splitOf()).shares.map(({ isOwn }) => isOwn)).toEqual([true, false])
  expect(await app.call(openBalanceLink, { body: { token: tokenOf(first) } })).toMatchObject({
    share: { name: 'Ana', isOwn: true },
    hasEmail: true,
  })
  expect((await pay((await splitOf()).shares[0]!)).status).toBe(201)
  const { email } = await read()
  expect(await readMails(app, email!, 'payment-outcome')).toContainEqual(
    expect.objectContaining({ subject: expect.stringMatching(/^Payment received: /) }),
  )
  const subject = expect.stringMatching(/ paid \$2,150\.00 by card, /)
  expect(await readMails(app, OWNER, 'balance-paid-notice')).toContainEqual(expect.objectContaining({ subject }))
  const { receipts } = await app.call(getReceipts, { token: booking.token, params: { id: booking.bookingId } })
  expect(receipts.at(-1)).toMatchObject({ what: "Ana's share", payer: receipts[0]!.payer })
})

test.each([
  ['nothing', [{ ...ana, amount: 0 }, sam], 400, 'invalid-input'],
  ['less than nothing', [{ ...ana, amount: -50 }, sam], 400, 'invalid-input'],
  ['parts of a cent', [{ ...ana, amount: 0.001 }, sam], 400, 'invalid-input'],
  ['more than is owed', [{ ...ana, amount: 4300.01 }, sam], 409, 'shares-do-not-add-up'],
  ['all that is owed beside another', [{ ...ana, amount: 4300 }, sam], 409, 'shares-do-not-add-up'],
  [
    'less than is owed together',
    [
      { ...ana, amount: 100 },
      { ...sam, amount: 100 },
    ],
    409,
    'shares-do-not-add-up',
  ],
  ['less than $50', [{ ...ana, amount: 49.99 }, sam], 409, 'share-too-small'],
  ['a share of another booking', [{ ...ana, id: 999_999 }, sam], 409, 'shares-changed'],
  ['the parts of a crowd', Array.from({ length: 7 }, () => ana), 400, 'invalid-input'],
] as [string, Parameters<typeof split>[0], number, string][])(
  'shares of %s are refused, and nothing is written',
  async (_, shares, status, error) => {
    expect(await split(shares)).toMatchObject({ status, body: { error } })
    expect(await splitOf()).toEqual({ shares: [], rest: 4300 })
  },
)

test('a split that others have changed since is refused', async () => {
  await aSplit(ana, sam)
  expect(await split([ana], { seen: [] })).toMatchObject({ status: 409, body: { error: 'shares-changed' } })
  expect(await split([ana, sam], { owed: 4000 })).toMatchObject({ status: 409, body: { error: 'owed-changed' } })
})

test('what changes falls on the unpaid shares: a paid one never grows', async () => {
  const [first] = await aSplit(ana, sam)
  await pay(first)
  await app.call(changeRidersAndTackle, {
    token: booking.token,
    params: { id: booking.bookingId },
    body: { riders: 1, tackle: 'DECIDE_LATER' },
    headers: {},
  } as never)
  expect((await splitOf()).shares.map(({ state, asks }) => [state, asks])).toEqual([
    ['PAID', 0],
    ['OPEN', 2300],
  ])
  const before = (await splitOf()).shares[1]!
  expect(await pay(before, 2150, 2150)).toMatchObject({ status: 409, body: { error: 'owed-changed' } })
  await pay(before)
  await app.call(changeRidersAndTackle, {
    token: booking.token,
    params: { id: booking.bookingId },
    body: { riders: 2, tackle: 'DECIDE_LATER' },
  } as never)
  // All are paid, so it is the organizer's.
  expect(await splitOf()).toMatchObject({ rest: 150, shares: [{ asks: 0 }, { asks: 0 }] })
})

test('a share is paid whole, and not beyond', async () => {
  const [first] = await aSplit(ana, sam)
  expect(await pay(first, 100, 2150)).toMatchObject({ status: 409, body: { error: 'part-too-small' } })
  expect(await pay(first, 4300, 2150)).toMatchObject({ status: 409, body: { error: 'more-than-owed' } })
})

test('the organizer may pay the rest at any time, and then the shares ask nothing', async () => {
  const [first, second] = await aSplit(ana, sam)
  await pay(first)
  const card = { currency: 'USD' as const, paymentToken: await app.simulator.cardToken() }
  const body = { bookingId: booking.bookingId, amount: 2150, ...card }
  expect((await app.answer(payBalance, { token: booking.token, body })).status).toBe(201)
  expect(await pay(second)).toMatchObject({ status: 409, body: { error: 'balance-link-paid' } })
})

test('two pay the last share at once, and the organizer all of it: one card is charged', async () => {
  const [first, second] = await aSplit(ana, sam)
  await pay(first)
  const calls = await app.simulator.calls('charge')
  const card = { currency: 'USD' as const, paymentToken: await app.simulator.cardToken() }
  const body = { bookingId: booking.bookingId, amount: 2150, ...card }
  const answers = await Promise.all([
    pay(second),
    pay(second),
    app.answer(payBalance, { token: booking.token, body }),
    pay(second),
  ])
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await app.simulator.calls('charge')).toBe(calls + 1)
  expect(await read()).toMatchObject({ pendingAmount: 0, paidAmount: 5000 })
})

test('two shares are paid at the same time; what is being paid stays as it is', async () => {
  const [first, second] = await aSplit(ana, sam)
  await app.simulator.fault({ operation: 'charge', fault: 'slow-after', delayMs: 3000, times: 1 })
  const slow = pay(first)
  await eventually(async () => (await splitOf()).shares[0]!.state === 'PAYING')
  expect(await split([{ ...ana, id: first.id, amount: 100 }, sam], { seen: [first.id, second.id] })).toMatchObject({
    status: 409,
    body: { error: 'share-not-open', message: "Ana's share is being paid right now, so it stays as it is." },
  })
  expect(await pay(first)).toMatchObject({ status: 409, body: { error: 'payment-in-progress' } })
  expect((await pay(second)).status).toBe(201)
  await app.simulator.endFaults()
  await slow
  await eventually(async () => (await read()).pendingAmount === 0)
})

test('the link of a share ends when it is taken back, and pays nothing of a canceled trip', async () => {
  const [first, second] = await aSplit(ana, sam)
  expect((await split([{ ...ana, id: first.id }])).status).toBe(200)
  expect(await app.answer(openTrip, { body: { token: tokenOf(second) } })).toMatchObject({ status: 404 })
  expect(await app.answer(openBalanceLink, { body: { token: tokenOf(second) } })).toMatchObject({ status: 404 })
  const admin = await anAdmin(app)
  const params = { id: booking.bookingId }
  await app.call(setBookingStatus, { token: admin, params, query: { status: 'CANCELLED' } })
  expect(await pay(first)).toMatchObject({ status: 404, body: { error: 'balance-link-invalid' } })
})

test('the link of a share follows a trip that moves, and pays nothing of one that is called off', async () => {
  const [first, second] = await aSplit(ana, sam)
  const params = { id: booking.bookingId }
  const date = dates.shift()!
  await app.call(rescheduleBooking, {
    token: booking.token,
    params,
    body: { newSelectedDate: date, numberOfGuests: 2 },
  })
  expect(await app.call(openTrip, { body: { token: tokenOf(first) } })).toMatchObject({
    selectedDate: date,
    share: { asks: 2150, state: 'OPEN' },
  })
  expect((await pay(first)).status).toBe(201)
  const admin = await anAdmin(app)
  await app.call(moveDay, { token: admin, body: { date, reason: 'WEATHER' } })
  expect(await app.call(openTrip, { body: { token: tokenOf(second) } })).toMatchObject({
    calledOff: { canAnswer: false },
    share: { state: 'OPEN' },
  })
  const calls = await app.simulator.calls('charge')
  expect(await pay(second)).toMatchObject({ status: 404, body: { error: 'balance-link-invalid' } })
  expect(await app.simulator.calls('charge')).toBe(calls)
})

test('one card pays the shares of all four', async () => {
  booking = await aBooking(app, { date: dates.shift()!, guests: 4 })
  await aSplit(ana, sam, { name: 'Lee' }, { name: 'Kim' })
  const ip = networkAddress()
  for (const share of (await splitOf()).shares) {
    const paymentToken = await app.simulator.cardToken()
    const body = { token: tokenOf(share), amount: share.asks, owed: share.asks, currency: 'USD' as const, paymentToken }
    expect((await app.answer(payLinkedBalance, { body, ip })).status).toBe(201)
  }
  expect(await read()).toMatchObject({ pendingAmount: 0, paidAmount: 10_000 })
  expect(await checkBooks(app, await anAdmin(app))).toMatchObject({ balanced: true, unresolved: 0 })
})

test('an angler who joins while a share is being paid falls on the unpaid ones', async () => {
  const [first] = await aSplit(ana, sam)
  const join = { token: booking.token, params: { id: booking.bookingId }, ip: networkAddress() }
  const held = await app.call(holdAngler, join)
  await app.simulator.fault({ operation: 'charge', fault: 'slow-after', delayMs: 3000, times: 1 })
  const slow = pay(first)
  await eventually(async () => (await splitOf()).shares[0]!.state === 'PAYING')
  const card = { currency: 'USD' as const, paymentToken: await app.simulator.cardToken(), termsVersion: TERMS_VERSION }
  const body = { holdId: held.hold!.holdId, amount: held.deposit, totalAmount: held.totalAmount, ...card }
  const headers = { 'idempotency-key': 'joins' }
  expect((await app.answer(payAngler, { ...join, body, headers })).status).toBe(201)
  // $2,500 more, of which $350 are paid.
  expect((await splitOf()).shares.map(({ state, asks }) => [state, asks])).toEqual([
    ['PAYING', 2150],
    ['OPEN', 4300],
  ])
  await app.simulator.endFaults()
  await slow
  await eventually(async () => (await splitOf()).shares[0]!.state === 'PAID')
  expect(await splitOf()).toMatchObject({ rest: 0, shares: [{ paid: 2150 }, { asks: 4300 }] })
})

test('a rider who is dropped lowers the unpaid shares alone', async () => {
  const params = { id: booking.bookingId }
  const ride = (riders: number) =>
    app.answer(changeRidersAndTackle, { token: booking.token, params, body: { riders, tackle: 'DECIDE_LATER' } })
  await ride(2)
  const [first] = await aSplit(ana, sam)
  expect(first.asks).toBe(2300)
  await pay(first)
  expect((await ride(0)).status).toBe(200)
  expect((await splitOf()).shares.map(({ state, asks, paid }) => [state, asks, paid])).toEqual([
    ['PAID', 0, 2300],
    ['OPEN', 2000, 0],
  ])
})

test('cards that were declined by the link of one share leave the others alone', async () => {
  const [first, second] = await aSplit(ana, sam)
  const decline = async () => {
    const paymentToken = await app.simulator.cardToken('Decline')
    const body = { token: tokenOf(first), amount: 2150, owed: 2150, currency: 'USD' as const, paymentToken }
    return app.answer(payLinkedBalance, { body, ip: networkAddress() })
  }
  for (let declined = 0; declined < 5; declined++)
    expect(await decline()).toMatchObject({ status: 402, body: { error: 'card-declined' } })
  expect(await pay(first)).toMatchObject({ status: 429, body: { error: 'too-many-declines' } })
  expect((await pay(second)).status).toBe(201)
})

test('a guessed link opens nothing, and a link splits nothing but its own booking', async () => {
  const [first] = await aSplit(ana, sam)
  const token = tokenOf(first)
  const guessed = token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA')
  expect((await app.answer(openTrip, { body: { token: guessed } })).status).toBe(404)
  const body = { token, shares: [], seen: [], owed: 4300 }
  expect(await app.answer(splitTrip, { body })).toMatchObject({ status: 404, body: { error: 'trip-link-invalid' } })
})

test('links of shares that are guessed or flooded meet the budgets of links', async () => {
  const [, second] = await aSplit(ana, sam)
  const [place, mac] = tokenOf(second).split(/(?=.{20}$)/) as [string, string]
  const guess = `${place}${[...mac].reverse().join('')}`
  const ip = networkAddress()
  const answers = await Promise.all(
    Array.from({ length: 70 }, () => app.answer(openTrip, { body: { token: guess }, ip }).then(({ status }) => status)),
  )
  expect(new Set(answers)).toEqual(new Set([404, 429]))
  expect(answers.filter((status) => status === 404)).toHaveLength(60)
  // Whoever was sent it is not held up by who guesses elsewhere.
  const theirs = { body: { token: tokenOf(second) }, ip: networkAddress() }
  expect((await app.answer(openTrip, theirs)).status).toBe(200)

  const before = await app.simulator.calls('charge')
  const tries: number[] = []
  for (let nth = 0; nth < 7; nth++) {
    const paymentToken = await app.simulator.cardToken('Decline')
    const asked = { token: tokenOf(second), amount: second.asks, owed: second.asks, currency: 'USD' as const }
    tries.push((await app.answer(payLinkedBalance, { body: { ...asked, paymentToken }, ip: networkAddress() })).status)
  }
  expect(tries).toEqual([402, 402, 402, 402, 402, 429, 429])
  expect(await app.simulator.calls('charge')).toBe(before + 5)
})

test('a link is emailed again at most three times a day', async () => {
  const [, second] = await aSplit(ana, sam)
  const params = { id: booking.bookingId, shareId: second.id }
  for (let time = 0; time < 3; time++)
    expect((await app.answer(emailShareOfBooking, { token: booking.token, params })).status).toBe(200)
  expect((await app.answer(emailShareOfBooking, { token: booking.token, params })).status).toBe(429)
})

test('one that was emailed three times today does not keep the others from their email', async () => {
  const kim = { name: 'Kim', email: 'kim@friends.example' }
  const [, second] = await aSplit(
    { ...ana, email: 'ana-often@friends.example' },
    { ...sam, email: 'sam-often@friends.example' },
    kim,
  )
  const token = await anAdmin(app)
  const params = { id: booking.bookingId }
  const sentTo = async (email: string) =>
    (await readMails(app, email)).filter(({ kind }) => kind === 'share-asked').length
  for (let time = 0; time < 3; time++)
    await app.call(emailShareOfBooking, { token: booking.token, params: { ...params, shareId: second.id } })
  expect((await app.answer(emailShares, { token, params })).status).toBe(200)
  expect([await sentTo('sam-often@friends.example'), await sentTo(kim.email)]).toEqual([4, 2])
  for (let time = 0; time < 2; time++) await app.call(emailShares, { token, params })
  expect((await app.answer(emailShares, { token, params })).status).toBe(429)
})

test('unpaid shares are reminded two days and one day before the balance is due', async () => {
  const admin = await anAdmin(app)
  await app.call(changeBusinessFacts, { token: admin, body: { balanceDueDays: 7 } })
  const lee = { name: 'Lee', email: 'lee@friends.example' }
  const [first] = await aSplit(ana, lee)
  const { selectedDate } = await read()
  const sent = async () => (await readMails(app, lee.email)).filter(({ kind }) => kind === 'share-asked').length
  const reminder = { 10: 'Your share', 9: 'Due in 2 days', 8: 'Due tomorrow', 7: 'Due today' }
  for (const [daysBefore, expected] of [
    [10, 1],
    [9, 2],
    [8, 3],
    [7, 3],
  ] as const) {
    app.clock.set(`${addDays(selectedDate, -daysBefore)}T15:00:00Z`)
    await app.app.runJobs()
    await app.app.runJobs()
    expect([daysBefore, await sent()]).toEqual([daysBefore, expected])
    const { subject, text } = (await readMails(app, lee.email, 'share-asked')).at(-1)!
    expect([subject.split(':')[0], text.split('\n')[0]]).toEqual([
      daysBefore === 10 ? 'Your share of the fishing trip' : reminder[daysBefore],
      reminder[daysBefore],
    ])
    if (daysBefore < 10) expect(text).toMatch(/A friendly reminder: your share of .+'s fishing trip isn't paid yet\./)
  }
  const { rows } = await app.database.pool.query(
    "select id from outbox_mails where kind = 'balance-reminder' and booking_id = $1 order by id limit 1",
    [booking.bookingId],
  )
  const { body } = await app.request('GET', `/dev/mail/${rows[0].id}`, { headers: { accept: 'application/json' } })
  expect(body).toMatchObject({
    subject: `Your friends' shares: $4,300.00 due today for your trip on ${formatDayInWords(selectedDate).split(', ')[1]}`,
    text: expect.stringContaining("What your friends don't pay, you owe."),
  })
  expect((body as { text: string }).text).toContain("Lee's share")
  expect((await pay(first)).status).toBe(201)
})

test('the database refuses more than is owed, and a paid share that grows', async () => {
  const [first, second] = await aSplit(ana, sam)
  await pay(first)
  const { rows } = await app.database.pool.query('select * from payment_attempts where share_id = $1', [first.id])
  const more = { ...rows[0], outcome: null, outcome_at: null, charge_id: null, share_id: second.id }
  const insert = `insert into payment_attempts (kind, user_id, booking_id, share_id, request_id, environment, realm_id,
      amount_cents, booking_data, started_at, leased_until, next_try_at, idempotency_key)
    values ('BALANCE', $1, $2, $3, gen_random_uuid(), $4, $5, $6, '{}', now(), now(), now(), gen_random_uuid()::text)`
  const values = [more.user_id, more.booking_id, more.share_id, more.environment, more.realm_id, 2150_01]
  const client = await app.database.pool.connect()
  await client.query("select set_config('app.now', now()::text, false)")
  await expect(client.query(insert, values)).rejects.toMatchObject({ code: 'AR004' })
  const grow = 'update shares set settled_cents = settled_cents + 1 where id = $1'
  await expect(client.query(grow, [first.id])).rejects.toMatchObject({ code: 'AR006' })
  client.release(true)
})

// Last: it leaves the clock behind the days of the others.
test('after the trip its share can still be paid by its link, as long as it is owed', async () => {
  const [first] = await aSplit(ana, sam)
  const { selectedDate } = await read()
  app.clock.set(`${addDays(selectedDate, 2)}T15:00:00Z`)
  expect((await pay(first)).status).toBe(201)
  expect(await pay(first)).toMatchObject({ status: 409, body: { error: 'balance-link-paid' } })
})
