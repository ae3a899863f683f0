import type { MyBooking } from '@arcadia/contract/bookings'
import type { ReactNode } from 'react'
import { Section } from '../../ui/section.tsx'
import { AskAdmin } from '../booking-queries/ask-admin.tsx'
import { TellYourGuide } from '../guest-notes/tell-your-guide.tsx'
import { BookingDetailsGuest } from './booking-details-guest.tsx'
import { BookingDetailsHistory } from './booking-details-history.tsx'
import { RidersAndTackle } from './riders-and-tackle.tsx'
import { useToCome, useUpcoming } from './use-upcoming.ts'

interface BookingPartsProps {
  booking: MyBooking
  /** What the guide was told, unless it is said elsewhere. */
  tellsGuide: boolean
  /** The form of a new question opens on a press. */
  foldsQuestion?: boolean
  /** Between what is asked and what is known. */
  children?: ReactNode
}

/** What the signed-in guest alone reads and keeps right, in the details and on the trip's page. */
export function BookingParts({ booking, tellsGuide, foldsQuestion = false, children }: BookingPartsProps) {
  const upcoming = useUpcoming()(booking)
  const isToCome = useToCome()(booking)
  return (
    <>
      {tellsGuide && <TellYourGuide bookingId={booking.id} isToCome={isToCome} />}
      <Section title="Questions">
        <AskAdmin bookingId={booking.id} isFolded={foldsQuestion} />
      </Section>
      {isToCome && <RidersAndTackle booking={booking} />}
      {children}
      <Section title="Your details">
        <BookingDetailsGuest booking={booking} isUpcoming={upcoming} />
      </Section>
      <Section title="History">
        <BookingDetailsHistory bookingId={booking.id} />
      </Section>
    </>
  )
}
