import { checkAvailability } from '@arcadia/contract/availability'
import { cancelBooking, rescheduleBooking } from '@arcadia/contract/bookings'
import { createHold, getCurrentHold, releaseHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import { heldOf } from '@arcadia/contract/testing/held-of'
import { joinWaitlist, leaveWaitlist, listMyWaitlist, listWaitlist } from '@arcadia/contract/waitlist'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { type Angler, anAdmin, anAngler, aPayment, networkAddress, openDates } from '../../testing/builders.ts'
import { readMails } from '../../testing/read-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { vouchersOf } from '../../testing/vouchers-of.ts'
import { insertEntry } from './waitlist.store.ts'

let app: TestApp
const dates = openDates()
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const join = ({ token }: Angler, selectedDate: string, numberOfGuests: number) =>
  app.answer(joinWaitlist, { token, body: { selectedDate, numberOfGuests } })
const waiting = ({ token }: Angler) => app.call(listMyWaitlist, { token })
const hold = ({ token }: Angler, selectedDate: string, numberOfGuests: number) =>
  app.answer(createHold, { token, body: { selectedDate, numberOfGuests }, ip: networkAddress() })
const cancel = (booking: { token: string; bookingId: number }) =>
  app.answer(cancelBooking, { token: booking.token, params: { id: booking.bookingId } })

/** A full day with two bookings, for one and three anglers. */
async function aFullDay() {
  const date = dates.shift()!
  return { date, one: await aBooking(app, { date, guests: 1 }), three: await aBooking(app, { date, guests: 3 }) }
}

describe('the waitlist', () => {
  test('is for full days only, once per customer and day', async () => {
    const { date } = await aFullDay()
    const angler = await anAngler(app)
    expect(await join(angler, date, 2)).toMatchObject({
      status: 201,
      body: { selectedDate: date, numberOfGuests: 2, offer: null },
    })
    expect(await join(angler, date, 1)).toMatchObject({ status: 409, body: { error: 'already-waiting' } })
    expect(await join(angler, dates.at(-1)!, 2)).toMatchObject({ status: 409, body: { error: 'date-has-room' } })
    expect(await join(angler, '2027-05-16', 2)).toMatchObject({ status: 409, body: { error: 'date-not-bookable' } })
  })

  test('offers freed spots to the first group that fits, by email and on the page, and they pay as usual', async () => {
    const { date, one } = await aFullDay()
    const [two, single] = [await anAngler(app), await anAngler(app)]
    await join(two, date, 2)
    await join(single, date, 1)
    await cancel(one)
    await app.app.runJobs()
    expect((await waiting(two))[0]!.offer).toBeNull()
    const offer = (await waiting(single))[0]!.offer!
    expect(new Date(offer.expiresAt).getTime() - app.clock.now().getTime()).toBe(30 * 60_000)
    const mail = (await readMails(app, single.email, 'waitlist-offer'))[0]!
    expect(mail.subject).toContain('A spot opened up')
    // With the day, because an offer made at night ends on the next one.
    expect(mail.text).toMatch(/Held until \w{3}, \w{3} \d+, \d+:\d{2} [AP]M Eastern\n/)
    const check = await app.answer(checkAvailability, {
      token: single.token,
      body: { selectedDate: date, numberOfGuests: 1, holdId: offer.holdId },
    })
    expect(check.body.available).toBe(true)
    // Closing the dialog does not decline the offer.
    await app.call(releaseHold, { token: single.token, params: { id: offer.holdId } })
    const body = aPayment(offer.holdId, await app.simulator.cardToken(), { date, guests: 1 })
    expect((await app.answer(payForBooking, { token: single.token, body, ip: networkAddress() })).status).toBe(201)
    await app.app.runJobs()
    expect(await waiting(single)).toEqual([])
  })

  test('cannot be jumped by holding a freed spot before it is offered', async () => {
    const { date, three } = await aFullDay()
    const [first, stranger] = [await anAngler(app), await anAngler(app)]
    await join(first, date, 3)
    await cancel(three)
    expect(await hold(stranger, date, 1)).toMatchObject({ status: 409, body: { error: 'not-enough-spots' } })
    // The refusal rolled back its offer too; the sweep makes it again.
    await app.app.runJobs()
    expect((await waiting(first))[0]!.offer).not.toBeNull()
  })

  test('cannot be jumped by moving a booking there', async () => {
    const { date, three } = await aFullDay()
    const first = await anAngler(app)
    const elsewhere = await aBooking(app, { date: dates.shift()!, guests: 1 })
    await join(first, date, 3)
    await cancel(three)
    const moved = await app.answer(rescheduleBooking, {
      token: elsewhere.token,
      params: { id: elsewhere.bookingId },
      body: { newSelectedDate: date, numberOfGuests: 1 },
    })
    expect(moved.status).toBe(409)
  })

  test('moves on to the next when an offer expires, and the expired entry ends', async () => {
    const { date, one } = await aFullDay()
    const [first, second] = [await anAngler(app), await anAngler(app)]
    await join(first, date, 1)
    await join(second, date, 1)
    await cancel(one)
    await app.app.runJobs()
    app.clock.advance({ minutes: 30 })
    await app.app.runJobs()
    await app.app.runJobs()
    // The expired offer shows for a day, unless the customer waits for that date again.
    expect(await waiting(first)).toMatchObject([{ offer: null, lapsedAt: app.clock.now().toISOString() }])
    app.clock.advance({ minutes: 24 * 60 + 1 })
    expect(await waiting(first)).toEqual([])
    app.clock.advance({ minutes: -(24 * 60 + 1) })
    expect((await waiting(second))[0]!.offer).not.toBeNull()
  })

  test('shows an offer that ran out until its guest has booked the date', async () => {
    const { date, one } = await aFullDay()
    const angler = await anAngler(app)
    await join(angler, date, 1)
    await cancel(one)
    await app.app.runJobs()
    app.clock.advance({ minutes: 30 })
    await app.app.runJobs()
    expect(await waiting(angler)).toMatchObject([{ offer: null, selectedDate: date }])
    const booked = await aBooking(app, { date, angler })
    expect(await waiting(angler)).toEqual([])
    await cancel(booked)
    expect(await waiting(angler)).toHaveLength(1)
  })

  test('moves on when a customer leaves', async () => {
    const { date, one } = await aFullDay()
    const [first, second] = [await anAngler(app), await anAngler(app)]
    const entry = await join(first, date, 1)
    await join(second, date, 1)
    await cancel(one)
    await app.app.runJobs()
    expect((await app.answer(leaveWaitlist, { token: second.token, params: { id: entry.body.id } })).status).toBe(404)
    expect((await app.answer(leaveWaitlist, { token: first.token, params: { id: entry.body.id } })).status).toBe(204)
    expect((await waiting(second))[0]!.offer).not.toBeNull()
  })

  test('joining succeeds even if the customer leaves before the response is sent', async () => {
    const { date } = await aFullDay()
    const angler = await anAngler(app)
    const { pool } = app.database
    await pool.query(`create function leave_at_once() returns trigger language plpgsql as $$
        begin update waitlist_entries set ended_at = created_at where id = new.id; return null; end $$;
      create constraint trigger leave_at_once after insert on waitlist_entries deferrable initially deferred
        for each row execute function leave_at_once()`)
    const answer = await join(angler, date, 1)
    await pool.query('drop trigger leave_at_once on waitlist_entries; drop function leave_at_once')
    expect(answer).toMatchObject({ status: 201, body: { selectedDate: date } })
    expect(await waiting(angler)).toEqual([])
  })

  test('takes nothing from a customer who replaces a hold with a smaller one', async () => {
    const date = dates.shift()!
    const [holder, waiter] = [await anAngler(app), await anAngler(app)]
    await hold(holder, date, 4)
    // Joined when bookings filled the day.
    const entry = { user_id: waiter.id, trip_date: date, number_of_guests: 2, network: null }
    await insertEntry(app.database.db, { ...entry, created_at: app.clock.now() })
    expect((await hold(holder, date, 3)).status).toBe(201)
    expect((await waiting(waiter))[0]!.offer).toBeNull()
    expect((await hold(holder, date, 2)).status).toBe(201)
    expect((await waiting(waiter))[0]!.offer).not.toBeNull()
  })

  test('an offer that a gift pays for in one tab says so in another', async () => {
    const { date, one } = await aFullDay()
    const angler = await anAngler(app)
    await join(angler, date, 1)
    await cancel(one)
    await app.app.runJobs()
    const offer = (await waiting(angler))[0]!.offer!
    expect(offer).not.toHaveProperty('giftCode')
    const admin = await anAdmin(app)
    const { aVoucher, redeem } = vouchersOf(() => ({ app, angler, admin, date }))
    const { code } = await aVoucher(200)
    await redeem(offer.holdId, code)
    expect((await waiting(angler))[0]!.offer).toMatchObject({ holdId: offer.holdId, covered: 200, giftCode: code })
  })

  test('offers nothing on a day that can no longer be booked', async () => {
    const { date, one } = await aFullDay()
    const angler = await anAngler(app)
    await join(angler, date, 1)
    await app.database.db
      .updateTable('booking_config')
      .set({ blackout_dates: [date] })
      .execute()
    await cancel(one)
    await app.app.runJobs()
    expect((await waiting(angler))[0]!.offer).toBeNull()
    await app.database.db.updateTable('booking_config').set({ blackout_dates: [] }).execute()
  })

  test('does not hide a payment in progress or a booking just made', async () => {
    const { date, one } = await aFullDay()
    const angler = await anAngler(app)
    await join(angler, date, 1)
    const own = dates.shift()!
    const current = () => app.call(getCurrentHold, { token: angler.token })
    const { holdId } = heldOf((await hold(angler, own, 1)).body)
    app.clock.advance({ minutes: 1 })
    await cancel(one)
    await app.app.runJobs()
    expect((await waiting(angler))[0]!.offer).not.toBeNull()
    expect((await current()).hold?.holdId).toBe(holdId)
    const body = aPayment(holdId, await app.simulator.cardToken(), { date: own, guests: 1 })
    await app.call(payForBooking, { token: angler.token, body, ip: networkAddress() })
    expect((await current()).booking).toMatchObject({ selectedDate: own, status: 'CONFIRMED' })
  })
})

describe('the waitlist as the owner sees it', () => {
  test('lists entries by day and place in line, with offers and their expiry; served entries are gone', async () => {
    const token = await anAdmin(app)
    const list = async (date: string) =>
      (await app.call(listWaitlist, { token, query: { page: 0, size: 100 } })).content.filter(
        ({ selectedDate }: { selectedDate: string }) => selectedDate === date,
      )
    const { date, one } = await aFullDay()
    const [two, single, other] = [await anAngler(app), await anAngler(app), await anAngler(app)]
    await join(two, date, 2)
    await join(single, date, 1)
    await join(other, date, 1)
    expect(await list(date)).toMatchObject([
      {
        place: 1,
        numberOfGuests: 2,
        customer: { id: two.id, name: 'Ada Angler', firstName: 'Ada', lastName: 'Angler', email: two.email },
        offer: null,
      },
      { place: 2, numberOfGuests: 1, customer: { id: single.id }, offer: null },
      { place: 3, numberOfGuests: 1, customer: { id: other.id }, offer: null },
    ])
    await cancel(one)
    await app.app.runJobs()
    const expiresAt = new Date(app.clock.now().getTime() + 30 * 60_000).toISOString()
    expect(await list(date)).toMatchObject([
      { place: 1, offer: null },
      { place: 2, customer: { id: single.id }, offer: { expiresAt, isBeingPaid: false } },
      { place: 3, offer: null },
    ])
    // An expired offer is not shown, even before the sweep has run.
    app.clock.advance({ minutes: 31 })
    expect(await list(date)).toMatchObject([{ customer: { id: two.id } }, { customer: { id: other.id } }])
    await app.app.runJobs()
    expect(await list(date)).toMatchObject([{ offer: null }, { place: 2, customer: { id: other.id }, offer: {} }])
  })

  test('comes in pages', async () => {
    const token = await anAdmin(app)
    const body = await app.call(listWaitlist, { token, query: { page: 0, size: 1 } })
    expect(body).toMatchObject({ page: 0, size: 1, totalPages: body.totalElements })
    expect(body.content).toHaveLength(1)
    const { totalElements } = body
    const none = await app.call(listWaitlist, { token, query: { page: totalElements, size: 1 } })
    expect(none).toMatchObject({ content: [], totalElements, totalPages: totalElements })
  })
})
