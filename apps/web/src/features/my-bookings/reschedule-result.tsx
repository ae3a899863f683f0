import type { Booking } from '@arcadia/contract/bookings'
import { groupInWords } from '@arcadia/contract/riders'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { formatDate, formatFullDate, type TripDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import plate from '../../assets/plates/plate-01-first-light.svg'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { OwnCalendarRow } from '../bookings/add-to-calendar.tsx'
import { tripQuery } from '../bookings/bookings.queries.ts'
import { ShareLink } from '../waivers/share-link.tsx'

interface OwnRescheduleResultProps {
  booking: Booking
  oldDate: TripDate
  date: TripDate
  onClose: () => void
}

/** `RescheduleResult` of a booking of the signed-in customer. */
export function OwnRescheduleResult({ booking, ...moved }: OwnRescheduleResultProps) {
  const { data: trip } = useQuery(tripQuery(booking.id))
  return (
    <RescheduleResult
      {...{ booking }}
      {...moved}
      groupUrl={trip?.groupUrl}
      calendar={<OwnCalendarRow booking={booking} />}
      isEmailed
    />
  )
}

interface RescheduleResultProps extends Omit<OwnRescheduleResultProps, 'booking'> {
  booking: Pick<Booking, 'confirmationNumber' | 'numberOfGuests' | 'riders' | 'privateMorning' | 'depositUntil'>
  /** Undefined while loading. */
  groupUrl: string | undefined
  calendar: ReactNode
  isEmailed: boolean
}

/** The new date, and whom to tell. */
export function RescheduleResult(props: RescheduleResultProps) {
  const { booking, groupUrl, oldDate, date, calendar, isEmailed, onClose } = props
  const { words } = useSiteData()
  const isGroup = booking.numberOfGuests + booking.riders > 1
  return (
    <>
      <DialogBody>
        <div className="grain -mx-(--pad) mb-6 h-[min(12.5rem,30vh)] overflow-hidden">
          <img src={plate} alt="" className="size-full object-cover object-[50%_62%]" />
        </div>
        <p className="label text-ink-3">New date</p>
        <p className="display h3 num pt-1 pb-4">{unbroken(formatFullDate(date))}</p>
        <SummaryList
          rows={[
            { label: 'Old date', value: formatDate(oldDate) },
            { label: 'Time', value: words.hours },
            { label: 'Your group', value: groupInWords(booking) },
            {
              label: 'Confirmation',
              value: <span className="whitespace-nowrap">{booking.confirmationNumber}</span>,
            },
          ]}
        />
        <div className="grid gap-3 pt-4">
          {calendar}
          {isGroup && <p>Your group doesn't know yet. Send them the new date.</p>}
          {isGroup && groupUrl && (
            <ShareLink
              url={groupUrl}
              title="Our fishing trip"
              text={`Our fishing trip has moved to ${formatFullDate(date)}, ${words.starts}. Where to meet and what to bring:`}
              share="Send your group the link"
              copy="Copy the message for your group"
            />
          )}
          {isEmailed && (
            <p className="text-small text-ink-2">
              {booking.depositUntil
                ? "We'll email you a link to pay the deposit, and by when."
                : "We'll email you the change with an updated calendar file."}
            </p>
          )}
        </div>
      </DialogBody>
      <DialogFoot>
        <Button variant="ink" className="ml-auto" onClick={onClose}>
          Close
        </Button>
      </DialogFoot>
    </>
  )
}
