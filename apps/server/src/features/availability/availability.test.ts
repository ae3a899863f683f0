import { addressOf } from '@arcadia/contract/addresses'
import {
  getAvailability,
  getAvailabilityRange,
  listBookedDates,
  streamAvailability,
} from '@arcadia/contract/availability'
import { payForBooking } from '@arcadia/contract/payments'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aBooking } from '../../testing/a-booking.ts'
import { aHold, anAngler, aPayment, networkAddress } from '../../testing/builders.ts'
import { eventually, startTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let address: string
beforeAll(async () => {
  app = await startTestApp()
  address = await app.app.http.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const of = (date: string) => app.call(getAvailability, { params: { date } })
const range = (startDate: string, endDate: string) => app.call(getAvailabilityRange, { query: { startDate, endDate } })

describe('the availability of a date', () => {
  test('a range returns every date, each with its reason', async () => {
    const days = await range('2027-05-14', '2027-05-19')
    expect(Object.entries(days).map(([date, { reason }]) => [date, reason ?? 'bookable'])).toEqual([
      ['2027-05-14', 'OUTSIDE_SEASON'],
      ['2027-05-15', 'OUTSIDE_SEASON'],
      ['2027-05-16', 'CLOSED_WEEKDAY'],
      ['2027-05-17', 'bookable'],
      ['2027-05-18', 'bookable'],
      ['2027-05-19', 'CLOSED_WEEKDAY'],
    ])
    expect(days['2027-05-17']).toEqual({
      existingBookings: 0,
      existingGroups: 0,
      availableSpots: 4,
      isAtCapacity: false,
      bookable: true,
    })
  })

  test('days the guide is away are not available', async () => {
    const { db } = app.database
    await db
      .updateTable('booking_config')
      .set({ blackout_dates: ['2027-05-18'] })
      .execute()
    expect(await of('2027-05-18')).toMatchObject({ bookable: false, reason: 'BLACKOUT' })
    await db.updateTable('booking_config').set({ blackout_dates: [] }).execute()
  })

  test('today is too soon and tomorrow is not, in the venue’s time zone', async () => {
    const before = app.clock.now()
    // 11:30 PM in Florida, the next day already in UTC and Tokyo.
    app.clock.set('2027-05-18T03:30:00Z')
    expect((await of('2027-05-17')).reason).toBe('TOO_SOON')
    expect((await of('2027-05-18')).bookable).toBe(true)
    app.clock.set(before)
  })

  test('a full day is a booked date in every response', async () => {
    const angler = await anAngler(app)
    const date = '2027-06-21'
    const holdId = await aHold(app, angler.token, { date, guests: 4 })
    const body = aPayment(holdId, await app.simulator.cardToken(), { date, guests: 4 })
    await app.call(payForBooking, { token: angler.token, body, ip: networkAddress() })
    expect(await app.call(listBookedDates)).toContain(date)
    expect(await of(date)).toEqual({
      existingBookings: 4,
      existingGroups: 1,
      availableSpots: 0,
      isAtCapacity: true,
      bookable: false,
      reason: 'FULL',
    })
  })

  test('a day counts the groups that have booked: an account is one, however often it books; a hold is none yet', async () => {
    const date = '2027-06-22'
    const once = await aBooking(app, { date, guests: 1 })
    await aBooking(app, { date, guests: 1, angler: once })
    await aHold(app, (await anAngler(app)).token, { date, guests: 1 })
    expect(await of(date)).toMatchObject({ existingBookings: 2, existingGroups: 1, availableSpots: 1 })
    await aBooking(app, { date, guests: 1 })
    expect(await of(date)).toMatchObject({ existingBookings: 3, existingGroups: 2, availableSpots: 0 })
  })

  const day = (date: string) => addressOf(getAvailability, { params: { date } })
  const between = (startDate: string, endDate?: string) =>
    addressOf(getAvailabilityRange, { query: { startDate, endDate } })
  test.each([
    ['an invalid date', day('2027-02-30'), 'date'],
    ['an end before the start', between('2027-06-02', '2027-06-01'), 'endDate'],
    ['more than 366 days', between('2027-01-01', '2028-01-02'), 'endDate'],
    ['a missing date', between('2027-01-01'), 'endDate'],
  ])('%s is refused with its field', async (_, path, field) => {
    const { status, body } = await app.request('GET', path)
    expect(status).toBe(400)
    expect(body.details[0].path).toBe(field)
  })

  test('a range of 366 days is allowed', async () => {
    expect(Object.keys(await range('2027-01-01', '2028-01-01'))).toHaveLength(366)
  })
})

describe('the live stream', () => {
  /** Reads events until `wanted` arrives. */
  async function listen(wanted: (text: string) => boolean) {
    const stop = new AbortController()
    const response = await fetch(address + streamAvailability.path, { signal: stop.signal })
    let text = ''
    const reading = (async () => {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        text += chunk
        if (wanted(text)) break
      }
      stop.abort()
      return text
    })()
    await eventually(async () => text.includes('event: all'))
    return { reading, response }
  }

  test('sends the dates that changed, and nothing about who changed them', async () => {
    const date = '2027-07-01'
    const { reading, response } = await listen((text) => text.includes(date))
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const angler = await anAngler(app)
    await aHold(app, angler.token, { date })
    const text = await reading
    expect(text).toContain(`event: dates\ndata: {"dates":["${date}"]}\n\n`)
    expect(text).not.toContain(angler.username)
  })

  test('reports an expired hold', async () => {
    const date = '2027-07-02'
    await aHold(app, (await anAngler(app)).token, { date })
    const { reading } = await listen((text) => text.includes(date))
    app.clock.advance({ minutes: 5 })
    await app.app.runJobs()
    expect(await reading).toContain(date)
  })

  test('reports that anything may have changed after a configuration change', async () => {
    const { reading } = await listen((text) => text.split('event: all').length > 2)
    await app.database.db.updateTable('booking_config').set({ max_capacity: 4 }).execute()
    expect((await reading).split('event: all').length).toBeGreaterThan(2)
  })

  test('recovers after the database drops the connection', async () => {
    const { reading } = await listen((text) => text.split('event: all').length > 2)
    await app.database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'arcadia-stream' and datname = current_database()",
    )
    expect((await reading).split('event: all').length).toBeGreaterThan(2)
  })
})
