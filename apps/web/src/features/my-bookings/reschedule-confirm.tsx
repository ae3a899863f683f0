import type { Booking } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { ProblemBanner } from '../booking-dialog/problem-banner.tsx'
import { anglers, PACKAGES, TRIP_HOURS } from '../bookings/packages.ts'
import { RescheduleDates } from './reschedule-dates.tsx'
import type { Reschedule } from './reschedule-flow.ts'

type RescheduleConfirmProps = Reschedule & { booking: Booking; isDayMoved: boolean }

/** Both dates side by side, and what the move does to the rest of the booking. */
export function RescheduleConfirm(props: RescheduleConfirmProps) {
  const { booking, isDayMoved, oldDate, date, problem, isMoving, ...flow } = props
  const { packageType, numberOfGuests, paidAmount } = booking
  return (
    <>
      <DialogBody>
        <ProblemBanner problem={problem} onDismiss={flow.dismiss} />
        <div className="grid gap-5">
          <RescheduleDates from={oldDate} to={date!} />
          <SummaryList
            rows={[
              { label: 'Time', value: TRIP_HOURS },
              { label: 'Package', value: `${PACKAGES[packageType].name}, still ${anglers(numberOfGuests)}` },
              { label: 'Paid', value: `${formatCents(paidAmount)}, moves along` },
              { label: 'To pay for the move', value: <Money cents={0} />, isDue: true },
            ]}
          />
          {!isDayMoved && (
            <p className="text-small text-ink-2">Your old date is open to others as soon as you confirm.</p>
          )}
        </div>
      </DialogBody>
      <DialogFoot className="max-[380px]:*:px-2">
        <Button disabled={isMoving} onClick={() => flow.goTo('New Date')}>
          Back
        </Button>
        <Button variant="cta" busy={isMoving} busyLabel="Moving..." onClick={flow.move}>
          Move my booking
        </Button>
      </DialogFoot>
    </>
  )
}
