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

/** The open move of a date, if any; open moves come first in the list. Guides don't see it. */
export function useOpenMove(date: TripDate | undefined): DayMove | undefined {
  const enabled = useMay()('office') && date !== undefined
  const { data } = useQuery({
    ...lastKnownOf(listDayMoves, { query: { page: 0, size: DEFAULT_PAGE_SIZE } }),
    enabled,
  })
  return enabled ? data?.content.find((move) => move.date === date && move.closedAt === null) : undefined
}

/** The text to a group of a called-off day that hasn't answered, or whose trip is on after all; undefined once it has answered. */
export function useTextToParty({ date, reason, words }: Pick<DayMove, 'date' | 'reason' | 'words'>) {
  const { business: from } = useSiteData()
  const today = useVenueToday()
  return (party: MovedParty) => {
    const about = { from, to: party, date, today }
    if (party.state === 'WAITING') return texts.calledOff({ ...about, reason, words, link: party.link })
    return party.state === 'KEPT' && date >= today ? texts.backOn(about) : undefined
  }
}

/** The text to a booking whose day is called off; undefined if it is on. */
export function useCalledOffText({
  id,
  selectedDate: date,
  outcome,
}: Pick<AdminBooking, 'id' | 'selectedDate' | 'outcome'>): string | undefined {
  const move = useOpenMove(outcome === 'CALLED_OFF' ? date : undefined)
  const says = useTextToParty(move ?? { date, reason: 'OTHER', words: null })
  const party = move?.parties.find(({ bookingId }) => bookingId === id)
  return party && says(party)
}
