import { directionsTo } from '@arcadia/contract/site/business-words'
import type { Trip } from '@arcadia/contract/trips'
import { useSiteData } from '../../prerender/site-data.ts'
import { CalendarRow } from '../bookings/add-to-calendar.tsx'
import { ShareLink } from '../waivers/share-link.tsx'

/** One link for everyone who comes. */
export function ForYourGroup({ trip: { groupUrl, key, waiver } }: { trip: Trip }) {
  return (
    <section>
      <h2 className="display h3">For your group</h2>
      <p className="muted">
        One link for everyone who comes. They can read this page{waiver && ' and sign the waiver'}, without signing in.
        {key !== 'GROUP' && " They don't see your payments."}
      </p>
      <div className="trip__acts">
        <ShareLink url={groupUrl} title="Our fishing trip" share="Share with your group" copy="Copy the link" />
      </div>
    </section>
  )
}

export function TripCalendar({ trip, load }: { trip: Trip; load: () => Promise<string> }) {
  const ways = directionsTo(useSiteData().business)
  return (
    <section>
      <h2 className="display h3">Calendar</h2>
      <div className="trip__acts">
        <CalendarRow booking={{ confirmationNumber: trip.own?.confirmationNumber ?? trip.selectedDate }} load={load} />
      </div>
      <p className="trip__note">{ways ? 'With the way there and the hours.' : 'With the hours.'}</p>
    </section>
  )
}
