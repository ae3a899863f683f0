import type { AdminBookingDetails } from '@arcadia/contract/admin-bookings'
import type { AdminBooking, BookingStatus } from '@arcadia/contract/bookings'
import { groupInWords, TACKLE_NAMES } from '@arcadia/contract/riders'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { EmailLink, PhoneLink } from '../../ui/contact-links.tsx'
import { formatMoment } from '../../ui/moment.ts'
import { SummaryList } from '../../ui/summary-list.tsx'
import { PackageTag } from '../../ui/tag.tsx'
import { TRIP_HOURS } from '../bookings/packages.ts'
import { StatusSelect } from './admin-booking-status.tsx'
import { CorrectBookingDialog } from './correct-booking-dialog.tsx'

interface AdminBookingFactsProps {
  booking: AdminBooking
  /** Undefined while they load. */
  details: AdminBookingDetails | undefined
  onStatus: (status: BookingStatus) => void
}

/** When, who and what, and whose account it belongs to. */
export function AdminBookingFacts({ booking, details, onStatus }: AdminBookingFactsProps) {
  const { confirmationNumber, selectedDate, packageType, tackle, email, phone, createdAt } = booking
  return (
    <section className="panel__s" aria-label="Booking">
      <SummaryList
        rows={[
          { label: 'Status', value: <StatusSelect booking={booking} onChange={onStatus} /> },
          ...(details?.statusReason ? [{ label: 'Why', value: details.statusReason }] : []),
          { label: 'Confirmation', value: confirmationNumber },
          {
            label: 'Trip',
            value: (
              <>
                {formatFullDate(selectedDate)}
                <span className="block small font-body text-ink-2">{TRIP_HOURS}</span>
              </>
            ),
          },
          {
            label: 'Group',
            value: (
              <span className="inline-flex flex-wrap items-center justify-end gap-2">
                {groupInWords(booking)} <PackageTag packageType={packageType} />
              </span>
            ),
          },
          { label: 'Tackle', value: TACKLE_NAMES[tackle] },
          { label: 'Email', value: <EmailLink email={email} /> },
          { label: 'Phone', value: phone ? <PhoneLink phone={phone} /> : 'Not given' },
          { label: 'Booked', value: formatMoment(createdAt) },
          ...(details ? [{ label: 'Account', value: <Account {...details.customer} /> }, terms(details)] : []),
        ]}
      />
      {details && <AdminBookingCorrections booking={details} />}
    </section>
  )

  function terms({ terms: accepted }: AdminBookingDetails) {
    const at = accepted?.acceptedAt
    return {
      label: 'Terms',
      value: accepted
        ? `Version ${accepted.version}${at ? `, accepted ${formatMoment(at)}` : ''}`
        : 'Not signed online',
    }
  }
}

function Account({ id, name, isActive }: AdminBookingDetails['customer']) {
  return (
    <>
      <Link to={{ search: `?tab=users&id=${id}` }} className="wrap-anywhere">
        {name}
      </Link>
      {!isActive && ' (inactive)'}
    </>
  )
}

/** The button that opens the form for editing a booking. */
function AdminBookingCorrections({ booking }: { booking: AdminBooking }) {
  // The form keeps the booking as it was when the dialog opened, so that a reload does not overwrite what is being
  // typed.
  const [correcting, setCorrecting] = useState<AdminBooking>()
  return (
    <div className="mt-4">
      <Button icon={<Pencil aria-hidden />} onClick={() => setCorrecting(booking)}>
        Edit booking
      </Button>
      {correcting && <CorrectBookingDialog booking={correcting} onClose={() => setCorrecting(undefined)} />}
    </div>
  )
}
