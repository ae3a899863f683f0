import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { NewBookingDialog } from './new-booking-dialog.tsx'

/** The way to book for somebody on the phone (docs/rules.md §5.6). */
export function AdminNewBooking() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="cta" icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
        New booking
      </Button>
      {isOpen && <NewBookingDialog onClose={() => setOpen(false)} />}
    </>
  )
}
