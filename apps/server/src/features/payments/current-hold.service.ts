import type { Booking } from '@arcadia/contract/bookings'
import type { Output } from '@arcadia/contract/endpoint'
import { type CurrentAttempt, type getCurrentHold, HoldEnd, type HoldState } from '@arcadia/contract/holds'
import { PAYMENT_PROCESSING_MESSAGE } from '@arcadia/contract/payments'
import type { Base } from '../../base.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { giftOfHold } from '../gift-vouchers/cover-booking.service.ts'
import { type HoldRow, toCurrentHold } from '../holds/current-hold.ts'
import { endOfHold } from '../holds/hold-end.ts'
import { findOwnHold } from '../holds/holds.writes.ts'
import { findLatestAttempt } from './attempts.store.ts'
import { findCurrentHold } from './current-hold.store.ts'
import type { Attempt } from './payment-kind.ts'

interface Deps extends Pick<Base, 'db' | 'clock' | 'encryption'> {
  bookings: Pick<Bookings, 'read'>
}

const NOTHING = { hold: null, attempt: null, booking: null }

/** Data for a reloaded page: the live hold, its payment, and the booking it became; or what became of the one asked for. */
export async function readCurrentHold(
  deps: Deps,
  userId: number,
  holdId: string | undefined,
): Promise<Output<typeof getCurrentHold>> {
  const { db, clock } = deps
  const now = clock.now()
  const hold = await findCurrentHold(db, userId, holdId, now)
  if (hold) return describe(deps, now, hold)
  const over = holdId ? await findOwnHold(db, userId, holdId) : undefined
  const end = over && !over.consumed_at ? await endOfHold(db, now, over) : undefined
  if (!end) return NOTHING
  const { why, later } = end
  // An angler's spot shows on the trip's page alone.
  const since = later && later.adds_to === null ? await describe(deps, now, later) : undefined
  return { ...NOTHING, ended: HoldEnd.parse({ reason: why.code, message: why.message }), ...(since && { since }) }
}

async function describe(deps: Deps, now: Date, hold: HoldRow): Promise<HoldState> {
  const { db, bookings } = deps
  const attempt = await findLatestAttempt(db, hold)
  const booking = hold.booking_id === null ? null : await bookings.read(hold.booking_id)
  const isOver = booking || isOverWithItsPress(hold)
  return {
    hold: isOver ? null : { ...toCurrentHold(hold), ...(await giftOfHold(deps, now, hold.id)) },
    attempt: attempt ? toCurrentAttempt(attempt, booking) : bookedByPress(hold, booking),
    booking,
  }
}

const isOverWithItsPress = ({ press_key, released_at }: HoldRow) => press_key !== null && released_at !== null

/** A payment without a hold when nothing was due, so that its page finds the booking by its key. */
function bookedByPress({ press_key: key, created_at: startedAt }: HoldRow, booking: Booking | null) {
  if (key === null || !booking) return null
  const { packageType } = booking
  return { status: 'CONFIRMED' as const, amount: 0, packageType, startedAt, key, message: 'Your booking is confirmed.' }
}

function toCurrentAttempt(attempt: Attempt, booking: Booking | null): CurrentAttempt {
  const { amount_cents: amount, booking_data, started_at: startedAt, idempotency_key: key, state } = attempt
  const facts = { amount, packageType: booking_data.packageType, startedAt, key }
  switch (state.is) {
    case 'asking':
    case 'unknown':
      return { ...facts, status: 'PROCESSING', message: PAYMENT_PROCESSING_MESSAGE }
    case 'declined':
      return { ...facts, status: 'DECLINED', message: state.message! }
    case 'captured':
      if (booking?.status !== 'CANCELLED')
        return { ...facts, status: 'CONFIRMED', message: 'We got your payment, and your booking is confirmed.' }
  }
  return { ...facts, status: 'FAILED', message: state.message ?? 'This booking was canceled.' }
}
