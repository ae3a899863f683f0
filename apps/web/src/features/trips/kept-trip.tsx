import { formatCents, neverTaken } from '@arcadia/contract/money'
import { phoneAddress } from '@arcadia/contract/phone-numbers'
import { groupInWords } from '@arcadia/contract/riders'
import { balanceDue } from '@arcadia/contract/site/business-words'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { getLinkedCalendar, type LinkedTrip } from '@arcadia/contract/trips'
import { PenLine, Phone } from 'lucide-react'
import { call } from '../../api/call.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { CalendarRow } from '../bookings/add-to-calendar.tsx'
import { DirectionsLink, MeetingNotes, meetingRows } from '../business/meeting.tsx'

interface KeptTripProps {
  /** Of the link, which opens the calendar file too. */
  token: string
  linked: LinkedTrip
}

/** What is worth keeping of a trip: when and where, who to call, what is paid and due. */
export function KeptTrip({ token, linked }: KeptTripProps) {
  const { business, words } = useSiteData()
  const today = useVenueToday()
  const { trip } = linked
  if (!trip) return null
  const { confirmationNumber, selectedDate, paidAmount, refundedAmount, pendingAmount, waiver } = trip
  const due = balanceDue(business, selectedDate, today)
  const toCall = phoneAddress('tel', business.phone)
  return (
    <section className="grid gap-4" aria-label="Your trip">
      <SummaryList
        rows={[
          { label: 'Confirmation', value: <span className="whitespace-nowrap">{confirmationNumber}</span> },
          { label: 'Date', value: formatFullDate(selectedDate) },
          { label: 'Time', value: words.hours },
          ...meetingRows(business),
          { label: 'Group', value: groupInWords(linked) },
          { label: 'Paid', value: <Money cents={paidAmount} /> },
          trip.canceledAmount > 0 && { label: 'Canceled charge', value: neverTaken(trip.canceledAmount) },
          refundedAmount > 0 && { label: 'Refunded', value: <Money cents={refundedAmount} /> },
          {
            label: 'Due',
            value: pendingAmount > 0 ? [formatCents(pendingAmount), due].filter(Boolean).join(', ') : 'Nothing',
          },
        ]}
      />
      <div>
        <MeetingNotes />
        {words.bring && <p className="pt-3 whitespace-pre-line text-ui wrap-anywhere">{words.bring}</p>}
      </div>
      <CalendarRow booking={trip} load={() => call(getLinkedCalendar, { body: { token } })}>
        <DirectionsLink />
        {toCall && (
          <LinkButton to={toCall} icon={<Phone aria-hidden />}>
            Call {business.phone}
          </LinkButton>
        )}
        {waiver && (
          <LinkButton to={waiver.url} target="_blank" icon={<PenLine aria-hidden />}>
            <span>
              Waiver: {waiver.signed} of {waiver.wanted} signed<span className="sr">, in a new tab</span>
            </span>
          </LinkButton>
        )}
      </CalendarRow>
    </section>
  )
}
