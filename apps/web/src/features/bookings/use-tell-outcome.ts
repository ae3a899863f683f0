import { texts } from '@arcadia/contract/admin/texts'
import type { AdminBooking } from '@arcadia/contract/bookings'
import { textAddress } from '@arcadia/contract/phone-numbers'
import { useVenueToday } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { toast } from '../../ui/toast.tsx'

type Outcome = 'booked' | 'moved' | 'corrected' | 'canceled' | 'refunded'

/** Says what was done; of a guest without an email, also that they don't know yet, with a text that tells them (docs/rules.md §20.6). */
export function useTellOutcome() {
  const { business: from } = useSiteData()
  const today = useVenueToday()
  return (said: string, booking: AdminBooking, outcome: Outcome, back = 0) => {
    if (booking.email) return toast(said)
    const { firstName, phone, selectedDate: date } = booking
    const text = textAddress(phone, texts[outcome]({ ...booking, from, to: booking, date, today, back, link: null }))
    toast(
      `${said} ${firstName} has no email and doesn't know yet.`,
      text ? { label: `Text it to ${firstName}`, to: text } : undefined,
    )
  }
}
