import type { Trip } from '@arcadia/contract/trips'
import { useMinute } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { ReachUs } from '../bookings/reach-us.tsx'
import { isToCome } from '../bookings/trip-to-do.ts'

/** Who takes you, with Call and Text; after the trip these alone. */
export function ReachTheGuide({ trip }: { trip: Trip }) {
  const { business, words } = useSiteData()
  const now = useMinute()
  const isBefore = isToCome(trip, business, now)
  const { guideName, guidePhoto, phone } = business
  return (
    <>
      {isBefore && (guideName || words.answer) && (
        <div className="trip__who">
          {guidePhoto && (
            <span className="trip__face">
              <img src={guidePhoto} alt={guideName ?? 'Your guide'} />
            </span>
          )}
          <p>
            {guideName && (
              <>
                <b className="wrap-anywhere">{guideName}</b>, your guide
                <br />
              </>
            )}
            <span className="muted">{[words.answer, phone && "Call if it can't wait."].filter(Boolean).join(' ')}</span>
          </p>
        </div>
      )}
      <div className="trip__reach">
        <ReachUs booking={trip} size="lg" />
      </div>
      {trip.key === 'GROUP' && isBefore && (
        <p className="trip__note">
          Need another date, or can't come after all? Ask {trip.firstName}: only {trip.firstName} can change the
          booking.
        </p>
      )}
    </>
  )
}
