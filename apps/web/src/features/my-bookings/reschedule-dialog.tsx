import type { Booking } from '@arcadia/contract/bookings'
import type { MovedDay } from '@arcadia/contract/day-moves'
import { useEffect, useRef } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { StepRail } from '../bookings/step-rail.tsx'
import { RescheduleConfirm } from './reschedule-confirm.tsx'
import { RescheduleDate } from './reschedule-date.tsx'
import { RescheduleEligibility } from './reschedule-eligibility.tsx'
import { RESCHEDULE_STEPS, useReschedule } from './reschedule-flow.ts'
import { OwnRescheduleResult } from './reschedule-result.tsx'

interface RescheduleDialogProps {
  booking: Booking
  /** The day is called off, so the customer can take a refund instead. */
  movedDay: MovedDay | undefined
  onDepositBack: () => void
  onClose: () => void
}

/** Moves a booking to another date in three steps, the first of which asks only on a called-off day; the group stays the same. */
export function RescheduleDialog({ booking, movedDay, onDepositBack, onClose }: RescheduleDialogProps) {
  const flow = useReschedule(booking)
  const { step, isMoved, isMoving } = flow
  const view = isMoved ? 'Moved' : step

  // Stay open during the move, or the customer wouldn't know which date they have.
  const close = () => !isMoving && onClose()

  return (
    <Dialog title={isMoved ? 'Your date has moved' : 'Move your date'} width={30} isTall onClose={close}>
      <StepRail steps={RESCHEDULE_STEPS} current={isMoved ? RESCHEDULE_STEPS.length : RESCHEDULE_STEPS.indexOf(step)} />
      <StepHeading
        key={view}
        takesFocus={view !== 'Eligibility'}
        text={
          isMoved
            ? 'Your date has moved'
            : `Step ${RESCHEDULE_STEPS.indexOf(step) + 1} of ${RESCHEDULE_STEPS.length}: ${step}`
        }
      />
      <div key={`${view} step`} className="step">
        {isMoved && flow.date && (
          <OwnRescheduleResult {...{ booking, onClose }} oldDate={flow.oldDate} date={flow.date} />
        )}
        {view === 'Eligibility' && (
          <RescheduleEligibility {...flow} {...{ booking, movedDay, onDepositBack, onClose }} />
        )}
        {view === 'New Date' && (
          <RescheduleDate
            {...flow}
            booking={booking}
            isFirst={!movedDay}
            onBack={() => (movedDay ? flow.goTo('Eligibility') : onClose())}
          />
        )}
        {view === 'Confirm' && <RescheduleConfirm {...flow} booking={booking} isDayMoved={movedDay !== undefined} />}
      </div>
    </Dialog>
  )
}

/** Moves the focus to the new step, so that reading continues there. */
function StepHeading({ text, takesFocus }: { text: string; takesFocus: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <h3 ref={heading} tabIndex={-1} className="sr">
      {text}
    </h3>
  )
}
