import type { AnglerQuote } from '@arcadia/contract/added-anglers'
import type { AdminBooking, Allowed } from '@arcadia/contract/bookings'
import { MAX_PARTY, quote } from '@arcadia/contract/configuration'
import { formatCents } from '@arcadia/contract/money'
import { anglers } from '@arcadia/contract/riders'
import { formatFullDate, type TripDate, venueDate } from '@arcadia/contract/trip-date'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { followChange, type Runner, toldChange } from './booking-change.writes.ts'
import { whyOver } from './bookings.rules.ts'
import { findBooking } from './bookings.store.ts'
import { acceptTerms } from './bookings.writes.ts'
import { getFrozenPrices, growBooking } from './change-bookings.store.ts'
import { isGrowing, type LockedBooking } from './lock-booking.writes.ts'

/** How the history begins to tell of it, by which its email knows it. */
export const ANGLER_ADDED = 'Angler added:'

/** An angler who joins a booking that stands (docs/rules.md §2.38). */
export const anglerAdded = toldChange({
  name: 'angler-added',
  by: { guest: { who: 'the guest', guest: 'booking-corrected', owner: 'angler-added-notice' } },
  frees: false,
})

/** Why nobody can join, as far as the booking goes; whether the day has room is the day's. */
function whyNobodyJoins(now: Date, booking: AdminBooking): string | undefined {
  const over = whyOver(booking, venueDate(now))
  if (over) return over
  if (booking.depositUntil) return 'Please pay the deposit first. Then you can add an angler.'
  if (booking.status === 'PENDING') return "This booking isn't confirmed yet."
  if (booking.outcome === 'CALLED_OFF') return 'Please pick another date first. Then you can add an angler.'
  if (booking.outcome !== 'ON') return 'This booking can no longer be changed.'
  if (booking.numberOfGuests >= MAX_PARTY)
    return `A group is at most ${MAX_PARTY} anglers. For a larger group, please enquire.`
  return undefined
}

export function mayAddAngler(now: Date, booking: AdminBooking): Allowed {
  const why = whyNobodyJoins(now, booking)
  return { ok: why === undefined, why: why ?? null }
}

/**
 * The booking that an angler joins, with its day locked, and what that costs at its prices.
 * @throws AppError `booking-not-found`, `booking-changed`, `not-changeable`
 */
export async function demandJoinable(
  tx: Db,
  now: Date,
  { bookingId, userId, day }: { bookingId: number; userId: number; day: TripDate },
) {
  const booking = await findBooking(tx, bookingId)
  if (booking?.userId !== userId) throw new AppError('booking-not-found')
  if (booking.selectedDate !== day)
    throw new AppError('booking-changed', {
      message: `Your trip is now on ${formatFullDate(booking.selectedDate)}. Please look at it again.`,
    })
  const message = whyNobodyJoins(now, booking)
  if (message) throw new AppError('not-changeable', { message })
  return { booking, ...(await quoteAngler(tx, booking)) }
}

async function quoteAngler(tx: Db, booking: LockedBooking) {
  const { id, packageType, riders, numberOfGuests, totalAmount } = booking
  const prices = await getFrozenPrices(tx, id)
  const [before, after] = [0, 1].map((more) => quote(prices, packageType, numberOfGuests + more, riders))
  const added = after!.total - before!.total
  const costs: AnglerQuote = {
    numberOfGuests: numberOfGuests + 1,
    added,
    totalAmount: totalAmount + added,
    deposit: after!.deposit - before!.deposit,
  }
  return { prices, costs }
}

/** The only place where a guest's booking grows. Needs the day's lock. */
export async function addAngler(
  tx: Db,
  now: Date,
  deps: Pick<Runner, 'ownerEmail'>,
  bookingId: number,
  termsVersion: string | undefined,
): Promise<void> {
  const booking = (await findBooking(tx, bookingId))!
  const { costs } = await quoteAngler(tx, booking)
  const { isWithoutTerms } = await growBooking(tx, now, bookingId, costs)
  if (isWithoutTerms && termsVersion) await acceptTerms(tx, now, bookingId, termsVersion)
  const says = `${ANGLER_ADDED} ${anglers(costs.numberOfGuests)} instead of ${booking.numberOfGuests}. The total is ${formatCents(costs.totalAmount)}.`
  await followChange(tx, now, deps, anglerAdded, { by: 'guest', booking }, { says, params: { says: [says] } })
}

/** While the payment of an angler who joins has no outcome, its booking keeps its date. @throws AppError `payment-in-progress` */
export async function refuseWhileGrowing(tx: Db, bookingId: number): Promise<void> {
  if (await isGrowing(tx, bookingId)) throw new AppError('payment-in-progress')
}
