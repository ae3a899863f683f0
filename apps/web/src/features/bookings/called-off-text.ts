import { texts } from '@arcadia/contract/admin/texts'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { type DayMove, listDayMoves, type MovedParty } from '@arcadia/contract/day-moves'
import { DEFAULT_PAGE_SIZE } from '@arcadia/contract/lists'
import type { TripDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { lastKnownOf } from '../../api/last-known.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { useMay } from '../../session/use-may.ts'

/** The called-off day of a date, the open one or else the latest; open ones come first in the list. Guides don't see it. */
export function useDayMove(date: TripDate | undefined): DayMove | undefined {
  const enabled = useMay()('office') && date !== undefined
  const { data } = useQuery({
    ...lastKnownOf(listDayMoves, { query: { page: 0, size: DEFAULT_PAGE_SIZE } }),
    enabled,
  })
  return enabled ? data?.content.find((move) => move.date === date) : undefined
}

/** Whoever got no email hears of it only from a call. */
export const inOrderOfCalls = (parties: readonly MovedParty[]) =>
  parties.toSorted((one, other) => Number(one.mail !== null) - Number(other.mail !== null))

/** The text to a group that hasn't answered its called-off day, or has to hear that it is on again; else undefined. */
export function useTextToParty({ date, reason, words }: Pick<DayMove, 'date' | 'reason' | 'words'>) {
  const { business: from } = useSiteData()
  const today = useVenueToday()
  return (party: MovedParty) => {
    const about = { from, to: party, date, today }
    if (party.state === 'WAITING') return texts.calledOff({ ...about, reason, words, link: party.link })
    return party.call === 'ON' ? texts.backOn(about) : undefined
  }
}

/** The text to a booking about its called-off day. */
export function useCalledOffText({
  id,
  selectedDate: date,
  outcome,
  firstName,
}: Pick<AdminBooking, 'id' | 'selectedDate' | 'outcome' | 'firstName'>): string | undefined {
  const today = useVenueToday()
  const move = useDayMove(date < today ? undefined : date)
  const says = useTextToParty(move ?? { date, reason: 'OTHER', words: null })
  const isOffice = useMay()('office')
  const { business: from } = useSiteData()
  // A guide knows no more than that the day is off.
  if (!isOffice && outcome === 'CALLED_OFF')
    return texts.calledOff({ from, to: { firstName }, date, today, reason: 'OTHER', words: null, link: null })
  const party = move?.parties.find(({ bookingId }) => bookingId === id)
  return party && says(party)
}
