import type { Booking } from '@arcadia/contract/bookings'
import { groupInWords } from '@arcadia/contract/riders'
import { formatDate, formatFullDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import plate from '../../assets/plates/plate-01-first-light.svg'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button } from '../../ui/button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { OwnCalendarRow } from '../bookings/add-to-calendar.tsx'
import { tripQuery } from '../bookings/bookings.queries.ts'
import { ShareLink } from '../waivers/share-link.tsx'
import type { Reschedule } from './reschedule-flow.ts'

type RescheduleResultProps = Pick<Reschedule, 'oldDate' | 'date'> & { booking: Booking; onClose: () => void }

export function RescheduleResult({ booking, oldDate, date, onClose }: RescheduleResultProps) {
  const { words } = useSiteData()
  const { data: trip } = useQuery(tripQuery(booking.id))
  const isGroup = booking.numberOfGuests + booking.riders > 1
  return (
    <>
      <DialogBody>
        <div className="grain -mx-(--pad) mb-6 h-[min(12.5rem,30vh)] overflow-hidden">
          <img src={plate} alt="" className="size-full object-cover object-[50%_62%]" />
        </div>
        <p className="label text-ink-3">New date</p>
        <p className="display h3 num pt-1 pb-4">{formatFullDate(date!)}</p>
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
          <OwnCalendarRow booking={booking} />
          {isGroup && <p>Your group doesn't know yet. Send them the new date.</p>}
          {isGroup && trip && (
            <ShareLink
              url={trip.groupUrl}
              title="Our fishing trip"
              text={`Our fishing trip has moved to ${formatFullDate(date!)}, ${words.starts}. Where to meet and what to bring:`}
              share="Send your group the link"
              copy="Copy the message for your group"
            />
          )}
          <p className="text-small text-ink-2">We'll email you the change with an updated calendar file.</p>
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
