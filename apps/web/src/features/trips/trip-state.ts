import { formatUntil, splitKept } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { PAYMENT_PROCESSING_MESSAGE } from '@arcadia/contract/payments'
import { capitalized, numberWord } from '@arcadia/contract/site/number-words'
import { formatFullDate, type TripDate } from '@arcadia/contract/trip-date'
import type { Trip } from '@arcadia/contract/trips'
import type { ToDo } from '../bookings/trip-to-do.ts'
import { keptOf } from '../my-bookings/manage-bookings.rules.ts'

/** Every state that a trip's page tells apart. */
type TripState =
  | 'AWAITS_DEPOSIT'
  | 'CONFIRMING'
  | 'AWAITS_GUIDE'
  | 'TO_COME'
  | 'TODAY'
  | 'CANCELED'
  | 'NO_SHOW'
  | 'OVER'

function stateOf({ status, outcome, selectedDate, own }: Trip, today: TripDate): TripState {
  if (status === 'CANCELLED') return 'CANCELED'
  if (outcome === 'NO_SHOW') return 'NO_SHOW'
  if (status === 'COMPLETED' || selectedDate < today) return 'OVER'
  if (status === 'CONFIRMED') return selectedDate === today ? 'TODAY' : 'TO_COME'
  if (own?.depositUntil) return 'AWAITS_DEPOSIT'
  return own && own.paidAmount < own.depositAmount ? 'CONFIRMING' : 'AWAITS_GUIDE'
}

/** The headline beside the poster, and what is to be said below it. */
export function headlineOf(
  trip: Trip,
  toDos: readonly ToDo[],
  today: TripDate,
): { headline: string; sentences: string[] } {
  const { firstName, key, selectedDate } = trip
  const left = toDos.filter(({ isDone }) => !isDone).length
  const things = `${capitalized(numberWord(left))} ${left === 1 ? 'thing' : 'things'} to do`
  switch (stateOf(trip, today)) {
    case 'CANCELED':
      return {
        headline: 'Canceled',
        sentences: [
          trip.calledOff
            ? `Your booking for ${formatFullDate(selectedDate)} is canceled.`
            : 'This trip is canceled. Nothing is owed for it.',
          ...moneyOf(trip),
        ],
      }
    case 'NO_SHOW':
      return {
        headline: 'We missed you',
        sentences: ["We waited at the landing and you didn't make it. Call us, and we'll see what we can do."],
      }
    case 'OVER':
      return {
        headline: key === 'GROUP' ? 'Thanks for coming' : `Thanks, ${firstName}`,
        sentences: ['Thank you for the morning on the water.'],
      }
    case 'AWAITS_DEPOSIT':
      return {
        headline: things,
        sentences: [`We're keeping your spots until ${formatUntil(trip.own!.depositUntil!)}.`],
      }
    case 'CONFIRMING':
      return { headline: 'Booked', sentences: [PAYMENT_PROCESSING_MESSAGE] }
    case 'AWAITS_GUIDE':
      return {
        headline: 'Almost there',
        sentences: ["This booking isn't confirmed yet. We'll email you as soon as it is."],
      }
    default:
      return { headline: left > 0 ? things : "You're all set", sentences: newsOf(trip) }
  }
}

/** What became of the money of a canceled trip. */
function moneyOf({ own }: Trip): string[] {
  if (!own) return []
  const kept = keptOf(own)
  return [
    own.refundedAmount > 0 && `We refunded ${formatCents(own.refundedAmount)}.`,
    kept > 0 && splitKept(kept, own).says,
  ].filter((says) => says !== false)
}

/** What became of a day that was called off; to friends, who knew the first date, also that it is another one. */
function newsOf({ calledOff, selectedDate, hasMoved, key }: Trip): string[] {
  const date = formatFullDate(selectedDate)
  if (calledOff?.date === selectedDate)
    return calledOff.state === 'WITHDRAWN' ? [`Your trip on ${date} is on after all. Your booking stays as it is.`] : []
  if (key === 'GROUP') return hasMoved ? [`This trip has moved to ${date}.`] : []
  return calledOff ? [`You're booked for ${date}.`] : []
}
