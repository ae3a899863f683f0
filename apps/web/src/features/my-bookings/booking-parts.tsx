import type { BookingQuery } from '@arcadia/contract/booking-queries'
import type { BookingEvent, MyBooking } from '@arcadia/contract/bookings'
import type { ReactNode } from 'react'
import { Loaded, type Loading } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { AskAdmin } from '../booking-queries/ask-admin.tsx'
import { EventList } from '../bookings/event-list.tsx'
import { TellYourGuide } from '../guest-notes/tell-your-guide.tsx'
import { BookingDetailsGuest } from './booking-details-guest.tsx'
import { RidersAndTackle } from './riders-and-tackle.tsx'
import { useToCome, useUpcoming } from './use-upcoming.ts'

interface BookingPartsProps {
  booking: MyBooking
  questions: Loading<BookingQuery[]>
  /** Newest last. */
  events: Loading<BookingEvent[]>
  /** What the guide was told, unless it is said elsewhere. */
  tellsGuide: boolean
  /** The form of a new question opens on a press. */
  foldsQuestion?: boolean
  /** Between what is asked and what is known. */
  children?: ReactNode
}

/** What the signed-in guest alone reads and keeps right, in the details and on the trip's page. */
export function BookingParts(props: BookingPartsProps) {
  const { booking, questions, events, tellsGuide, foldsQuestion = false, children } = props
  const upcoming = useUpcoming()(booking)
  const isToCome = useToCome()(booking)
  return (
    <>
      {tellsGuide && <TellYourGuide bookingId={booking.id} isToCome={isToCome} />}
      <Section title="Questions">
        <AskAdmin bookingId={booking.id} questions={questions} isFolded={foldsQuestion} />
      </Section>
      {isToCome && <RidersAndTackle booking={booking} />}
      {children}
      <Section title="Your details">
        <BookingDetailsGuest booking={booking} isUpcoming={upcoming} />
      </Section>
      <Section title="History">
        <Loaded query={events} height="h-12" isQuiet>
          {(known) => <EventList events={known} />}
        </Loaded>
      </Section>
    </>
  )
}
