import { formatUntil } from '@arcadia/contract/bookings'
import type { MovedDay } from '@arcadia/contract/day-moves'
import { formatCents, neverTaken } from '@arcadia/contract/money'
import { PACKAGES } from '@arcadia/contract/packages'
import { PAYMENT_PROCESSING_MESSAGE } from '@arcadia/contract/payments'
import { groupInWords } from '@arcadia/contract/riders'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { refundedByUs } from '@arcadia/contract/split-kept'
import { formatFullDate, type TripDate } from '@arcadia/contract/trip-date'
import type { MyTrip } from '@arcadia/contract/trips'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { withPhoneLinks } from '../../ui/phone-links.tsx'
import { RefusableButton } from '../../ui/refusable-button.tsx'
import { ANSWERED } from '../booking-queries/answer-news.tsx'
import { paymentAsked, toDoLine } from '../bookings/trip-to-do.ts'
import { depositBackLabel } from '../day-moves/deposit-back-label.ts'
import { MovedDayNotice } from '../day-moves/moved-day-link.tsx'
import { BookingStatusTag } from './booking-details-status.tsx'
import { DeclinedRefund, useNewlyDeclined } from './declined-refund.tsx'
import { awaitsPayment, monthAndYear, refundAsked, weekdayNear, whatIsKept } from './manage-bookings.rules.ts'
import { whatIsLeft } from './money-left.tsx'
import { PayAsked, useToDos } from './pay-asked.tsx'
import { useUpcoming } from './use-upcoming.ts'

interface BookingRowProps {
  booking: MyTrip
  today: TripDate
  /** An answer to its guest's question is news. */
  isAnswered: boolean
  /** The day is called off and the customer hasn't answered. */
  movedDay: MovedDay | undefined
  onReschedule: () => void
  onDepositBack: () => void
  /** The deposit that keeps the spots, and what is owed after the trip, is paid right here. */
  onPay: (() => void) | undefined
  /** Its guest is asked how it was. */
  onReview: (() => void) | undefined
  onDetails: () => void
}

