import type { MyBooking } from '@arcadia/contract/bookings'
import type { ReactNode } from 'react'
import { BookingParts } from '../my-bookings/booking-parts.tsx'
import { useUpcoming } from '../my-bookings/use-upcoming.ts'

interface OwnTripChangesProps {
  booking: MyBooking
  isGuideTold: boolean
  /** Ways to change plans. */
  children?: ReactNode
}

/** What only the signed-in guest can do: move, ask, cancel, and keep the details right. */
export function OwnTripChanges({ booking, isGuideTold, children }: OwnTripChangesProps) {
  const isAhead = useUpcoming()(booking)
  return (
    <section className="trip__own" aria-labelledby="your-booking">
      <h2 id="your-booking" className="display">
        Your booking
      </h2>
      <div className="trip__own-parts">
        {isAhead && children}
        <BookingParts booking={booking} tellsGuide={isGuideTold} foldsQuestion>
          {!isAhead && children}
        </BookingParts>
      </div>
    </section>
  )
}
