import { randomUUID } from 'node:crypto'
import { getDashboardOverview } from '@arcadia/contract/admin/dashboard'
import { sellGiftVoucher } from '@arcadia/contract/admin/gift-vouchers'
import {
  beginTestBooking,
  cleanUpTestBooking,
  getOpening,
  sayOpening,
  setOpeningDay,
} from '@arcadia/contract/admin/opening'
import { enterPhoneBooking } from '@arcadia/contract/admin/phone-bookings'
import { checkAvailability, getAvailability } from '@arcadia/contract/availability'
import { makePayLink, openBalanceLink, payLinkedBalance } from '@arcadia/contract/balance-links'
import { TERMS_VERSION } from '@arcadia/contract/booking-data'
import { rescheduleBooking } from '@arcadia/contract/bookings'
import { payLinkedVoucher } from '@arcadia/contract/gift-vouchers'
import { createHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import { joinWaitlist } from '@arcadia/contract/waitlist'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aBooking, bookTest } from '../../testing/a-booking.ts'
import { orderGift, payForGift } from '../../testing/a-gift.ts'
import { anAdmin, anAngler, aPayment, networkAddress, openDates } from '../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { seedConfig } from '../configuration/configuration.service.ts'

let app: TestApp
let owner: string
const dates = openDates()
let date: string
beforeAll(async () => {
  app = await startTestApp({ settings: { ADMIN_EMAIL: 'ray@example.com' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await anAdmin(app)
  date = dates.shift()!
  await startWith('production')
  await app.database.db.updateTable('booking_config').set({ opens_on: null }).execute()
})

/** What a start does to the configuration. */
const startWith = (environment: 'simulator' | 'sandbox' | 'production') =>
  seedConfig(app.database.db, app.clock, environment)
const day = (of = date) => app.call(getAvailability, { params: { date: of } })
const hold = (token: string, of = date) =>
  app.answer(createHold, { token, body: { selectedDate: of, numberOfGuests: 1 }, ip: networkAddress() })
const open = () => app.call(sayOpening, { token: owner, params: { step: 'OPENED' } })
const setDay = (opensOn: string | null, token = owner) => app.answer(setOpeningDay, { token, body: { opensOn } })

test('with real cards no guest can book until the owner opens: no hold, no payment without one', async () => {
  const { token } = await anAngler(app)
  expect(await day()).toEqual({
    existingBookings: 0,
    existingGroups: 0,
    availableSpots: 4,
    isAtCapacity: false,
    bookable: false,
    reason: 'OPENS_LATER',
  })
  expect(await hold(token)).toMatchObject({
    status: 409,
    body: { error: 'date-not-bookable', message: 'Booking opens soon.' },
  })
  const asked = { selectedDate: date, numberOfGuests: 1 }
  expect(await app.call(checkAvailability, { token, body: asked })).toEqual({
    available: false,
    message: 'Booking opens soon.',
  })
  const body = aPayment(undefined, await app.simulator.cardToken(), { date, guests: 1 })
  const paid = await app.answer(payForBooking, { token, body, headers: { 'idempotency-key': randomUUID() } })
  expect(paid).toMatchObject({ status: 409, body: { error: 'date-not-bookable' } })
  expect((await day()).existingBookings).toBe(0)

  await open()
  expect((await day()).bookable).toBe(true)
  expect((await hold(token)).status).toBe(201)
})

test('the simulator and the sandbox are open, whatever was said; a later start with real cards waits', async () => {
  for (const environment of ['simulator', 'sandbox'] as const) {
    await startWith(environment)
    expect((await day()).bookable).toBe(true)
  }
  await startWith('production')
  expect((await day()).reason).toBe('OPENS_LATER')
})

test('it opens by itself on the day that was set, at midnight in Florida', async () => {
  const { token } = await anAngler(app)
  const before = app.clock.now()
  expect((await setDay('2027-04-07')).body).toMatchObject({ isOpen: false, opensOn: '2027-04-07' })
  expect((await hold(token)).body).toMatchObject({ message: 'We open for booking on Wed, Apr 7.' })
  app.clock.set('2027-04-07T03:59:00Z')
  expect((await day()).reason).toBe('OPENS_LATER')
  app.clock.set('2027-04-07T04:00:00Z')
  expect((await day()).bookable).toBe(true)
  owner = await anAdmin(app)
  expect((await app.call(getOpening, { token: owner })).isOpen).toBe(true)
  // What is open stays open.
  expect((await setDay('2027-05-01')).body).toMatchObject({ isOpen: true, opensOn: '2027-04-07' })
  expect((await setDay(null)).body).toMatchObject({ isOpen: true })
  app.clock.set(before)
})

test('after a day that came by itself the list stays until an owner puts it away', async () => {
  const site = await startTestApp()
  try {
    const day = '2027-04-07'
    await site.call(setOpeningDay, { token: await anAdmin(site), body: { opensOn: day } })
    site.clock.set('2027-04-08T14:00:00Z')
    const token = await anAdmin(site)
    expect(await site.call(getOpening, { token })).toMatchObject({
      isOpen: true,
      isOver: false,
      says: 'You opened on Wednesday, April 7, 2027.',
    })
    const isOver = async () => (await site.call(getDashboardOverview, { token })).isOpeningOver
    expect(await isOver()).toBe(false)
    const putAway = await site.call(sayOpening, { token, params: { step: 'PUT_AWAY' } })
    expect(putAway).toMatchObject({ isOver: true, opensOn: day })
    expect(await isOver()).toBe(true)
  } finally {
    await site.close()
  }
})

test('the day is one that has not begun, can be changed and taken back, and only an owner sets it', async () => {
  for (const opensOn of ['2027-04-05', '2027-04-04'])
    expect(await setDay(opensOn)).toMatchObject({ status: 400, body: { details: [{ path: 'opensOn' }] } })
  await setDay('2027-04-07')
  expect((await setDay('2027-04-08')).body).toMatchObject({ opensOn: '2027-04-08' })
  expect((await setDay(null)).body).toMatchObject({ isOpen: false, opensOn: null })
  expect((await setDay('2027-04-07', (await anAngler(app)).token)).status).toBe(403)
})

test('bookings do not open it: the owner books by phone and tests, and guests still wait', async () => {
  const caller = { firstName: 'Rosa', lastName: 'Diaz', email: 'rosa@example.com', phone: '(863) 555-0100' }
  const trip = { selectedDate: date, numberOfGuests: 2, packageType: 'TROPHY' as const }
  expect((await app.answer(enterPhoneBooking, { token: owner, body: { ...trip, ...caller } })).status).toBe(201)
  const session = await app.call(beginTestBooking, { token: owner })
  expect(session.user.isTest).toBe(true)
  const asked = { selectedDate: dates.shift()!, numberOfGuests: 1 }
  expect((await app.call(checkAvailability, { token: session.token, body: asked })).available).toBe(true)
  await bookTest(app, session, date)
  expect(await day()).toMatchObject({ existingBookings: 3, reason: 'OPENS_LATER' })
  await startWith('production')
  expect((await hold((await anAngler(app)).token)).status).toBe(409)
  await app.call(cleanUpTestBooking, { token: owner })
})

test('what is booked is moved by its guest before the opening too, and nobody waits for a full day yet', async () => {
  await startWith('simulator')
  const full = dates.shift()!
  const { token, bookingId } = await aBooking(app, { date, guests: 1 })
  await aBooking(app, { date: full, guests: 4 })
  await startWith('production')
  const to = dates.shift()!
  const moved = await app.answer(rescheduleBooking, {
    token,
    params: { id: bookingId },
    body: { newSelectedDate: to, numberOfGuests: 1 },
  })
  expect(moved.status).toBe(200)
  expect(await day(to)).toMatchObject({ existingBookings: 1, reason: 'OPENS_LATER' })
  expect((await day(full)).reason).toBe('FULL')
  const waiting = { selectedDate: full, numberOfGuests: 1 }
  expect(await app.answer(joinWaitlist, { token, body: waiting })).toMatchObject({
    status: 409,
    body: { error: 'date-not-bookable', message: 'Booking opens soon.' },
  })
  await open()
  expect((await app.answer(joinWaitlist, { token, body: waiting })).status).toBe(201)
})

test('a pay link of a phone booking takes deposit and balance, and vouchers are sold, before the opening too', async () => {
  const caller = { firstName: 'Earl', lastName: 'Dugan', email: null, phone: '(863) 555-0101' }
  const trip = { selectedDate: date, numberOfGuests: 1, packageType: 'TROPHY' as const }
  const depositUntil = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
  const { id } = await app.call(enterPhoneBooking, { token: owner, body: { ...trip, ...caller, depositUntil } })
  const { link } = await app.call(makePayLink, { token: owner, params: { id }, body: {} })
  const token = link.split('#')[1]!
  for (const amount of [350, 2150]) {
    const { owed } = await app.call(openBalanceLink, { body: { token } })
    const paymentToken = await app.simulator.cardToken()
    const body = { token, amount, currency: 'USD' as const, paymentToken, owed, termsVersion: TERMS_VERSION }
    expect((await app.answer(payLinkedBalance, { body, ip: networkAddress() })).status).toBe(201)
  }
  expect(await app.answer(openBalanceLink, { body: { token } })).toMatchObject({ body: { error: 'balance-link-paid' } })

  const gift = { amount: 500, senderName: 'Sue Lake', recipientName: 'Robin' }
  const sold = await app.call(sellGiftVoucher, { token: owner, body: { ...gift, method: 'LINK' } })
  const paid = { token: sold.link!.split('#')[1]!, paymentToken: await app.simulator.cardToken() }
  expect((await app.answer(payLinkedVoucher, { body: paid, ip: networkAddress() })).status).toBe(201)
  expect((await payForGift(app, await orderGift(app))).status).toBe(201)
})
