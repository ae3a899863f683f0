import type { Booking } from '@arcadia/contract/bookings'
import type { MovedDay } from '@arcadia/contract/day-moves'
import { groupInWords } from '@arcadia/contract/riders'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { CalendarX2 } from 'lucide-react'
import { useEffect } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { depositBackLabel } from '../day-moves/deposit-back-label.ts'
import { MovedDayNotice } from '../day-moves/moved-day-link.tsx'
import { eligibilityQuery } from './booking-details.queries.ts'
import type { Reschedule } from './reschedule-flow.ts'

type RescheduleEligibilityProps = Pick<Reschedule, 'oldDate' | 'date' | 'goTo'> & {
  booking: Booking
  movedDay: MovedDay | undefined
  onDepositBack: () => void
  onClose: () => void
}

/** Why the booking can't be moved; otherwise leads on to the calendar, unless the day is called off and a refund is the other choice. */
export function RescheduleEligibility(props: RescheduleEligibilityProps) {
  const { booking, movedDay, oldDate, date, goTo, onDepositBack, onClose } = props
  const { data: eligibility, error, refetch } = useQuery(eligibilityQuery(booking.id))
  const isAllowed = eligibility?.canReschedule ?? false
  // Not once a move was refused: that is told here.
  const leadsOn = isAllowed && !movedDay && date === null
  useEffect(() => {
    if (leadsOn) goTo('New Date')
  }, [leadsOn, goTo])
  return (
    <>
      <DialogBody className="grid content-start gap-5">
        {(leadsOn || (!eligibility && !error)) && <Loading label="Checking if your booking can be moved" />}
        {!eligibility && error && <TryAgainBanner error={error} onRetry={() => refetch()} />}
        {eligibility && !leadsOn && (
          <>
            {movedDay && <MovedDayNotice movedDay={movedDay} />}
            {isAllowed ? (
              <p>{eligibility.message}</p>
            ) : (
              <Banner tone="warn" icon={CalendarX2}>
                {eligibility.message}
              </Banner>
            )}
            <p className="text-ink-2">
              Your trip: {unbroken(formatFullDate(oldDate))}, {groupInWords(booking)}.
            </p>
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
        {isAllowed && !leadsOn && (
          <Button variant="cta" onClick={() => goTo('New Date')}>
            Choose a new date
          </Button>
        )}
      </DialogFoot>
    </>
  )
}
