import { type MovedDay, whyMoved } from '@arcadia/contract/day-moves'
import { CalendarX2 } from 'lucide-react'
import { Banner } from '../../ui/banner.tsx'

/** Stands with a booking whose day the guide cannot keep, as long as it waits for an answer. */
export function MovedDayNotice({ movedDay }: { movedDay: MovedDay }) {
  return (
    <Banner tone="warn" icon={CalendarX2}>
      {whyMoved(movedDay)} <b>Choose another date or take your deposit back.</b>
    </Banner>
  )
}
