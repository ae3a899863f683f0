import type { BookingConfig } from '@arcadia/contract/configuration'
import { searchedDate } from '@arcadia/contract/searched-date'
import { type TripDate, venueDate } from '@arcadia/contract/trip-date'
import { serverNow } from '../../api/clock.ts'

const COUNTS = ['one', 'two', 'three', 'four']
const COUNT = '(one|two|three|four|[1-4])'
const PEOPLE = '(?:of us|anglers?|people|persons?|guests?|adults?|friends|brothers|sisters|guys|men|women|spots?)'
const PARTY = new RegExp(`\\b${COUNT} ${PEOPLE}\\b|\\b(?:group|party) of ${COUNT}\\b|\\bwe are ${COUNT}\\b`, 'i')
/** "Friday, May 21, 2027" is the longest. */
const MOST_WORDS = 4

/** The future date and number of anglers that a message mentions, if any. */
export function saidIn(
  message: string,
  season: Pick<BookingConfig, 'seasonStart' | 'seasonEnd'>,
  today = venueDate(serverNow()),
): { date?: TripDate; numberOfGuests?: number } {
  const words = message.split(/\s+/)
  const date = words
    .flatMap((_, at) => Array.from({ length: MOST_WORDS }, (_, less) => words.slice(at, at + MOST_WORDS - less)))
    .map((some) => searchedDate(some.join(' ').replace(/^[^\w]+|[^\w]+$/g, ''), today, season))
    .find((found) => found !== undefined && found >= today)
  const party = PARTY.exec(message.replace(/\s+/g, ' '))?.slice(1).find(Boolean)?.toLowerCase()
  return {
    ...(date && { date }),
    ...(party && { numberOfGuests: Number(party) || COUNTS.indexOf(party) + 1 }),
  }
}
