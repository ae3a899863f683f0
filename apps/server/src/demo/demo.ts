import { addBookingNote } from '@arcadia/contract/admin/bookings'
import { setBlackoutDates, setPrivateSpotPrice, setSeason } from '@arcadia/contract/admin/configuration'
import { sayOpening } from '@arcadia/contract/admin/opening'
import { createBookingQuery, setBookingQueryStatus } from '@arcadia/contract/booking-queries'
import { rescheduleBooking } from '@arcadia/contract/bookings'
import { changeBusinessFacts } from '@arcadia/contract/business'
import { FALLBACK_CONFIG } from '@arcadia/contract/configuration'
import type { Input } from '@arcadia/contract/endpoint'
import { setEnquiryStatus } from '@arcadia/contract/enquiries'
import { refundBooking, requestRefund } from '@arcadia/contract/refunds'
import { saveReview, setReviewStatus } from '@arcadia/contract/reviews'
import { addDays, datesBetween, type TripDate, venueDate, weekdayOf } from '@arcadia/contract/trip-date'
import { joinWaitlist } from '@arcadia/contract/waitlist'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { type App, buildApp } from '../app.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts'
import type { Config } from '../config.ts'
import type { OpenedDatabase } from '../database/open-database.ts'
import { firstSeason } from '../features/configuration/configuration.rules.ts'
import { connectFirstRun } from '../features/merchant/first-connection.ts'
import { mountSimulator } from '../mounted-simulator.ts'
import { StartError } from '../start-error.ts'
import { createCall } from './calls.ts'
import { type Cast, createCast, type DemoMail } from './cast.ts'
import { ENQUIRIES, FACTS, TRIPS, type Trip, WAITING } from './story.ts'

/** How often jobs run at least: the provider connection expires after a hundred days without use. */
const LOOK_EVERY = 20 * DAY_MS

/** An action at a point in time. */
interface Scene {
  at: number
  act: () => Promise<unknown>
}

/**
 * Plays last season and the coming one: made-up people sign up, hold, pay and ask through the app itself, and an owner
 * answers, on a clock that starts before the first season and ends at `now`. So the demo data obeys every rule, each payment is
 * in the simulator's books, and each change by the owner is in the audit log.
 * @throws StartError if the database is in use, or the simulator is not the one that `npm start` mounts
 */
export async function playDemo(
  config: Config,
  { db, pool, url, owner }: Pick<OpenedDatabase, 'db' | 'pool' | 'url' | 'owner'>,
  now: Date,
  trips: readonly Trip[] = TRIPS,
): Promise<Pick<Awaited<ReturnType<App['prepare']>>, 'firstAdmin'>> {
  if (!config.quickbooks.mountsSimulator)
    throw new StartError('seed: the demo needs the built-in payments simulator (QUICKBOOKS_ENVIRONMENT=simulator).')
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst())
    throw new StartError('seed: this database is in use. Give the demo its own folder, such as DATA_DIR=data/demo.')

  const seasons = seasonsAround(now)
  let at = seasons.begins
  const clock = { now: () => new Date(at) }
  const inbox: DemoMail[] = []

  const provider = Fastify()
  await mountSimulator(provider, config)
  const simulatorUrl = `${await provider.listen({ host: '127.0.0.1', port: 0 })}/simulator`
  const staged = { ...config, quickbooks: { ...config.quickbooks, simulatorUrl } }
  const app = await buildApp({
    config: staged,
    db,
    pool,
    databaseUrl: url,
    clock,
    log: pino({ level: 'silent' }),
    // Emails count as sent, so a mail server configured later sends none of them.
    sendMail: async ({ to, text }) => inbox.push({ to: to.address, text }),
  })

  async function moveTo(moment: number): Promise<void> {
    at = moment
    await control(simulatorUrl, '/clock', { offsetSeconds: (moment - Date.now()) / 1000 })
  }

  try {
    await moveTo(at)
    const { firstAdmin } = await app.prepare(owner.db)
    await app.http.ready()
    await connectFirstRun({ db, clock, merchant: app.features.merchant.api }, staged.quickbooks)
    const cast = createCast({
      call: createCall(app.http),
      simulatorUrl,
      admin: {
        username: config.firstAdmin.username,
        password: firstAdmin?.generatedPassword ?? config.firstAdmin.password!,
      },
      inbox,
      runJobs: () => app.runJobs(),
      now: clock.now,
      wait: (minutes) => moveTo(at + minutes * MINUTE_MS),
    })
    for (const scene of planScenes(cast, seasons, trips)) {
      await moveTo(Math.max(at, scene.at))
      // The provider settles charges of earlier days.
      await control(simulatorUrl, '/settle', {})
      await scene.act()
      // Emails of changes wait for a quiet minute (docs/rules.md §8.6).
      await moveTo(at + 2 * MINUTE_MS)
      await app.runJobs()
    }
    await moveTo(now.getTime())
    await cast.compareBooks()
    // Updates the query planner's statistics.
    await sql`vacuum analyze`.execute(owner.db)
    return { firstAdmin }
  } finally {
    await control(simulatorUrl, '/clock', { offsetSeconds: 0 })
    await app.drain()
    await app.http.close()
    await provider.close()
  }
}

