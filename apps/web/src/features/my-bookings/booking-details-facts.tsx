import type { Booking } from '@arcadia/contract/bookings'
import { PACKAGES } from '@arcadia/contract/packages'
import { groupInWords } from '@arcadia/contract/riders'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { formatFullDate, type TripDate } from '@arcadia/contract/trip-date'
import { useSiteData } from '../../prerender/site-data.ts'
import { SummaryList } from '../../ui/summary-list.tsx'
import { DayEnds, meetingRows } from '../business/meeting.tsx'
import { countdown } from './manage-bookings.rules.ts'
import { useToCome } from './use-upcoming.ts'

/** When, where and what. */
export function BookingDetailsFacts({ booking, today }: { booking: Booking; today: TripDate }) {
  const { selectedDate, packageType } = booking
  const { business, words } = useSiteData()
  const date = unbroken(formatFullDate(selectedDate))
  const isToCome = useToCome()(booking)
  return (
    <>
      <SummaryList
        rows={[
          {
            label: 'Date',
            value: isToCome ? (
              <>
                {date}
                <span className="block text-small font-body text-ink-2">{countdown(selectedDate, today)}</span>
              </>
            ) : (
              date
            ),
          },
          { label: 'Time', value: words.hours },
          ...(isToCome ? meetingRows(business) : []),
          { label: 'Package', value: `${PACKAGES[packageType].name}, ${groupInWords(booking)}` },
          {
            label: 'Confirmation',
            value: <span className="whitespace-nowrap">{booking.confirmationNumber}</span>,
          },
        ]}
      />
      {isToCome && <DayEnds />}
    </>
  )
}
