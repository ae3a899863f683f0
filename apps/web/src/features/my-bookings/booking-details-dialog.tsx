import { addresses } from '@arcadia/contract/addresses'
import type { MyBooking } from '@arcadia/contract/bookings'
import type { MovedDay } from '@arcadia/contract/day-moves'
import { PAYMENT_PROCESSING_MESSAGE } from '@arcadia/contract/payments'
import { useRef, useState } from 'react'
import { useVenueToday } from '../../api/venue-today.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog, DialogBody } from '../../ui/dialog.tsx'
import { Section } from '../../ui/section.tsx'
import { PackageTag } from '../../ui/tag.tsx'
import { AskAdmin } from '../booking-queries/ask-admin.tsx'
import { ReachUs } from '../bookings/reach-us.tsx'
import { MovedDayNotice } from '../day-moves/moved-day-link.tsx'
import { TellYourGuide } from '../guest-notes/tell-your-guide.tsx'
import { BookingWaiver } from '../waivers/booking-waiver.tsx'
import { BalanceDialog } from './balance-dialog.tsx'
import { BookingDetailsChanges } from './booking-details-changes.tsx'
import { BookingDetailsFacts } from './booking-details-facts.tsx'
import { BookingDetailsGuest } from './booking-details-guest.tsx'
import { BookingDetailsHistory } from './booking-details-history.tsx'
import { BookingDetailsMoney } from './booking-details-money.tsx'
import { BookingStatusTag } from './booking-details-status.tsx'
import { BookingDetailsTrip } from './booking-details-trip.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { awaitsPayment, isUpcoming } from './manage-bookings.rules.ts'
import { RefundRequestDialog } from './refund-request-dialog.tsx'
import { RidersAndTackle } from './riders-and-tackle.tsx'

interface BookingDetailsDialogProps {
  booking: MyBooking
  movedDay: MovedDay | undefined
  onReschedule: () => void
  onDepositBack: () => void
  /** Its guest is asked how it was. */
  onReview: (() => void) | undefined
  onClose: () => void
}

type Over = 'balance' | 'cancel' | 'refund' | null

/** Everything about one booking, in the order guests ask, with its actions. */
export function BookingDetailsDialog(props: BookingDetailsDialogProps) {
  const { booking, movedDay, onReschedule, onDepositBack, onReview, onClose } = props
  const today = useVenueToday()
  const [over, setOver] = useState<Over>(null)
  const closeOver = () => setOver(null)
  const upcoming = isUpcoming(booking, today)
  const status = useRef<HTMLDivElement>(null)

  function showCancelled() {
    setOver(null)
    // In the next task: the focus would return to a button that is gone.
    setTimeout(() => status.current?.focus())
  }

  return (
    <>
      <Dialog title="Booking details" width={34} onClose={onClose}>
        <DialogBody className="grid content-start gap-8 pt-1">
          <div className="grid gap-4">
            <div ref={status} tabIndex={-1} className="flex flex-wrap gap-2">
              <BookingStatusTag booking={booking} />
              <PackageTag packageType={booking.packageType} />
            </div>
            {movedDay && <MovedDayNotice movedDay={movedDay} />}
            {awaitsPayment(booking) && <Banner tone="warn">{PAYMENT_PROCESSING_MESSAGE}</Banner>}
            {onReview && (
              <Button variant="cta" className="justify-self-start" onClick={onReview}>
                How was it?
              </Button>
            )}
            <BookingDetailsFacts booking={booking} today={today} />
            <div className="acts-row">
              <LinkButton to={addresses.trip.own.href(booking)} variant="ink">
                Open trip page
              </LinkButton>
              <ReachUs booking={booking} />
            </div>
          </div>
          {upcoming && <BookingWaiver bookingId={booking.id} />}
          <Section title="Payment">
            <BookingDetailsMoney booking={booking} onPayBalance={() => setOver('balance')} />
          </Section>
          {upcoming && (
            <Section title="Before you come">
              <BookingDetailsTrip booking={booking} />
            </Section>
          )}
          <TellYourGuide bookingId={booking.id} isToCome={upcoming} />
          <Section title="Questions">
            <AskAdmin bookingId={booking.id} />
          </Section>
          {upcoming && <RidersAndTackle booking={booking} />}
          <BookingDetailsChanges
            booking={booking}
            isDayMoved={movedDay !== undefined}
            onReschedule={onReschedule}
            onDepositBack={onDepositBack}
            onRequestRefund={() => setOver('refund')}
            onCancel={() => setOver('cancel')}
          />
          <Section title="Your details">
            <BookingDetailsGuest booking={booking} isUpcoming={upcoming} />
          </Section>
          <Section title="History">
            <BookingDetailsHistory bookingId={booking.id} />
          </Section>
        </DialogBody>
      </Dialog>
      {over === 'balance' && <BalanceDialog booking={booking} onClose={closeOver} />}
      {/* Also closes if the answer was lost and the booking turns out to be canceled. */}
      {over === 'cancel' && booking.canCancel.ok && (
        <CancelDialog booking={booking} onReschedule={onReschedule} onCancelled={showCancelled} onClose={closeOver} />
      )}
      {over === 'refund' && <RefundRequestDialog booking={booking} onClose={closeOver} />}
    </>
  )
}
