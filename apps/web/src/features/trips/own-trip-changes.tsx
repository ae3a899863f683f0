import type { MyBooking } from '@arcadia/contract/bookings'
import { useState } from 'react'
import { useVenueToday } from '../../api/venue-today.ts'
import { Section } from '../../ui/section.tsx'
import { AskAdmin } from '../booking-queries/ask-admin.tsx'
import { isToCome } from '../bookings/trip-to-do.ts'
import { TellYourGuide } from '../guest-notes/tell-your-guide.tsx'
import { BookingDetailsChanges } from '../my-bookings/booking-details-changes.tsx'
import { BookingDetailsGuest } from '../my-bookings/booking-details-guest.tsx'
import { BookingDetailsHistory } from '../my-bookings/booking-details-history.tsx'
import { CancelDialog } from '../my-bookings/cancel-dialog.tsx'
import { isUpcoming } from '../my-bookings/manage-bookings.rules.ts'
import { RefundRequestDialog } from '../my-bookings/refund-request-dialog.tsx'
import { RescheduleDialog } from '../my-bookings/reschedule-dialog.tsx'
import { RidersAndTackle } from '../my-bookings/riders-and-tackle.tsx'
import { OnTheBoat } from '../waivers/booking-waiver.tsx'

/** What only the signed-in guest can do: move, ask, cancel, and keep the details right. */
export function OwnTripChanges({ booking, isGuideTold }: { booking: MyBooking; isGuideTold: boolean }) {
  const [over, setOver] = useState<'move' | 'cancel' | 'refund'>()
  const close = () => setOver(undefined)
  const today = useVenueToday()
  const upcoming = isUpcoming(booking, today)
  const isCalledOff = booking.outcome === 'CALLED_OFF'
  return (
    <section className="trip__own" aria-labelledby="your-booking">
      <h2 id="your-booking" className="display">
        Your booking
      </h2>
      <div className="trip__own-parts">
        {!isCalledOff && (
          <BookingDetailsChanges
            booking={booking}
            isDayMoved={false}
            onReschedule={() => setOver('move')}
            onDepositBack={close}
            onRequestRefund={() => setOver('refund')}
            onCancel={() => setOver('cancel')}
          />
        )}
        <OnTheBoat bookingId={booking.id} isToCome={isToCome(booking, today)} />
        {isGuideTold && <TellYourGuide bookingId={booking.id} isToCome={upcoming} />}
        <Section title="Questions">
          <AskAdmin bookingId={booking.id} />
        </Section>
        {upcoming && <RidersAndTackle booking={booking} />}
        <Section title="Your details">
          <BookingDetailsGuest booking={booking} isUpcoming={upcoming} />
        </Section>
        <Section title="History">
          <BookingDetailsHistory bookingId={booking.id} />
        </Section>
      </div>
      {over === 'move' && (
        <RescheduleDialog booking={booking} movedDay={undefined} onDepositBack={close} onClose={close} />
      )}
      {over === 'cancel' && booking.canCancel.ok && (
        <CancelDialog booking={booking} onReschedule={() => setOver('move')} onCancelled={close} onClose={close} />
      )}
      {over === 'refund' && <RefundRequestDialog booking={booking} onClose={close} />}
    </section>
  )
}
