import { cancelBooking, getBooking, rescheduleBooking } from '@arcadia/contract/bookings'
import type { Sharing } from '@arcadia/contract/configuration'
import { createHold } from '@arcadia/contract/holds'
import { payForBooking } from '@arcadia/contract/payments'
import { heldOf } from '@arcadia/contract/testing/held-of'
import { addDays } from '@arcadia/contract/trip-date'
import { joinWaitlist, leaveWaitlist, listMyWaitlist } from '@arcadia/contract/waitlist'
import type { createHolds } from '../features/holds/holds.service.ts'
import { type Angler, aPayment, networkAddress, PAST_THE_HOLD } from './builders.ts'
import { claimed, findWrongs, groupsOn, sharedPrivately, wrongSharing } from './interleavings.checks.ts'
import { seededRandom } from './random.ts'
import type { TestApp } from './test-app.ts'

// Random concurrent actions of customers and the owner on two days, chosen by a seed, and the invariants to check afterwards.

const CONCURRENT_ACTIONS = 5
const FIRST_DAY = '2028-01-03'

/** What customers were promised by the responses they got. */
export interface Promises {
  /** Booking id → the hold or press that became it and the confirmed dates, latest last; several if moves ran concurrently. */
  bookings: Map<number, { what: string; userId: number; dates: string[]; isCancelled: boolean }>
}

export interface Interleaving {
  app: TestApp
  people: readonly Angler[]
  /** Places every second customer's holds like another process would, because one process serves a day in order. */
  elsewhere: Pick<ReturnType<typeof createHolds>, 'create'>
  seed: number
  /** Gives each interleaving its own days in the calendar. */
  index: number
  /** The sharing rule, from the first or the second batch on. */
  sharing: Sharing
}

