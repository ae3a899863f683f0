import { fillIn } from '@arcadia/contract/admin/messages'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { placeholdersOf } from '../replies/placeholders.rules.ts'

type Booked = Parameters<typeof placeholdersOf>[0] & Pick<AdminBooking, 'email'>

/** Without an email, what a text to them says. */
interface Addressed<Booking> {
  booking: Booking
  email: string | null
  subject: string
  text: string
}

/** The message for each booking. An address gets identical messages only once. */
export function addressTo<Booking extends Booked>(
  bookings: readonly Booking[],
  { subject, text }: { subject: string; text: string },
): Addressed<Booking>[] {
  const seen = new Set<string>()
  return bookings.flatMap((booking): Addressed<Booking>[] => {
    const { email } = booking
    const values = placeholdersOf(booking)
    const filled = { subject: fillIn(subject, values), text: fillIn(text, values) }
    if (email === null) return [{ booking, email, ...filled }]
    const same = JSON.stringify([email.toLowerCase(), filled])
    if (seen.has(same)) return []
    seen.add(same)
    return [{ booking, email, ...filled }]
  })
}
