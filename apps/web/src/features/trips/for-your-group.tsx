import type { Trip } from '@arcadia/contract/trips'
import { CalendarRow } from '../bookings/add-to-calendar.tsx'
import { ShareLink } from '../waivers/share-link.tsx'

/** One link for everyone who comes. */
export function ForYourGroup({ trip: { groupUrl, key, waiver } }: { trip: Trip }) {
  return (
    <section className="print:hidden">
      <h2 className="display h3">For your group</h2>
      <p className="muted">
        One link for everyone who comes. They can read this page{waiver && ' and sign the waiver'} without signing in.
        {key !== 'GROUP' && " They don't see your payments."}
      </p>
      <div className="trip__acts">
        <ShareLink url={groupUrl} title="Our fishing trip" share="Share with your group" copy="Copy the link" />
      </div>
    </section>
  )
}

export function TripCalendar({ trip, load }: { trip: Trip; load: () => Promise<string> }) {
  return (
    <section className="print:hidden">
      <h2 className="display h3">Calendar</h2>
      <div className="trip__acts">
        <CalendarRow booking={{ confirmationNumber: trip.own?.confirmationNumber ?? trip.selectedDate }} load={load} />
      </div>
      <p className="trip__note">It reminds you the evening before.</p>
    </section>
  )
}
