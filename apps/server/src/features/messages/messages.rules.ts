import { type AdminBooking, dueOf } from '@arcadia/contract/bookings'
import type { PLACEHOLDERS } from '@arcadia/contract/messages'
import { formatCents } from '@arcadia/contract/money'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { anglers } from '../../mail/letter.ts'

type Booked = Pick<
  AdminBooking,
  'id' | 'firstName' | 'email' | 'selectedDate' | 'numberOfGuests' | 'confirmationNumber' | 'status' | 'pendingAmount'
>

/** What a placeholder stands for in the message to a guest. */
const MEANS: Record<(typeof PLACEHOLDERS)[number], (booking: Booked) => string> = {
  '{name}': ({ firstName }) => firstName,
  '{date}': ({ selectedDate }) => formatFullDate(selectedDate),
  '{anglers}': ({ numberOfGuests }) => anglers(numberOfGuests),
  '{number}': ({ confirmationNumber }) => confirmationNumber,
  '{due}': (booking) => formatCents(dueOf(booking)),
}

/** The text as this guest reads it. */
export function fillIn(text: string, booking: Booked): string {
  return text.replace(/\{\w+\}/g, (found) => MEANS[found as keyof typeof MEANS]?.(booking) ?? found)
}

/** Without an email there are no words either. */
interface Addressed<Booking> {
  booking: Booking
  email: string | null
  subject: string | null
  text: string | null
}

/** Who gets which words: each booking, but an address that would read the same words twice gets them once. */
export function addressTo<Booking extends Booked>(
  bookings: readonly Booking[],
  { subject, text }: { subject: string; text: string },
): Addressed<Booking>[] {
  const seen = new Set<string>()
  return bookings.flatMap((booking): Addressed<Booking>[] => {
    const { email } = booking
    if (email === null) return [{ booking, email, subject: null, text: null }]
    const filled = { subject: fillIn(subject, booking), text: fillIn(text, booking) }
    const same = JSON.stringify([email.toLowerCase(), filled])
    if (seen.has(same)) return []
    seen.add(same)
    return [{ booking, email, ...filled }]
  })
}
