import { portal } from '@arcadia/contract/addresses'
import type { AdminBooking } from '@arcadia/contract/bookings'
import type { Business } from '@arcadia/contract/business'
import { fullName } from '@arcadia/contract/full-name'
import { formatCents } from '@arcadia/contract/money'
import { formatPhone } from '@arcadia/contract/phone-numbers'
import { groupInWords, TACKLE_NAMES } from '@arcadia/contract/riders'
import ical from 'ical-generator'
import { addTrip, fileOf } from '../bookings/trip-event.ts'

const REFRESH_SECONDS = 15 * 60

export type Trip = AdminBooking & { eventSequence: number }

/** One event per booking, with what the guide needs on the dock. Deterministic for the same bookings. */
export function ownersCalendar(bookings: readonly Trip[], site: { publicUrl: string; business: Business }): string {
  const calendar = ical({
    name: `${site.business.name} trips`,
    prodId: { company: 'Arcadia', product: 'Season' },
    ttl: REFRESH_SECONDS,
  })
  for (const booking of bookings)
    addTrip(calendar, {
      date: booking.selectedDate,
      confirmationNumber: booking.confirmationNumber,
      summary: `${booking.outcome === 'CALLED_OFF' ? 'Called off: ' : ''}${fullName(booking)}, ${groupInWords(booking)}`,
      description: describe(booking),
      business: site.business,
      url: site.publicUrl + portal.bookings.href({ id: booking.id }),
      writtenAt: booking.updatedAt,
      sequence: booking.eventSequence,
      status: booking.status,
      outcome: booking.outcome,
    })
  return fileOf(calendar)
}

function describe({ packageType, tackle, phone, outcome, pendingAmount, confirmationNumber }: AdminBooking): string {
  return [
    outcome === 'NO_SHOW' && 'No-show',
    packageType === 'TROPHY' ? 'Trophy package' : 'Standard package',
    tackle !== 'DECIDE_LATER' && `Tackle: ${TACKLE_NAMES[tackle]}`,
    phone && `Phone: ${formatPhone(phone)}`,
    outcome !== null && outcome !== 'CALLED_OFF' && `Balance: ${formatCents(pendingAmount)}`,
    `Confirmation: ${confirmationNumber}`,
  ]
    .filter(Boolean)
    .join('\n')
}
