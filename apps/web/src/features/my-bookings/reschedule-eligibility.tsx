import type { Booking } from '@arcadia/contract/bookings'
import type { MovedDay } from '@arcadia/contract/day-moves'
import { groupInWords } from '@arcadia/contract/riders'
import { formatDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { CalendarX2 } from 'lucide-react'
import { useSiteData } from '../../prerender/site-data.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { depositBackLabel } from '../day-moves/deposit-back-label.ts'
import { MovedDayNotice } from '../day-moves/moved-day-link.tsx'
import { eligibilityQuery } from './booking-details.queries.ts'
import type { Reschedule } from './reschedule-flow.ts'

type RescheduleEligibilityProps = Pick<Reschedule, 'oldDate' | 'goTo'> & {
  booking: Booking
  movedDay: MovedDay | undefined
  onDepositBack: () => void
  onClose: () => void
}

/** Whether the booking can be moved, or why not. */
export function RescheduleEligibility(props: RescheduleEligibilityProps) {
  const { words } = useSiteData()
  const { booking, movedDay, oldDate, goTo, onDepositBack, onClose } = props
  const { data: eligibility, error, refetch } = useQuery(eligibilityQuery(booking.id))
  const isAllowed = eligibility?.canReschedule ?? false
  return (
    <>
      <DialogBody className="grid content-start gap-5">
        {!eligibility && !error && <Loading label="Checking if your booking can be moved" />}
        {!eligibility && error && <TryAgainBanner error={error} onRetry={() => refetch()} />}
        {eligibility && (
          <>
            {movedDay && <MovedDayNotice movedDay={movedDay} />}
            {isAllowed ? (
              <p>{eligibility.message}</p>
            ) : (
              <Banner tone="warn" icon={CalendarX2}>
                {eligibility.message}
              </Banner>
            )}
            <SummaryList
              rows={[
                { label: 'Your date', value: formatDate(oldDate) },
                isAllowed && { label: 'Time', value: words.hours },
                {
                  label: 'Your group',
                  value: groupInWords(booking),
                },
                !movedDay && { label: 'Days until the trip', value: Math.max(0, eligibility.daysUntilBooking) },
              ]}
            />
          </>
        )}
      </DialogBody>
      <DialogFoot className={movedDay ? 'max-[480px]:flex-col-reverse max-[480px]:*:w-full' : 'max-[380px]:*:px-2'}>
        {movedDay ? (
          <Button onClick={onDepositBack}>{depositBackLabel(booking)}</Button>
        ) : (
          <Button onClick={onClose} className={isAllowed ? undefined : 'ml-auto'}>
            Close
          </Button>
        )}
        {isAllowed && (
          <Button variant="cta" onClick={() => goTo('New Date')}>
            Choose a new date
          </Button>
        )}
      </DialogFoot>
    </>
  )
}
