import { type Booking, getTripCalendar } from '@arcadia/contract/bookings'
import { useMutation } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { FailedBanner } from '../../forms/failed-banner.tsx'
import { Button } from '../../ui/button.tsx'

interface CalendarRowProps {
  booking: Pick<Booking, 'confirmationNumber'>
  load: () => Promise<string>
  children?: ReactNode
}

/** A row of buttons starting with Add to calendar. */
export function CalendarRow({ booking: { confirmationNumber }, load, children }: CalendarRowProps) {
  const calendar = useMutation({
    mutationFn: load,
    onSuccess: (file) => download(file, { name: `trip-${confirmationNumber}.ics`, type: 'text/calendar' }),
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

/** The same for a booking of the signed-in customer. */
export function OwnCalendarRow({ booking, children }: { booking: Booking; children?: ReactNode }) {
  const load = () =>
    call(getTripCalendar, { params: { id: booking.id } }, { fallback: 'Failed to load the calendar file' })
  return (
    <CalendarRow booking={booking} load={load}>
      {children}
    </CalendarRow>
  )
}
