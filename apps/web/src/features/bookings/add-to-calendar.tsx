import { type Booking, getTripCalendar } from '@arcadia/contract/bookings'
import { useMutation } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { Button } from '../../ui/button.tsx'

/** A row of buttons starting with Add to calendar. */
export function CalendarRow({ booking, children }: { booking: Booking; children?: ReactNode }) {
  const calendar = useMutation({
    mutationFn: () =>
      call(getTripCalendar, { params: { id: booking.id } }, { fallback: 'Failed to load the calendar file' }),
    onSuccess: (file) => download(file, { name: `trip-${booking.confirmationNumber}.ics`, type: 'text/calendar' }),
  })
  return (
    <>
      <FailedBanner of={calendar} />
      <div className="acts-row">
        <Button icon={<CalendarPlus aria-hidden />} busy={calendar.isPending} onClick={() => calendar.mutate()}>
          Add to calendar
        </Button>
        {children}
      </div>
    </>
  )
}
