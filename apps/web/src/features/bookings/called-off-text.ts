import { texts } from '@arcadia/contract/admin/texts'
import type { DayMove, MovedParty } from '@arcadia/contract/day-moves'
import { useVenueToday } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'

/** The text to a group of a called-off day that hasn't answered; undefined once it has. */
export function useTextToParty({ date, reason, words }: Pick<DayMove, 'date' | 'reason' | 'words'>) {
  const { business: from } = useSiteData()
  const today = useVenueToday()
  return (party: MovedParty) =>
    party.state === 'WAITING'
      ? texts.calledOff({ from, to: party, date, today, reason, words, link: party.link })
      : undefined
}
