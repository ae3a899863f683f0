import type { BookingConfig } from '@arcadia/contract/configuration'
import { searchedDate } from '@arcadia/contract/searched-date'
import { type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { serverNow } from '../../api/clock.ts'

const COUNTS = ['one', 'two', 'three', 'four']
const COUNT = '(one|two|three|four|[1-4])'
const PEOPLE = '(?:of us|anglers?|people|persons?|guests?|adults?|friends|brothers|sisters|guys|men|women|spots?)'
const PARTY = new RegExp(
  `\\b${COUNT} ${PEOPLE}\\b|\\b(?:group|party|family|total) of ${COUNT}\\b|\\bwe are ${COUNT}\\b`,
  'i',
)
/** "Friday, May 21, 2027" is the longest. */
const MOST_WORDS = 4

/** The future dates and the number of anglers that a message mentions, if any. */
export function saidIn(
  message: string,
  season: Pick<BookingConfig, 'seasonStart' | 'seasonEnd'>,
  today = venueDate(serverNow()),
): { dates: TripDate[]; numberOfGuests?: number } {
  const words = message.split(/\s+/)
  const dates = new Set<TripDate>()
  for (let at = 0; at < words.length; ) {
    const [date, length] = dateAt(words, at, (text) => searchedDate(text, today, season))
    if (date && date >= today) dates.add(date)
    at += length
  }
  const party = PARTY.exec(message.replace(/\s+/g, ' '))?.slice(1).find(Boolean)?.toLowerCase()
  return {
    dates: [...dates],
    ...(party && { numberOfGuests: Number(party) || COUNTS.indexOf(party) + 1 }),
  }
}

/** The longest date that begins with this word, and how many words it has. */
function dateAt(
  words: readonly string[],
  at: number,
  read: (text: string) => TripDate | undefined,
): [date: TripDate | undefined, length: number] {
  for (let length = MOST_WORDS; length > 0; length--) {
    const text = words.slice(at, at + length).join(' ')
    const date = read(text.replace(/^[^\w]+|[^\w]+$/g, ''))
    if (date) return [date, length]
  }
  return [undefined, 1]
}
