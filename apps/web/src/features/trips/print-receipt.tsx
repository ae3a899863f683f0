import type { Booking } from '@arcadia/contract/bookings'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { bookingEventsQuery } from '../my-bookings/booking-details.queries.ts'
import { BookingDetailsReceipt } from '../my-bookings/booking-details-money.tsx'

/** Prints the receipt; printed otherwise, the page is the trip. */
export function PrintReceipt({ booking }: { booking: Booking }) {
  const [isPrinting, setPrinting] = useState(false)
  const { isSuccess } = useQuery(bookingEventsQuery(booking.id))
  useEffect(() => {
    if (!isPrinting) return
    const done = () => setPrinting(false)
    addEventListener('afterprint', done)
    print()
    return () => removeEventListener('afterprint', done)
  }, [isPrinting])
  return (
    <>
      <Button icon={<Printer aria-hidden />} disabled={!isSuccess} onClick={() => setPrinting(true)}>
        Print receipt
      </Button>
      {isPrinting && <BookingDetailsReceipt booking={booking} />}
    </>
  )
}
