import { type AdminBooking, depositAsked, formatUntil } from '../bookings.ts'
import type { BusinessFacts } from '../business.ts'
import type { DayMoveReason } from '../day-moves.ts'
import { type Gift, giftInWords } from '../gifts.ts'
import { type Cents, formatCents } from '../money.ts'
import { groupInWords } from '../riders.ts'
import { isPaidByCard, meetingMap, meetingPlace, tripStarts } from '../site/business-words.ts'
import { hourInWords } from '../site/wording.ts'
import { daysBetween, formatFullDate, formatShortDate, type TripDate, venueDate } from '../trip-date.ts'

type From = BusinessFacts & { name: string }

interface Text {
  from: From
  /** A name is enough; the text greets with its first word. */
  to: { firstName: string | null }
}

const WHY: Record<DayMoveReason, string | undefined> = {
  WEATHER: 'weather',
  ILLNESS: 'your guide is sick',
  OTHER: undefined,
}

/**
 * What the portal fills into the phone's own messages, one value for each kind (docs/rules.md §20.6). A text comes from an
 * unknown number, so each names the business.
 */
export const texts = {
  hello: ({ from, to }: Text) => `${opening(to)} it's ${from.name}. `,

  calledOff({ from, to, ...off }: Text & CalledOff & { link: string | null }): string {
    const { date, today, reason, words, link } = off
    const why = WHY[reason] ? `, ${WHY[reason]}` : ''
    const said = words && !/[.!?]$/.test(words) ? `${words}.` : words
    const next = link
      ? `New date or refund: ${link}`
      : `Call us${from.phone ? ` at ${from.phone}` : ''} to pick another date.`
    return [lead(to, from), `${dayName(date, today)} is off${why}.`, said, next].filter(Boolean).join(' ')
  },

  /** A day that was called off is on after all. */
  backOn: ({ from, to, date, today }: Text & Trip) =>
    `${lead(to, from)} ${dayName(date, today)} is on after all. See you at ${hourInWords(tripStarts(from))}.`,

  late: ({ from, to }: Text) => `${lead(to, from)} we're running about 15 minutes late. See you soon.`,

  /** With the page of the trip, to keep. */
  booked({
    from,
    to,
    date,
    today,
    confirmationNumber,
    link,
  }: Text & Trip & Numbered & { link: string | null }): string {
    const place = meetingPlace(from)
    const when = `${dayName(date, today)} at ${hourInWords(tripStarts(from))}`
    const where = place && `We meet at ${place}.`
    const keep = link && `Your trip, directions and calendar: ${link}`
    return [lead(to, from), `you're booked for ${when}.`, where, `Your number is ${confirmationNumber}.`, keep]
      .filter(Boolean)
      .join(' ')
  },

  moved({ from, to, date, today, confirmationNumber }: Text & Trip & Numbered): string {
    const when = `${dayName(date, today)} at ${hourInWords(tripStarts(from))}`
    return `${lead(to, from)} your trip is now ${when}. Your number is still ${confirmationNumber}.`
  },

  corrected({
    from,
    to,
    date,
    today,
    ...booking
  }: Text & Trip & Parameters<typeof groupInWords>[0] & { totalAmount: Cents }): string {
    const now = `${groupInWords(booking)}, ${formatCents(booking.totalAmount)} in all`
    return `${lead(to, from)} your booking for ${dayName(date, today)} is now for ${now}.`
  },

  /** With what went back to a card. */
  canceled({ from, to, date, today, confirmationNumber, back }: Text & Trip & Numbered & { back: Cents }): string {
    const said = `${lead(to, from)} your booking for ${dayName(date, today)}, number ${confirmationNumber}, is canceled.`
    return back > 0 ? `${said} ${formatCents(back)} goes back to the card.` : said
  },

  refunded: ({ from, to, date, today, back }: Text & Trip & { back: Cents }) =>
    `${lead(to, from)} ${formatCents(back)} for ${dayName(date, today)} goes back to the card.`,

  /** Undefined if the owner has set no place. */
  meeting({ from, to, date, today }: Text & Trip): string | undefined {
    const place = meetingPlace(from)
    const map = meetingMap(from)
    if (!place) return undefined
    const where = `we meet ${dayName(date, today)} at ${hourInWords(tripStarts(from))} at ${place}.`
    return [lead(to, from), where, from.meetingDirections, map && `Map: ${map}`].filter(Boolean).join(' ')
  },

  waiver({ from, to, date, today, link }: Text & Trip & { link: string }): string {
    return `${lead(to, from)} please sign our waiver before your trip ${date === today ? 'today' : `on ${dayName(date, today)}`}. Everyone in your group can use this link: ${link}`
  },

  payLink({
    from,
    booking,
    today,
    link,
  }: Pick<Text, 'from'> & Pick<Trip, 'today'> & { booking: Paying; link: string }): string {
    const { selectedDate, pendingAmount, depositUntil } = booking
    const when = { today, isBalanceByCard: isPaidByCard(from) }
    const deposit = 'totalAmount' in booking ? depositAsked(booking, when) : undefined
    const what = deposit === undefined ? `${formatCents(pendingAmount)} balance` : `${formatCents(deposit)} deposit`
    const kept = depositUntil ? ` We're keeping your spots until ${formatUntil(depositUntil)}.` : ''
    return `${lead(booking, from)} here's the link to pay the ${what} for your trip on ${formatShortDate(selectedDate)}.${kept} ${link}`
  },

  /** Names nobody: whoever has it may pass it on. */
  giftVoucher({ from, of, where }: Pick<Text, 'from'> & { of: HandedOver; where: string }): string {
    return `A gift for ${of.recipientName} from ${of.senderName}: ${giftInWords(of)} with ${from.name}. Open it here: ${where}`
  },

  voucherLink({
    from,
    to,
    of,
    link,
  }: Text & { of: Pick<HandedOver, 'recipientName' | 'worth'>; link: string }): string {
    return `${lead(to, from)} here's the link to pay for the ${formatCents(of.worth)} gift for ${of.recipientName}: ${link}`
  },

  invitation({ from, link, until }: Pick<Text, 'from'> & { link: string; until: Date | null }): string {
    const ends = until ? `, until ${formatShortDate(venueDate(until))}` : ''
    return `Hi, ${from.name}: here's your link to join us in the booking portal. It works once${ends}: ${link}`
  },
}

type HandedOver = Pick<Gift, 'recipientName' | 'senderName' | 'worth' | 'trip'>

/** On a day sheet nobody reads prices: what is owed there is the balance. */
export type Paying = Pick<AdminBooking, 'firstName' | 'selectedDate' | 'pendingAmount' | 'depositUntil'> &
  (Pick<AdminBooking, 'totalAmount' | 'depositAmount'> | object)

interface Trip {
  date: TripDate
  today: TripDate
}

interface Numbered {
  confirmationNumber: string
}

interface CalledOff extends Trip {
  reason: DayMoveReason
  words: string | null
}

function opening({ firstName }: Text['to']): string {
  const [first] = firstName?.trim().split(/\s+/) ?? []
  return first ? `Hi ${first},` : 'Hi,'
}

const lead = (to: Text['to'], { name }: From) => `${opening(to)} ${name}:`

const A_WEEK = 7

/** `today`, `Friday`, and further away `Fri, Dec 11`. */
function dayName(date: TripDate, today: TripDate): string {
  const days = daysBetween(today, date)
  if (days === 0) return 'today'
  return days > 0 && days < A_WEEK ? formatFullDate(date).split(',')[0]! : formatShortDate(date)
}
