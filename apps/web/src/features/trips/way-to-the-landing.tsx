import { textAddress } from '@arcadia/contract/phone-numbers'
import { directionsTo } from '@arcadia/contract/site/business-words'
import type { Trip } from '@arcadia/contract/trips'
import { MapPin } from 'lucide-react'
import { useMinute } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ReachUs } from '../bookings/reach-us.tsx'
import { guideFirstName, isUnderWay } from './trip-state.ts'

/** The morning of the trip: the way there and the phone first (docs/rules.md §2.33). */
export function WayToTheLanding({ trip }: { trip: Trip }) {
  const { business } = useSiteData()
  const { phone, guideName } = business
  const ways = directionsTo(business)
  const isLater = isUnderWay(trip, business, useMinute())
  const late = !isLater && textAddress(phone, "Hi, we're running late for our trip. We'll be there at ")
  return (
    <div className="trip__way">
      {ways && (
        <LinkButton
          to={/iPhone|iPad|Mac/.test(navigator.userAgent) ? ways.apple : ways.google}
          variant={isLater ? 'line' : 'cta'}
          size="lg"
          target="_blank"
          icon={<MapPin aria-hidden />}
        >
          <span>
            Directions to {business.meetingName || 'the landing'}
            <span className="sr">, in a new tab</span>
          </span>
        </LinkButton>
      )}
      <div className="trip__pair">
        <ReachUs booking={trip} size="lg" isToday />
      </div>
      {late && (
        <a className="link" href={late}>
          Running late? Text {guideName ? guideFirstName(guideName) : 'us'}
        </a>
      )}
    </div>
  )
}