/** Runs one interleaving; returns the violated invariants as sentences. */
export async function playInterleaving({
  app,
  people,
  elsewhere,
  seed,
  index,
  sharing,
}: Interleaving): Promise<string[]> {
  const random = seededRandom(seed)
  const days: [string, string] = [addDays(FIRST_DAY, index * 2), addDays(FIRST_DAY, index * 2 + 1)]
  const promises: Promises = { bookings: new Map() }
  const wrongs: string[] = []
  const { db } = app.database
  const doJobs = () => app.app.runJobs().catch((error: Error) => void wrongs.push(`the jobs failed: ${error.message}`))
  let capacity = random.between(2, 4)
  /** The highest capacity at any moment of a batch. */
  let peak = capacity
  await setCapacity(app, capacity)
  const isOpenAtFirst = random.between(1, 3) === 1
  let rule: Sharing = 'OPEN'

  async function hold({ id, token }: Angler, selectedDate: string, numberOfGuests: number, isPrivate: boolean) {
    const body = { selectedDate, numberOfGuests, isPrivate }
    if (id % 2) return app.answer(createHold, { token, body, ip: networkAddress() })
    return elsewhere.create(id, body, networkAddress()).then(
      (held) => ({ status: 201, body: held }) as const,
      ({ status = 500, message }) => ({ status: status as 409 | 500, body: { message } }),
    )
  }

  /** All random choices happen before anything runs, so that only the seed decides what is tried. */
  function nextAction(
    kind: (typeof ACTS)[number][number],
  ): () => Promise<{ status: number; body: unknown } | undefined> {
    const angler = random.pick(people)
    const { token } = angler
    const date = random.pick(days)
    const other = days.find((day) => day !== date)!
    const guests = random.between(1, 2)
    const isPrivate = random.between(1, 4) === 1
    const own = () =>
      [...promises.bookings].filter(([, { userId, isCancelled }]) => userId === angler.id && !isCancelled)
    switch (kind) {
      case 'book':
        return async () => {
          const held = await hold(angler, date, guests, isPrivate)
          if (held.status !== 201) return held
          return pay(angler, heldOf(held.body).holdId, date, guests)
        }
      case 'pay first': {
        const key = `press-${random.between(1, 1e9)}`
        return () => pay(angler, undefined, date, guests, { key, isPrivate })
      }
      case 'hold':
        return () => hold(angler, date, guests, isPrivate)
      case 'wait':
        return () => app.answer(joinWaitlist, { token, body: { selectedDate: date, numberOfGuests: guests } })
      case 'leave':
        return async () => {
          const [entry] = await app.call(listMyWaitlist, { token })
          return entry && app.answer(leaveWaitlist, { token, params: { id: entry.id } })
        }
      case 'take':
        return async () => {
          const entries: { offer: { holdId: string } | null; selectedDate: string; numberOfGuests: number }[] =
            await app.call(listMyWaitlist, { token })
          // An offer from the previous interleaving may still be open.
          const offered = entries.find(({ offer, selectedDate }) => offer && days.includes(selectedDate))
          return offered && pay(angler, offered.offer!.holdId, offered.selectedDate, offered.numberOfGuests)
        }
      case 'move':
        return async () => {
          const [found] = own()
          if (!found) return
          const [id] = found
          const booking = await app.call(getBooking, { token, params: { id } })
          const body = { newSelectedDate: other, numberOfGuests: booking.numberOfGuests }
          const moved = await app.answer(rescheduleBooking, { token, params: { id }, body })
          if (moved.status === 200) promises.bookings.get(id)!.dates.push(other)
          return moved
        }
      case 'cancel':
        return async () => {
          const [found] = own()
          if (!found) return
          const cancelled = await app.answer(cancelBooking, { token, params: { id: found[0] } })
          if (cancelled.status === 200) promises.bookings.get(found[0])!.isCancelled = true
          return cancelled
        }
      case 'capacity': {
        capacity = random.between(2, 6)
        peak = Math.max(peak, capacity)
        const chosen = capacity
        return async () => void (await setCapacity(app, chosen))
      }
      case 'jobs':
        return async () => void (await doJobs())
    }
  }

  async function pay(
    angler: Angler,
    holdId: string | undefined,
    date: string,
    guests: number,
    { key, isPrivate }: { key?: string; isPrivate?: boolean } = {},
  ) {
    const body = aPayment(holdId, 'none needed', { date, guests, amount: 0 })
    Object.assign(body.bookingData, { isPrivate })
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    const send = () => app.answer(payForBooking, { token: angler.token, headers, body, ip: networkAddress() })
    // Sent twice at once with a key, it is one payment; the second may find spots that the first did not.
    const answers = await Promise.all(key === undefined ? [send()] : [send(), send()])
    const paid = answers.find(({ status }) => status < 300) ?? answers[0]!
    const what = holdId ?? key!
    if (paid.status === 201 || paid.status === 200) {
      const { id } = paid.body.booking
      const promised = promises.bookings.get(id)
      // Paying the same hold twice concurrently makes one booking, and both get the same response.
      if (promised && promised.what !== what) wrongs.push(`booking ${id} was promised twice`)
      if (!promised) promises.bookings.set(id, { what, userId: angler.id, dates: [date], isCancelled: false })
    }
    return paid
  }

  for (const [number, act] of ACTS.entries()) {
    if (number > 0 || !isOpenAtFirst) rule = sharing
    await db.updateTable('booking_config').set({ sharing: rule }).execute()
    const before = await Promise.all(days.map((day) => claimed(app, day)))
    const groupsBefore = await Promise.all(days.map((day) => groupsOn(app, day)))
    peak = capacity
    const actions = Array.from({ length: CONCURRENT_ACTIONS }, () => nextAction(random.pick(act)))
    const replies = await Promise.all(actions.map((action) => action()))
    for (const reply of replies)
      if (reply && reply.status >= 500) wrongs.push(`an answer of ${reply.status}: ${JSON.stringify(reply.body)}`)
    // After concurrent capacity changes either may have come last.
    await setCapacity(app, capacity)
    for (const [place, day] of days.entries()) {
      const now = await claimed(app, day)
      if (now > Math.max(peak, before[place]!)) wrongs.push(`${day} has ${now} of at most ${peak}`)
      wrongs.push(...wrongSharing(day, rule, groupsBefore[place]!, await groupsOn(app, day)))
      wrongs.push(...(await sharedPrivately(app, day)))
    }
    // Time passes between batches: holds expire after a few minutes, offers after thirty.
    const minutes = random.pick([0, 0, PAST_THE_HOLD.minutes, 31])
    app.clock.advance({ minutes })
    if (minutes > 0) await doJobs()
  }
  // One round records the expired holds, the next one offers their spots.
  for (let round = 0; round < 2; round++) await doJobs()
  wrongs.push(...(await findWrongs(app, days, promises)))
  // End all waitlist entries, so that the next interleaving starts clean.
  await db
    .updateTable('waitlist_entries')
    .set({ ended_at: app.clock.now() })
    .where('trip_date', 'in', days)
    .where('ended_at', 'is', null)
    .execute()
  return wrongs
}

/**
 * The days fill and a waitlist forms, then spots are freed, then they are taken, each phase mixed with other actions.
 */
const ACTS = [
  ['book', 'book', 'pay first', 'hold', 'wait', 'capacity'],
  ['wait', 'wait', 'wait', 'book', 'pay first', 'move', 'jobs'],
  ['cancel', 'cancel', 'move', 'wait', 'book', 'pay first', 'capacity', 'leave'],
  ['take', 'take', 'cancel', 'move', 'book', 'pay first', 'hold', 'leave', 'jobs', 'capacity'],
] as const

async function setCapacity(app: TestApp, capacity: number): Promise<void> {
  await app.database.db.updateTable('booking_config').set({ max_capacity: capacity }).execute()
}