export function BookingRow(props: BookingRowProps) {
  const { booking, today, isAnswered, movedDay, onReschedule, onDepositBack, onPay, onReview, onDetails } = props
  const { selectedDate, packageType, confirmationNumber, chargedBackAmount, forgivenAmount, status } = booking
  const refunded = refundedByUs(booking)
  const ofTheTrip = <span className="sr"> of {formatFullDate(selectedDate)}</span>
  const isAhead = useUpcoming()(booking)
  const { toDos, moved } = useToDos(booking)
  const pays = onPay && paymentAsked(toDos)
  // The button says it; of a split bill the line says more.
  const said = booking.split.shares.length === 0 ? pays : undefined
  const { refundDeclined: declined } = booking
  const isDeclinedNow = useNewlyDeclined(declined)
  const { left, says } = ofCanceled(booking)
  const hasFirst = movedDay !== undefined || pays !== undefined
  const details = (
    <Button variant={hasFirst ? 'line' : 'ink'} className="covers-row after:absolute after:inset-0" onClick={onDetails}>
      <span>View Details{ofTheTrip}</span>
    </Button>
  )
  return (
    <li className="relative grid break-inside-avoid grid-cols-[4.5rem_minmax(0,1fr)_auto] items-start gap-x-5 gap-y-[0.35rem] border-line not-last:border-b bg-card px-6 py-5 print:px-0 leading-[1.4] [@media(hover:hover)]:has-[.covers-row:hover]:bg-bg-2 max-tablet:grid-cols-[4.5rem_minmax(0,1fr)] max-tablet:gap-x-3 max-tablet:px-4 max-tablet:py-[1.1rem] max-tablet:[&_.tag]:col-start-2 max-tablet:[&_.tag]:justify-self-start @max-[15rem]:grid-cols-1 @max-[15rem]:px-2.5 @max-[15rem]:[&_.tag]:col-start-1 @max-[15rem]:[&_time]:text-left">
      <time
        className="num row-span-2 text-center print:text-left @max-[15rem]:row-auto font-[400] font-display text-[3rem]/[0.9]"
        dateTime={selectedDate}
      >
        <span className="sr">{formatFullDate(selectedDate)}</span>
        <span aria-hidden>
          {Number(selectedDate.slice(8))}
          <small className="label mt-[0.35rem] block whitespace-nowrap text-ink-3 leading-[1.2]">
            {monthAndYear(selectedDate)}
          </small>
        </span>
      </time>
      <div className="min-w-0">
        <h3 className="text-balance font-strong">
          {PACKAGES[packageType].name} Package, {groupInWords(booking)}
        </h3>
        {isAhead && !movedDay && <p className="num">{weekdayNear(selectedDate, today)}</p>}
        <p className="num flex flex-wrap gap-x-1.5 text-small text-ink-2 max-tablet:flex-col">
          <span>{confirmationNumber}</span>
          <AlsoSaid>
            {formatCents(booking.paidAmount)} paid{status !== 'CANCELLED' && ` of ${formatCents(booking.totalAmount)}`}
          </AlsoSaid>
          {booking.canceledAmount > 0 && <AlsoSaid>Canceled charge: {neverTaken(booking.canceledAmount)}</AlsoSaid>}
          {refunded > 0 && <AlsoSaid>{formatCents(refunded)} refunded</AlsoSaid>}
          {chargedBackAmount > 0 && <AlsoSaid>{formatCents(chargedBackAmount)} taken back by the bank</AlsoSaid>}
          {forgivenAmount > 0 && <AlsoSaid>You don't owe the other {formatCents(forgivenAmount)}</AlsoSaid>}
          {left !== undefined && left.onItsWay > 0 && (
            <AlsoSaid>{formatCents(left.onItsWay)} on its way back to you</AlsoSaid>
          )}
          {left?.kept && !says && (
            <AlsoSaid>
              {formatCents(left.kept.cents)} {left.kept.label.toLowerCase()}
            </AlsoSaid>
          )}
        </p>
        <p role="status" className="text-small text-ink-2">
          {!movedDay && awaitsPayment(booking) && PAYMENT_PROCESSING_MESSAGE}
          {booking.depositUntil &&
            booking.outcome !== 'CALLED_OFF' &&
            unbroken(`Pay the deposit by ${formatUntil(booking.depositUntil)} to keep your spots.`)}
        </p>
      </div>
      <BookingStatusTag booking={booking} />
      {!movedDay && <RowSays lead={<b>To do: </b>}>{toDoLine(toDos.filter((toDo) => toDo !== said))}</RowSays>}
      <RowSays>{moved}</RowSays>
      {isAnswered && <RowSays>{ANSWERED}</RowSays>}
      {declined && isDeclinedNow && (
        <div className="num col-[2/-1] text-ui @max-[15rem]:col-span-full">
          <DeclinedRefund declined={declined} isShort />
        </div>
      )}
      <RowSays>{says}</RowSays>
      {movedDay && (
        <div className="col-[2/-1] mt-[0.6rem] max-tablet:col-span-full">
          <MovedDayNotice movedDay={movedDay} />
        </div>
      )}
      <div
        className={classNames(
          'col-[2/-1] mt-[0.6rem] flex flex-wrap gap-2 max-tablet:col-span-full max-tablet:*:flex-1 max-tablet:*:px-2',
          // The one to press is above the others, each on one line.
          hasFirst && 'max-tablet:flex-col',
        )}
      >
        {!hasFirst && details}
        {pays && (
          <PayAsked {...{ booking, pays }} className="relative z-1" onPay={onPay}>
            {pays.act}
            {ofTheTrip}
          </PayAsked>
        )}
        {(movedDay || (status === 'CONFIRMED' && isAhead)) && (
          <RefusableButton
            variant={movedDay ? 'cta' : 'line'}
            className="relative z-1"
            why={booking.canMove.why}
            onClick={onReschedule}
          >
            <span>
              {movedDay ? 'Choose another date' : 'Reschedule'}
              {ofTheTrip}
            </span>
          </RefusableButton>
        )}
        {movedDay && (
          <Button className="relative z-1" onClick={onDepositBack}>
            <span>
              {depositBackLabel(booking)}
              {ofTheTrip}
            </span>
          </Button>
        )}
        {onReview && (
          <Button className="relative z-1" onClick={onReview}>
            <span>
              How was it?<span className="sr"> Review your trip of {formatFullDate(selectedDate)}</span>
            </span>
          </Button>
        )}
        {hasFirst && details}
      </div>
    </li>
  )
}

/** What became of the money of a canceled trip, in a sentence where something can still become of it. */
function ofCanceled(booking: MyTrip) {
  if (booking.status !== 'CANCELLED') return { left: undefined, says: '' }
  const left = whatIsLeft(booking)
  if (booking.refundAskedAt) return { left, says: refundAsked(booking.refundAskedAt) }
  return { left, says: left?.kept?.label === 'Still with us' ? whatIsKept(booking) : '' }
}

/** A sentence of the row; its phone number is tapped above the button that covers the row. */
const RowSays = ({ lead, children }: { lead?: ReactNode; children: string }) =>
  children && (
    <p className="num col-[2/-1] text-ui @max-[15rem]:col-span-full [&_a]:relative [&_a]:z-1">
      {lead}
      {withPhoneLinks(children)}
    </p>
  )

const AlsoSaid = ({ children }: { children: ReactNode }) => (
  <>
    <span className="max-tablet:hidden">·</span>
    <span>{children}</span>
  </>
)
