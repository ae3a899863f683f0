import { addresses } from '@arcadia/contract/addresses'
import { type Booking, TRIP_REMINDER_DAYS } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { balanceDue, meetingPlace } from '@arcadia/contract/site/business-words'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { daysBetween, type TripDate } from '@arcadia/contract/trip-date'
import { getBookingWaiver } from '@arcadia/contract/waivers'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query-of.ts'
import { useSiteData } from '../../prerender/site-data.ts'

/** What happens between booking and the trip; leaves out what the owner hasn't set. */
export function NextSteps({ booking, today, onLeave }: { booking: Booking; today: TripDate; onLeave: () => void }) {
  const { business, words } = useSiteData()
  const { waiver } = useQuery(queryOf(getBookingWaiver, { params: { id: booking.id } })).data ?? {}
  const due = booking.pendingAmount
  const trip = addresses.trip.own.href(booking)
  const when = balanceDue(business, booking.selectedDate, today)
  const place = meetingPlace(business)
  const mails = [
    !place && 'where we meet',
    // Later bookings get no reminder.
    daysBetween(today, booking.selectedDate) > TRIP_REMINDER_DAYS && 'a reminder three days before your trip',
  ].filter(Boolean)
  const steps = [
    waiver && (
      <>
        <Link to={trip} state={{ isSigning: true }} onClick={onLeave}>
          Sign the waiver
        </Link>
        {waiver.wanted > 1 && ', and send the link to your group'}. It's in your confirmation too.
      </>
    ),
    due > 0 && (
      <>
        <Link to={trip} state={{ isPaying: true }} onClick={onLeave}>
          Pay your {formatCents(due)} balance
        </Link>{' '}
        {when ?? 'by card anytime before the trip'}.
      </>
    ),
    <>
      Kids, allergies, a birthday?{' '}
      <Link to={trip} state={{ isTelling: true }} onClick={onLeave}>
        Tell your guide
      </Link>{' '}
      before your trip.
    </>,
    mails.length > 0 && `We'll email you ${mails.join(', and ')}.`,
    place && unbroken(`Meet us at ${place}, at ${words.starts}.`),
  ].filter(Boolean)
  return (
    <section className="mt-6">
      <h4 className="display text-h3">What happens next</h4>
      <ol className="mt-3 grid list-decimal gap-[0.45rem] pl-[1.2rem] leading-[1.45] marker:text-ink-3">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps keep their order
          <li key={index} className="wrap-anywhere">
            {step}
          </li>
        ))}
      </ol>
    </section>
  )
}
