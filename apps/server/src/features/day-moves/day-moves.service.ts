import type { closeDayMove, moveDay, reachParty } from '@arcadia/contract/day-moves'
import type { Input } from '@arcadia/contract/endpoint'
import { formatFullDate, venueDate } from '@arcadia/contract/trip-date'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction, lockDays } from '../../database/transaction.ts'
import { AppError, refuseTaken } from '../../http/app-error.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { awaitOnDay } from '../bookings/awaited-deposits.service.ts'
import { followChange, toldChange } from '../bookings/booking-change.writes.ts'
import { awaitedUntil } from '../bookings/bookings.rules.ts'
import { setAway } from '../configuration/configuration.writes.ts'
import { releaseIdleHolds } from '../holds/holds.writes.ts'
import {
  closeMove,
  getDayMove,
  hasBookings,
  insertDayMove,
  insertParties,
  type KeptMove,
  listMovesToAsk,
  setReached,
} from './day-moves.store.ts'

/** In the change log, it stands at the called-off day. */
export const dayMoveAsked = toldChange({
  name: 'day-move-asked',
  by: { staff: { who: 'the owner or the office, who calls the day off', guest: 'day-move-asked', owner: null } },
  frees: false,
})

export const dayMoveClosed = toldChange({
  name: 'day-move-closed',
  by: {
    staff: { who: 'the owner or the office, before its guest answered', guest: 'day-move-withdrawn', owner: null },
  },
  frees: false,
})

/** Days the owner calls off because the guide can't go out (docs/rules.md §2.14). */
export function createDayMoves({ db, clock }: { db: Db; clock: Clock }) {
  const read = (id: number) => getDayMove(db, venueDate(clock.now()), id)
  return {
    /**
     * Closes the day to new bookings and asks its groups, in one transaction. No spots on other days are held for them.
     * @throws AppError `day-move-open`, `day-has-passed`, `nobody-to-move`
     */
    async open(adminId: number, { date, reason, words, unwritten }: Input<typeof moveDay>['body']): Promise<KeptMove> {
      const id = await inTransaction(db, clock, async (tx) => {
        const now = await lockDays(tx, clock, [date])
        if (date < venueDate(now)) throw new AppError('day-has-passed')
        if (!(await hasBookings(tx, date))) throw new AppError('nobody-to-move')
        const move = { trip_date: date, reason, words, admin_id: adminId, created_at: now }
        const moveId = await insertDayMove(tx, move)
        await setAway(tx, now, adminId, date, true)
        // No one should pay for a trip that won't happen.
        await releaseIdleHolds(tx, now, ['trip_date', date])
        await recordChange(tx, adminId, 'day.moved', { kind: 'day-move', id: moveId }, null, { date, reason, words })
        await ask(tx, now, moveId, unwritten)
        return moveId
      }).catch(refuseTaken('day_moves_one_open', 'day-move-open'))
      return read(id)
    },

    /**
     * Ends the day move. Groups that have not answered stay booked and get an email; after the day has passed, it can end
     * only if no booking is left there.
     * @throws AppError `day-move-not-found`, `parties-still-waiting`
     */
    async close(
      adminId: number,
      id: number,
      { opensDay, unwritten = [] }: Input<typeof closeDayMove>['body'],
    ): Promise<KeptMove> {
      const { date } = await read(id)
      await inTransaction(db, clock, async (tx) => {
        const now = await lockDays(tx, clock, [date])
        const { parties } = await getDayMove(tx, venueDate(now), id)
        if (!(await closeMove(tx, now, id))) return
        const waiting = parties.filter(({ state }) => state === 'WAITING')
        // Also one whose payment has no outcome yet: the next morning's sweep would complete its trip.
        if (date < venueDate(now) && (await hasBookings(tx, date))) throw new AppError('parties-still-waiting')
        if (opensDay) await setAway(tx, now, adminId, date, false)
        const before = { waiting: waiting.map(({ confirmationNumber }) => confirmationNumber) }
        await recordChange(tx, adminId, 'day.move-closed', { kind: 'day-move', id }, before, { opensDay })
        for (const { bookingId } of waiting) {
          const until = await awaitOnDay(tx, now, bookingId, date)
          const says = ['We put the trip back on.', until && awaitedUntil(until)].filter(Boolean).join(' ')
          const tells = { guest: !unwritten.includes(bookingId), owner: false }
          const written = { says, params: { moveId: id }, tells }
          await followChange(tx, now, {}, dayMoveClosed, { by: 'staff', booking: bookingId }, written)
          // So far they were only told that it is off.
          await setReached(tx, { moveId: id, bookingId }, null)
        }
      })
      return read(id)
    },

    /** Marks that a group was reached in person; its answer is separate. @throws AppError `day-move-not-found`, `booking-not-found` */
    async reach(
      adminId: number,
      id: number,
      bookingId: number,
      { isReached, at }: Input<typeof reachParty>['body'],
    ): Promise<KeptMove> {
      const { date } = await read(id)
      await inTransaction(db, clock, async (tx) => {
        const now = await lockDays(tx, clock, [date])
        const { closedAt, parties } = await getDayMove(tx, venueDate(now), id)
        const party = parties.find((one) => one.bookingId === bookingId)
        if (!party) throw new AppError('booking-not-found')
        // A tap about the day being off, sent after it was on again.
        if (at && closedAt && at < closedAt) return
        const reached = isReached ? { at: at && at < now ? at : now, by: adminId } : null
        if (!(await setReached(tx, { moveId: id, bookingId }, reached))) return
        const { confirmationNumber: booking } = party
        const [before, after] = [
          { booking, isReached: !isReached },
          { booking, isReached },
        ]
        await recordChange(tx, adminId, 'day.group-reached', { kind: 'day-move', id }, before, after)
      })
      return read(id)
    },

    /** Asks groups added later, because a payment's outcome may come late. */
    async askLate(): Promise<void> {
      for (const { id, date } of await listMovesToAsk(db))
        await inTransaction(db, clock, async (tx) => ask(tx, await lockDays(tx, clock, [date]), id))
    },
  }
}

/** Asks every group not asked yet, by email but for those who are called. Needs the day's lock. */
async function ask(tx: Db, now: Date, moveId: number, unwritten: readonly number[] = []): Promise<void> {
  for (const { id, date, awaitsDeposit } of await insertParties(tx, now, moveId)) {
    const deposit = awaitsDeposit ? ' Its deposit was no longer due.' : ''
    const says = `We called off the trip on ${formatFullDate(date)}.${deposit}`
    const tells = { guest: !unwritten.includes(id), owner: false }
    await followChange(tx, now, {}, dayMoveAsked, { by: 'staff', booking: id }, { says, params: { moveId }, tells })
  }
}
