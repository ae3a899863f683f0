import type { CheckIn, CheckInState, checkIn } from '@arcadia/contract/admin/check-ins'
import type { Input } from '@arcadia/contract/endpoint'
import { formatFullDate, formatPortalTime, formatVenueTime, venueDate } from '@arcadia/contract/trip-date'
import { type Clock, MINUTE_MS } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError, refuseTaken } from '../../http/app-error.ts'
import { findSent } from '../../http/idempotency-key.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { followChange, toldChange } from '../bookings/booking-change.writes.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { forgiveNoShow, undoNoShow } from '../bookings/forgiven.writes.ts'
import { withBookingLocked } from '../bookings/lock-booking.writes.ts'
import { insertCheckIn, listBookedSinceMark, listCheckIns } from './check-ins.store.ts'

/** How far a phone's clock may be ahead of ours; a tap from such a phone happened now. */
const CLOCK_AHEAD_MS = 5 * MINUTE_MS

const SENT_BEFORE = 'This check-in was already sent with other details.'

export const checkedIn = toldChange({
  name: 'checked-in',
  by: { staff: { who: 'the owner, the office or a guide', guest: null, owner: null } },
  frees: false,
})

/** Check-ins at the ramp (docs/rules.md §21). They change what became of a trip and what is owed for it, not the booking's status. */
export function createCheckIns(deps: { db: Db; clock: Clock; bookings: Pick<Bookings, 'getForTap' | 'read'> }) {
  const { db, bookings } = deps
  return {
    /**
     * Records one tap on a day sheet, which may arrive late and more than once. A late tap keeps its time; whether the day has come
     * and a time is still to come is for our own clock to say, whatever the phone's does.
     * @throws AppError `booking-not-found`, `check-in-elsewhere`, `check-in-too-early`, `check-in-ahead`, `checked-in-otherwise`,
     * `no-show-filled`, `key-reused`
     */
    async checkIn(
      admin: SignedIn,
      bookingId: number,
      { date, state, was, at }: Input<typeof checkIn>['body'],
      key: string | undefined,
    ): Promise<CheckIn | null> {
      const tap = { booking_id: bookingId, trip_date: date, state }
      const wasSent = (on: Db) => findSent(on, 'check_ins', { adminId: admin.id, key }, tap, SENT_BEFORE)
      // A retry of a saved tap succeeds even if the guide can no longer see the booking.
      const read = async () => ((await wasSent(db)) ? bookings.read(bookingId) : bookings.getForTap(admin, bookingId))
      await withBookingLocked(deps, read, async (tx, now, booking) => {
        if (await wasSent(tx)) return
        if (booking.status === 'CANCELLED')
          throw new AppError('check-in-elsewhere', { message: 'This booking was canceled.' })
        if (booking.selectedDate !== date)
          throw new AppError('check-in-elsewhere', {
            message: `This booking moved to ${formatFullDate(booking.selectedDate)}.`,
          })
        const tappedAt = new Date(Math.min(at.getTime(), now.getTime()))
        if (venueDate(tappedAt) < date)
          throw new AppError('check-in-too-early', {
            message: `The trip is on ${formatFullDate(date)}. Check the group in that day.`,
          })
        if (at.getTime() > now.getTime() + CLOCK_AHEAD_MS) throw new AppError('check-in-ahead')
        const last = (await listCheckIns(tx, date, [bookingId])).get(bookingId)
        if ((last?.state ?? null) === state) return
        if ((last?.state ?? null) !== was) throw new AppError('checked-in-otherwise', { message: describe(last) })
        await insertCheckIn(tx, {
          ...tap,
          admin_id: admin.id,
          tapped_at: tappedAt,
          idempotency_key: key ?? null,
          created_at: now,
        })
        const follow = state === 'NO_SHOW' ? forgiveNoShow : undoNoShow
        const balance = await follow(tx, now, bookingId, admin.id)
        const says = EVENTS[state ?? 'NOBODY'](formatVenueTime(tappedAt)) + balance.says
        const maker = { by: 'staff' as const, adminId: admin.id, booking }
        const after = { state, tappedAt, ...balance.after }
        await followChange(tx, now, {}, checkedIn, maker, { says, before: { state: was }, after })
      })
        .catch(refuseTaken('check_ins_key', 'key-reused', { message: SENT_BEFORE }))
        .catch(async (error: unknown) => {
          // Only a no-show that comes after all claims spots by a check-in.
          if (!(error instanceof AppError && error.code === 'not-enough-spots')) throw error
          throw new AppError('no-show-filled', filledBy(await listBookedSinceMark(db, bookingId, date)))
        })
      return (await listCheckIns(db, date, [bookingId])).get(bookingId) ?? null
    },
  }
}

function filledBy(names: readonly string[]) {
  const walkUps = new Intl.ListFormat('en-US').format(names.map((name) => `${name}'s walk-up`))
  return names.length > 0 ? { message: `Their spots were taken by ${walkUps}.` } : {}
}

const EVENTS: Record<CheckInState | 'NOBODY', (time: string) => string> = {
  ARRIVED: (time) => `The group arrived at ${time}.`,
  NO_SHOW: (time) => `Marked as a no-show at ${time}.`,
  NOBODY: () => 'The check-in was undone.',
}

const STATES = { ARRIVED: 'arrived', NO_SHOW: 'a no-show' }

function describe(last: CheckIn | undefined): string {
  if (!last) return 'Someone else just undid this check-in.'
  return `${last.by} marked this group as ${STATES[last.state]} at ${formatPortalTime(last.at)}.`
}
