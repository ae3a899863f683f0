import type { Booking } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { PACKAGES } from '@arcadia/contract/packages'
import { groupInWords } from '@arcadia/contract/riders'
import { formatFullDate, type TripDate } from '@arcadia/contract/trip-date'
import { ArrowRight } from 'lucide-react'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { ProblemBanner } from '../bookings/problem-banner.tsx'
import { monthAndYear, weekday } from './manage-bookings.rules.ts'
import type { Reschedule } from './reschedule-flow.ts'

type RescheduleConfirmProps = Reschedule & { booking: Booking; isDayMoved: boolean }

/** Both dates side by side, and what the move does to the booking. */
export function RescheduleConfirm(props: RescheduleConfirmProps) {
  const { words } = useSiteData()
  const { booking, isDayMoved, oldDate, date, problem, isMoving, ...flow } = props
  const { packageType, paidAmount } = booking
  return (
    <>
      <DialogBody>
        <ProblemBanner problem={problem} onDismiss={flow.dismiss} />
        <div className="grid gap-5">
          <RescheduleDates from={oldDate} to={date!} />
          <SummaryList
            rows={[
              { label: 'Time', value: words.hours },
              { label: 'Package', value: `${PACKAGES[packageType].name}, ${groupInWords(booking)}` },
              { label: 'Paid', value: `${formatCents(paidAmount)}, goes with you` },
            ]}
          />
          <p className="text-small text-ink-2">
            There's nothing to pay for the move.{!isDayMoved && ' When you confirm, your old date opens up to others.'}
          </p>
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

/** The booking's current date and the new one. */
function RescheduleDates({ from, to }: { from: TripDate; to: TripDate }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3 @max-[19rem]/screen:grid-cols-1 @max-[19rem]/screen:[&>svg]:rotate-90 @max-[19rem]/screen:[&>svg]:justify-self-center">
      <DateTile label="From" date={from} />
      <ArrowRight className="size-6" strokeWidth={1.75} aria-hidden />
      <DateTile label="To" date={to} isNew />
    </div>
  )
}

function DateTile({ label, date, isNew = false }: { label: string; date: TripDate; isNew?: boolean }) {
  const quiet = isNew ? 'text-[#c6d0c3]' : 'text-ink-2'
  return (
    <p
      className={classNames(
        'num rounded-2 border px-2 pt-[0.85rem] pb-4 text-center leading-[1.3]',
        isNew ? 'border-(--raised) bg-(--raised) text-cream' : 'border-line-2 bg-card',
      )}
    >
      <span className={classNames('text-small', quiet)}>{label}</span>
      <time dateTime={date}>
        <span className="sr">{formatFullDate(date)}</span>
        <span aria-hidden>
          <b
            className={classNames(
              'mt-[0.3rem] mb-[0.4rem] block font-[400] font-display text-[3.5rem]/[0.9]',
              isNew ? 'text-straw' : 'line-through decoration-2',
            )}
          >
            {Number(date.slice(8))}
          </b>
          {weekday(date)}
          <small className={classNames('block text-small', quiet)}>{monthAndYear(date)}</small>
        </span>
      </time>
    </p>
  )
}
