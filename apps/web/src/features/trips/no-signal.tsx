import { formatMoment, formatVenueTime, venueDate } from '@arcadia/contract/trip-date'
import { WifiOff } from 'lucide-react'
import { useVenueToday } from '../../api/venue-today.ts'
import { useOnline } from '../../ui/use-online.ts'

/** While the line is lost, which the device may not notice itself, how old what the page shows is (docs/rules.md §2.33). */
export function NoSignal({ readAt, isLost }: { readAt: number; isLost: boolean }) {
  const isOnline = useOnline()
  const today = useVenueToday()
  const read = new Date(readAt)
  const when = venueDate(read) === today ? `at ${formatVenueTime(read)}` : `on ${formatMoment(read)}`
  return (
    <div role="status">
      {(isLost || !isOnline) && (
        <p className="trip__no-signal">
          <WifiOff className="icon" aria-hidden />
          <span>No signal. This is what this device kept {when}.</span>
        </p>
      )}
    </div>
  )
}
