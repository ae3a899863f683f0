import type { AdminBooking, BookingStatus } from '@arcadia/contract/bookings'
import { CalendarDays, Mail, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CorrectBookingDialog } from './correct-booking-dialog.tsx'
import { CorrectEmailDialog } from './correct-email-dialog.tsx'
import { MoveBookingDialog } from './move-booking-dialog.tsx'

/** What the owner can change on a booking. */
export function AdminBookingActions({ booking }: { booking: AdminBooking }) {
  // Forms keep the booking as it was when opened, so a reload doesn't overwrite what is being typed.
  const [asked, setAsked] = useState<{ what: 'move' | 'edit' | 'email'; booking: AdminBooking }>()
  const dialog = asked && { booking: asked.booking, onClose: () => setAsked(undefined) }
  const whyNotMove = NOT_MOVED[booking.status]
  return (
    <div className="acts-row mt-5 *:grow">
      {whyNotMove ? (
        <p className="w-full small text-ink-2">{whyNotMove}</p>
      ) : (
        <Button icon={<CalendarDays aria-hidden />} onClick={() => setAsked({ what: 'move', booking })}>
          Move date
        </Button>
      )}
      <Button icon={<Pencil aria-hidden />} onClick={() => setAsked({ what: 'edit', booking })}>
        Edit booking
      </Button>
      <Button icon={<Mail aria-hidden />} onClick={() => setAsked({ what: 'email', booking })}>
        {booking.email === null ? 'Add an email' : 'Correct email'}
      </Button>
      {dialog && asked.what === 'move' && <MoveBookingDialog {...dialog} />}
      {dialog && asked.what === 'edit' && <CorrectBookingDialog {...dialog} />}
      {dialog && asked.what === 'email' && <CorrectEmailDialog {...dialog} />}
    </div>
  )
}

const NOT_MOVED: Partial<Record<BookingStatus, string>> = {
  CANCELLED: "A cancelled booking can't be moved.",
  COMPLETED: "A completed trip can't be moved. If it didn't happen, set it to confirmed first.",
}
