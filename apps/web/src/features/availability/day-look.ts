import {
  assessDay,
  type DayAvailability,
  describeDay,
  forStaff,
  refuseParty,
  withoutOpening,
} from '@arcadia/contract/availability'
import type { BookingConfig } from '@arcadia/contract/configuration'
import type { CurrentHold } from '@arcadia/contract/holds'
import { notPrivate } from '@arcadia/contract/private-mornings'
import { daysBetween, formatDayInWords, type TripDate } from '@arcadia/contract/trip-date'

export type DayState = 'open' | 'few' | 'full' | 'held' | 'closed' | 'away' | 'out' | 'own' | 'soon' | 'loading'

/** How a day of the calendar looks and describes itself. */
export interface DayLook {
  state: DayState
  /** Below the number, so that color is never the only sign. */
  word: string
  sentence: string
  isSelectable: boolean
  /** True for days lost to other anglers: they open an explanation. */
  hasExplanation: boolean
}

export type Days = Record<TripDate, DayAvailability>

/** What a calendar needs to describe a day. */
export interface DayQuestion {
  today: TripDate
  rules: BookingConfig
  days: Days
  /** The number of spots that must be free together. */
  guests?: number | undefined
  /** The group wants the morning to itself. */
  isPrivate?: boolean | undefined
  /** The date of the booking being moved. */
  ownDate?: TripDate | undefined
  /** The owner is moving a guest's booking. */
  isGuests?: boolean | undefined
  /** Staff books today too, need not wait for the opening, and may take held spots. */
  byStaff?: boolean | undefined
  /** For those who need not wait for the opening: an owner's test, and whoever moves a trip. */
  beforeOpening?: boolean | undefined
}

type OwnHold = Pick<CurrentHold, 'selectedDate' | 'numberOfGuests' | 'privateMorning'>

/** The days as they are for the customer whose hold this is: its spots count as free, whatever the day has become since (docs/rules.md §2.17). */
export function forHolder(
  days: Days,
  hold: OwnHold | null | undefined,
  rules: Pick<BookingConfig, 'maxCapacity'>,
): Days {
  const day = hold && days[hold.selectedDate]
  if (!day) return days
  const own = hold.privateMorning?.spots ?? hold.numberOfGuests
  const availableSpots = Math.max(own, Math.min(day.availableSpots + own, rules.maxCapacity - day.existingBookings))
  return { ...days, [hold.selectedDate]: { ...day, availableSpots, bookable: true, reason: undefined } }
}

export const FEW = 2

export function lookOf(
  date: TripDate,
  {
    today,
    rules,
    days,
    guests = 1,
    isPrivate = false,
    ownDate,
    isGuests = false,
    byStaff = false,
    beforeOpening = ownDate !== undefined,
  }: DayQuestion,
): DayLook {
  const answer = days[date]
  if (!answer) return { state: 'loading', word: '', sentence: '', isSelectable: false, hasExplanation: false }
  const seen = (one: DayAvailability) =>
    byStaff ? forStaff(date, today, rules, one) : beforeOpening ? withoutOpening(one) : one
  const day = seen(answer)
  const refuse = (one: DayAvailability) =>
    refuseParty(date, today, rules, one, guests) ??
    (isPrivate && one.availableSpots < rules.maxCapacity ? notPrivate(date) : undefined)
  const sentence = describeDay(date, today, rules, day, guests)
  if (date === ownDate)
    return dead(
      'own',
      isGuests ? 'now' : 'yours',
      `${isGuests ? 'This booking' : 'Your trip'} is on ${formatDayInWords(date)}.`,
    )

  if (byStaff && (day.reason === 'HELD' || day.bookable) && refuse(day)) {
    const withoutHolds = seen(assessDay(date, today, rules, { booked: day.existingBookings, held: 0 }))
    if (!refuse(withoutHolds))
      return { state: 'few', word: 'held', sentence, isSelectable: true, hasExplanation: false }
  }
  switch (day.reason) {
    case 'OUTSIDE_SEASON':
    case 'TOO_SOON':
      return dead('out', date < today ? 'past' : date === today ? 'today' : '', sentence)
    case 'CLOSED_WEEKDAY':
      return dead('closed', 'closed', sentence)
    case 'BLACKOUT':
      return dead('away', byStaff ? 'away' : 'closed', sentence)
    case 'FULL':
    case 'OTHER_GROUP':
      return { ...dead('full', 'full', sentence), hasExplanation: true }
    case 'HELD':
      return { ...dead('held', 'held', sentence), hasExplanation: true }
    case 'OPENS_LATER':
      return dead('soon', 'soon', sentence)
    case undefined: {
      const refusal = refuse(day)
      if (refusal) return { ...dead('full', isPrivate ? 'shared' : 'too few', refusal), hasExplanation: true }
      const open = { sentence, isSelectable: true, hasExplanation: false }
      // The first group takes the whole boat, so a count would mean nothing.
      if (rules.sharing === 'ONE_GROUP') return { ...open, state: 'open', word: 'open' }
      return { ...open, state: day.availableSpots <= FEW ? 'few' : 'open', word: `${day.availableSpots} left` }
    }
  }
}

function dead(state: DayState, word: string, sentence: string): DayLook {
  return { state, word, sentence, isSelectable: false, hasExplanation: false }
}

/** A day's name for screen readers, ending in the cell's word; the sentence follows as its description. */
export const nameOf = (date: TripDate, { word }: DayLook) => `${formatDayInWords(date)} ${word}`.trim()

/** The open dates closest to an unavailable one, in order. */
export function nearestOpenDates(date: TripDate, question: DayQuestion, count = 3): TripDate[] {
  const distance = (other: TripDate) => Math.abs(daysBetween(date, other))
  return Object.keys(question.days)
    .filter((other) => other !== date && lookOf(other, question).isSelectable)
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, count)
    .sort()
}
