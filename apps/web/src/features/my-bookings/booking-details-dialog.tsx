import { addresses } from '@arcadia/contract/addresses'
import type { MovedDay } from '@arcadia/contract/day-moves'
import { PAYMENT_PROCESSING_MESSAGE } from '@arcadia/contract/payments'
import type { MyTrip } from '@arcadia/contract/trips'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useVenueToday } from '../../api/venue-today.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog, DialogBody } from '../../ui/dialog.tsx'
import { Section } from '../../ui/section.tsx'
import { PackageTag } from '../../ui/tag.tsx'
import { questionsQuery } from '../booking-queries/answer-news.tsx'
import { ReachUs } from '../bookings/reach-us.tsx'
import { depositBackLabel } from '../day-moves/deposit-back-label.ts'
import { MovedDayNotice } from '../day-moves/moved-day-link.tsx'
import { BookingWaiver } from '../waivers/booking-waiver.tsx'
import { BalanceDialog } from './balance-dialog.tsx'
import { bookingEventsQuery } from './booking-details.queries.ts'
import { BookingDetailsFacts } from './booking-details-facts.tsx'
import { BookingDetailsMoney } from './booking-details-money.tsx'
import { BookingStatusTag } from './booking-details-status.tsx'
import { BookingDetailsTrip } from './booking-details-trip.tsx'
import { BookingParts } from './booking-parts.tsx'
import { awaitsPayment, canPayBalance } from './manage-bookings.rules.ts'
import { PlanChanges } from './plan-changes.tsx'
import { useToCome } from './use-upcoming.ts'

interface BookingDetailsDialogProps {
  booking: MyTrip
  movedDay: MovedDay | undefined
  onReschedule: () => void
  onDepositBack: () => void
  /** Its guest is asked how it was. */
  onReview: (() => void) | undefined
  onClose: () => void
}

/** Everything about one booking, in the order guests ask, with its actions. */
export function BookingDetailsDialog(props: BookingDetailsDialogProps) {
  const { booking, movedDay, onReschedule, onDepositBack, onReview, onClose } = props
  const today = useVenueToday()
  const [isPaying, setPaying] = useState(false)
  const isToCome = useToCome()(booking)
  const questions = useQuery(questionsQuery(booking.id))
  const events = useQuery(bookingEventsQuery(booking.id))
  const status = useRef<HTMLDivElement>(null)

  function showCancelled() {
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
            {movedDay && (
              <>
                <MovedDayNotice movedDay={movedDay} />
                <div className="acts-row">
                  <Button variant="cta" onClick={onReschedule}>
                    Choose another date
                  </Button>
                  <Button onClick={onDepositBack}>{depositBackLabel(booking)}</Button>
                </div>
              </>
            )}
            {!movedDay && awaitsPayment(booking) && <Banner tone="warn">{PAYMENT_PROCESSING_MESSAGE}</Banner>}
            {onReview && (
              <Button
                variant={canPayBalance(booking) ? 'line' : 'cta'}
                className="justify-self-start"
                onClick={onReview}
              >
                How was it?
              </Button>
            )}
            <BookingDetailsFacts booking={booking} today={today} />
            <div className="acts-row *:flex-auto *:px-3">
              <LinkButton to={addresses.trip.own.href(booking)} variant="ink">
                Open trip page
              </LinkButton>
              <ReachUs booking={booking} />
            </div>
          </div>
          {isToCome && <BookingWaiver bookingId={booking.id} />}
          <Section title="Payment">
            <BookingDetailsMoney booking={booking} onPayBalance={() => setPaying(true)} />
          </Section>
          {isToCome && (
            <Section title="Before your trip">
              <BookingDetailsTrip booking={booking} />
            </Section>
          )}
          <BookingParts {...{ booking, questions, events }} tellsGuide>
            {booking.outcome !== 'CALLED_OFF' && (
              <PlanChanges {...{ booking, onReschedule }} onCancelled={showCancelled} />
            )}
          </BookingParts>
        </DialogBody>
      </Dialog>
      {isPaying && <BalanceDialog booking={booking} onClose={() => setPaying(false)} />}
    </>
  )
}
