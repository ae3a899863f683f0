import { portal } from '@arcadia/contract/addresses'
import type { AdminBookingDetails } from '@arcadia/contract/admin/bookings'
import type { AdminBooking, BookingStatus } from '@arcadia/contract/bookings'
import { fullName } from '@arcadia/contract/full-name'
import { formatPhone } from '@arcadia/contract/phone-numbers'
import { groupInWords, tackleInWords } from '@arcadia/contract/riders'
import { daysBetween, formatDateNear, formatFullDate, venueDate } from '@arcadia/contract/trip-date'
import { Link } from 'react-router'
import { serverNow } from '../../api/clock.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { Banner } from '../../ui/banner.tsx'
import { EmailLink } from '../../ui/contact-links.tsx'
import { Money } from '../../ui/money.tsx'
import { PackageTag } from '../../ui/tag.tsx'
import { CallAndText } from '../bookings/call-and-text.tsx'
import { useCalledOffText } from '../bookings/called-off-text.ts'
import { TextsToSend } from '../bookings/texts-to-send.tsx'
import { waitingUntil } from '../phone-bookings/pay-link.rules.ts'
import { StatusSelect } from './admin-booking-status.tsx'
import { GiveBack, RecordPayment } from './admin-manual-payments.tsx'
import { useOverdueSince } from './use-overdue-since.ts'

interface AdminBookingLeadProps {
  booking: AdminBooking
  /** Undefined while loading. */
  details: AdminBookingDetails | undefined
  onStatus: (status: BookingStatus) => void
}

/** What the guide looks for at the ramp: when, who to call, what they booked, what they owe. */
export function AdminBookingLead({ booking, details, onStatus }: AdminBookingLeadProps) {
  const { words } = useSiteData()
  const says = useCalledOffText(booking)
  const {
    confirmationNumber,
    selectedDate,
    packageType,
    tackle,
    firstName,
    lastName,
    email,
    phone,
    depositUntil,
    status,
    outcome,
  } = booking
  return (
    <section className="panel__s grid gap-4" aria-label="Booking">
      <div>
        <p className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="small text-ink-2">{countdownTo(daysBetween(venueDate(serverNow()), selectedDate))}</span>
          <StatusSelect booking={booking} onChange={onStatus} />
        </p>
        <p className="display h3 num">{formatFullDate(selectedDate)}</p>
        <p className="num small text-ink-2">
          {words.hours}, {confirmationNumber}
        </p>
        {depositUntil && outcome === 'ON' && <p className="small text-warn">{waitingUntil(depositUntil)}</p>}
        {details?.statusReason && <p className="small text-ink-2">{details.statusReason}</p>}
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="num font-[640]">{groupInWords(booking)}</b>
        <PackageTag packageType={packageType} />
        <span>Tackle: {tackleInWords(tackle)}</span>
      </p>
      {details && details.emailRefused !== null && (
        <Banner tone="warn">
          The last email to {firstName} didn't go out. {details.emailRefused}
        </Banner>
      )}
      {phone && (
        <CallAndText
          phone={phone}
          name={fullName({ firstName, lastName })}
          says={says}
          isMain={outcome !== 'NO_SHOW'}
        />
      )}
      {status === 'CONFIRMED' && outcome === 'ON' && <TextsToSend guest={booking} />}
      <p className="num -mt-1 flex flex-wrap gap-x-4 text-ui text-ink-2">
        {phone ? formatPhone(phone) : 'No phone given'}
        <EmailLink email={email} />
        {email && <Link to={portal.bookingQueries.messages.href({ booking: booking.id })}>Write a message</Link>}
      </p>
      <Due booking={booking} />
    </section>
  )
}

const DUE = 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t pt-4'

/** What is owed, or by us, with the way to record it as paid. */
function Due({ booking }: { booking: AdminBooking }) {
  const due = booking.pendingAmount
  const since = useOverdueSince()(booking)
  const today = useVenueToday()
  if (booking.toGiveBack > 0)
    return (
      <div className={DUE}>
        <p>
          <span className="text-ink-2">To give back</span>
          <b className="num block font-[660] text-[1.5rem]/[1.2]">
            <Money cents={booking.toGiveBack} />
          </b>
        </p>
        <GiveBack booking={booking} />
      </div>
    )
  return (
    <div className={DUE}>
      <p>
        <span className={since ? 'font-[640] text-danger' : 'text-ink-2'}>
          {since ? `Due since ${formatDateNear(since, today)}` : 'Due'}
        </span>
        <b className="num block font-[660] text-[1.5rem]/[1.2]">
          <Money cents={due} />
        </b>
      </p>
      <RecordPayment booking={booking} />
    </div>
  )
}

function countdownTo(days: number): string {
  if (days === 0) return 'Today'
  if (days === 1) return 'Tomorrow'
  if (days === -1) return 'Yesterday'
  return days > 0 ? `In ${days} days` : `${-days} days ago`
}
