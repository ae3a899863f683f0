import { listQueriesOfBooking } from '@arcadia/contract/booking-queries'
import { listBookingEvents, type MyBooking } from '@arcadia/contract/bookings'
import type { ReactNode } from 'react'
import { useLastKnown } from '../../api/use-last-known.ts'
import { questionsQuery } from '../booking-queries/answer-news.tsx'
import { bookingEventsQuery } from '../my-bookings/booking-details.queries.ts'
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
  const { id } = booking
  const isAhead = useUpcoming()(booking)
  const questions = useLastKnown(listQueriesOfBooking, { id }, questionsQuery(id))
  const events = useLastKnown(listBookingEvents, { id }, bookingEventsQuery(id))
  return (
    <section className="trip__own" aria-labelledby="your-booking">
      <h2 id="your-booking" className="display">
        Your booking
      </h2>
      <div className="trip__own-parts">
        {isAhead && children}
        <BookingParts {...{ booking, questions, events }} tellsGuide={isGuideTold} foldsQuestion>
          {!isAhead && children}
        </BookingParts>
      </div>
    </section>
  )
}
