import type { Booking } from '@arcadia/contract/bookings'
import { formatPhone, phoneAddress, textAddress } from '@arcadia/contract/phone-numbers'
import { formatDayInWords } from '@arcadia/contract/trip-date'
import { MessageSquare, Phone } from 'lucide-react'
import { useVenueToday } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { LinkButton } from '../../ui/button.tsx'
import { PhoneText } from '../../ui/phone-text.tsx'

interface ReachUsProps {
  booking: Pick<Booking, 'selectedDate'>
  size?: 'lg'
  /** The morning of the trip: two short words that stand beside each other on a phone. */
  isToday?: boolean
  /** Call is the amber button of the page, and Text a link. */
  isMain?: boolean
}

/** Call and Text for a guest, who may stand at the wrong ramp; nothing where the business has no phone. */
export function ReachUs({ booking: { selectedDate }, size, isToday = false, isMain = false }: ReachUsProps) {
  const { phone } = useSiteData().business
  const today = useVenueToday()
  const call = phoneAddress('tel', phone)
  const text = textAddress(
    phone,
    `Hi, this is about our trip ${selectedDate === today ? 'today' : `on ${formatDayInWords(selectedDate)}`}. `,
  )
  if (!call) return null
  return (
    <>
      <LinkButton
        to={call}
        variant={isMain ? 'cta' : 'line'}
        size={size}
        icon={<Phone aria-hidden className={isToday ? undefined : '@max-[19rem]/screen:hidden'} />}
        className={isToday ? undefined : '@max-[19rem]/screen:px-1'}
      >
        <span>Call {!isToday && <PhoneText phone={phone} />}</span>
      </LinkButton>
      {text && (
        <LinkButton to={text} variant={isMain ? 'text' : 'line'} size={size} icon={<MessageSquare aria-hidden />}>
          {isToday ? 'Text' : 'Text us'}
        </LinkButton>
      )}
      <b className="num hidden print:block">{formatPhone(phone!)}</b>
    </>
  )
}
