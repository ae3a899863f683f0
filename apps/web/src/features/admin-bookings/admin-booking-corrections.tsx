import type { AdminBooking } from '@arcadia/contract/bookings'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CorrectBookingDialog } from './correct-booking-dialog.tsx'

/** The way to set right what was written down wrong about a booking. */
export function AdminBookingCorrections({ booking }: { booking: AdminBooking }) {
  // As it was when the dialog opened: a refresh must not type over what is being typed.
  const [correcting, setCorrecting] = useState<AdminBooking>()
  return (
    <div className="mt-4">
      <Button icon={<Pencil aria-hidden />} onClick={() => setCorrecting(booking)}>
        Correct booking
      </Button>
      {correcting && <CorrectBookingDialog booking={correcting} onClose={() => setCorrecting(undefined)} />}
    </div>
  )
}