/** Calls the simulator's control API; see its README. */
async function control(simulatorUrl: string, path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${simulatorUrl}/control${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The simulator answered ${path} with ${response.status}.`)
}

type Seasons = ReturnType<typeof seasonsAround>

function seasonsAround(now: Date) {
  const next = firstSeason(venueDate(now))
  const last = firstSeason(addDays(next.start, -360))
  return {
    last,
    next,
    /** When the site opens. */
    begins: atVenue(addDays(last.start, -75), '09:00'),
    /** When booking opens for the coming season. */
    nextOpens: atVenue(addDays(last.end, -3), '18:00'),
    now: now.getTime(),
  }
}

/** All scenes, in order. */
function planScenes(cast: Cast, { last, next, begins, nextOpens, now }: Seasons, trips: readonly Trip[]): Scene[] {
  const { asOwner, asCustomer } = cast
  const scenes: Scene[] = []
  const scene = (moment: number, act: Scene['act']) => {
    // Scenes in the future are dropped.
    if (moment < now - 10 * MINUTE_MS) scenes.push({ at: moment, act })
  }
  const open = { last: openDays(last), next: openDays(next) }
  const dateOf = ({ season }: Trip, day: number) => open[season][Math.round(day * (open[season].length - 1))]!

  function bookedAt(trip: Trip, index: number): number {
    const wished = atVenue(addDays(dateOf(trip, trip.day), -trip.lead), `${8 + (index % 12)}:${10 + index}`)
    if (trip.season === 'last') return Math.max(wished, begins + (index + 1) * 5 * HOUR_MS)
    if (wished < now - DAY_MS) return wished
    return nextOpens + ((now - DAY_MS - nextOpens) * (index + 1)) / (trips.length + 1)
  }

  function playTrip(trip: Trip, index: number): void {
    const { who, asks, asksRefund, givenBack, review } = trip
    const first = dateOf(trip, trip.day)
    const booked = bookedAt(trip, index)
    const moved = booked + 6 * DAY_MS
    const date = trip.movesTo !== undefined && moved < now ? dateOf(trip, trip.movesTo) : first
    /** When an item still waiting for the owner was sent: recently, before the trip. */
    const lately = (hours: number) =>
      Math.max(booked + HOUR_MS, Math.min(now - hours * HOUR_MS, atVenue(addDays(date, -4), '10:00')))
    let id = 0
    let question = 0
    let written = 0

    scene(booked, async () => {
      id = await (trip.phone ? cast.bookByPhone(trip, first) : cast.book(trip, first))
    })
    if (trip.phone === 'deposit by check') scene(booked + 4 * DAY_MS, () => cast.takeDepositCheck(id, trip))
    if (trip.note) scene(booked + DAY_MS, () => asOwner(addBookingNote, { params: { id }, body: { text: trip.note! } }))
    if (trip.movesTo !== undefined)
      scene(moved, () =>
        asCustomer(who, rescheduleBooking, {
          params: { id },
          body: { newSelectedDate: date, numberOfGuests: trip.guests },
        }),
      )
    if (trip.cancels) scene(booked + 9 * DAY_MS, () => cast.cancel(id, trip))
    if (trip.balance === 'card') scene(atVenue(addDays(date, -6), '19:00'), () => cast.payBalance(id, trip))
    if (trip.balance === 'CHECK') scene(booked + 7 * DAY_MS, () => cast.payBalance(id, trip))
    if (trip.balance === 'CASH') scene(atVenue(date, '12:20'), () => cast.payBalance(id, trip))
    if (givenBack)
      scene(atVenue(addDays(date, 1), '11:00'), () =>
        asOwner(refundBooking, { params: { id }, query: { amount: givenBack.cents, description: givenBack.why } }),
      )

    if (asks) {
      const asked = asks.answer ? booked + 2 * DAY_MS : lately(asks.isTakenUp ? 44 : 20)
      scene(asked, async () => {
        question = (await asCustomer(who, createBookingQuery, { body: { bookingId: id, queryMessage: asks.text } })).id
      })
      const setStatus = (body: Input<typeof setBookingQueryStatus>['body']) =>
        asOwner(setBookingQueryStatus, { params: { id: question }, body })
      if (asks.answer) scene(asked + 5 * HOUR_MS, () => setStatus({ status: 'RESPONDED', adminResponse: asks.answer! }))
      if (asks.isTakenUp) scene(asked + 3 * HOUR_MS, () => setStatus({ status: 'IN_PROGRESS' }))
    }
    if (asksRefund) {
      const asked = asksRefund.answer ? booked + 10 * DAY_MS : lately(30)
      scene(asked, () => asCustomer(who, requestRefund, { params: { id }, body: { description: asksRefund.text } }))
      if (asksRefund.answer) scene(asked + DAY_MS, () => cast.declineRefund(id, asksRefund.answer!))
    }
    if (review) {
      const at = review.becomes ? atVenue(addDays(date, 2), '20:00') : now - 40 * HOUR_MS
      scene(at, async () => {
        const { stars, text } = review
        written = (await asCustomer(who, saveReview, { body: { bookingId: id, stars, text } })).id
      })
      if (review.becomes)
        scene(at + 14 * HOUR_MS, () =>
          asOwner(setReviewStatus, { params: { id: written }, body: { status: review.becomes! } }),
        )
    }
    // Reminders go out three days before, and the morning after a trip is completed.
    for (const days of [-3, 1]) scene(atVenue(addDays(date, days), '09:05'), nothing)
  }

  for (let moment = begins; moment < now; moment += LOOK_EVERY) scene(moment, nothing)
  scene(begins, () => asOwner(changeBusinessFacts, { body: FACTS }))
  scene(begins, () => asOwner(sayOpening, { params: { step: 'OPENED' } }))
  const dayAway = open.next[Math.round(0.34 * open.next.length)]!
  scene(nextOpens, () => asOwner(setSeason, { body: { seasonStart: next.start, seasonEnd: next.end } }))
  scene(nextOpens, () => asOwner(setPrivateSpotPrice, { body: { privateSpotPrice: 40_000 } }))
  scene(nextOpens, () => asOwner(setBlackoutDates, { body: { blackoutDates: [dayAway] } }))
  for (const [index, trip] of trips.entries()) playTrip(trip, index)
  for (const { who, forDayOf, guests } of WAITING) {
    const index = trips.findIndex((trip) => trip.season === 'next' && trip.who === forDayOf)
    const trip = trips[index]
    if (!trip) continue
    const date = dateOf(trip, trip.day)
    const moment = bookedAt(trip, index) + (3 + guests) * HOUR_MS
    if (atVenue(date, '08:00') > now)
      scene(moment, () => asCustomer(who, joinWaitlist, { body: { selectedDate: date, numberOfGuests: guests } }))
  }
  for (const [index, enquiry] of ENQUIRIES.entries()) {
    const { becomes, notes, daysAgo } = enquiry
    let id = 0
    scene(now - daysAgo * DAY_MS, async () => {
      id = await cast.enquire(enquiry, index)
    })
    if (becomes)
      scene(now - daysAgo * DAY_MS + 6 * HOUR_MS, () =>
        asOwner(setEnquiryStatus, { params: { id }, body: { status: becomes, ...(notes && { adminNotes: notes }) } }),
      )
  }
  return scenes.sort((a, b) => a.at - b.at)
}

/** A scene that only runs the jobs. */
async function nothing(): Promise<void> {}

function openDays({ start, end }: { start: TripDate; end: TripDate }): TripDate[] {
  return datesBetween(start, end).filter((date) => !FALLBACK_CONFIG.closedDays.includes(weekdayOf(date)))
}

/** Assumes daylight saving time; off by an hour in winter, which doesn't matter here. */
function atVenue(date: TripDate, time: string): number {
  return Date.parse(`${date}T${time.padStart(5, '0')}:00-04:00`)
}
