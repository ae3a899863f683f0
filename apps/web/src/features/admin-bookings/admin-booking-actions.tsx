import type { AdminBookingDetails } from '@arcadia/contract/admin/bookings'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { CalendarDays, Mail, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { RefusableButton } from '../../ui/refusable-button.tsx'
import { CorrectBookingDialog } from './correct-booking-dialog.tsx'
import { CorrectEmailDialog } from './correct-email-dialog.tsx'
import { MoveBookingDialog } from './move-booking-dialog.tsx'

/** What the owner can change on a booking. */
export function AdminBookingActions({ booking }: { booking: AdminBookingDetails }) {
  // Forms keep the booking as it was when opened, so a reload doesn't overwrite what is being typed.
  const [asked, setAsked] = useState<{ what: 'move' | 'edit' | 'email'; booking: AdminBooking }>()
  const dialog = asked && { booking: asked.booking, onClose: () => setAsked(undefined) }
  return (
    <div className="acts-row mt-5 *:grow">
      <RefusableButton
        why={booking.canMove.why}
        icon={<CalendarDays aria-hidden />}
        onClick={() => setAsked({ what: 'move', booking })}
      >
        Move date
      </RefusableButton>
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
