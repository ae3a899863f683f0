import type { Booking } from '@arcadia/contract/bookings'
import { formatPhone, phoneAddress, textAddress } from '@arcadia/contract/phone-numbers'
import { formatDayInWords } from '@arcadia/contract/trip-date'
import { MessageSquare, Phone } from 'lucide-react'
import { useSiteData } from '../../prerender/site-data.ts'
import { LinkButton } from '../../ui/button.tsx'

/** Call and Text for a guest, who may stand at the wrong ramp; nothing where the business has no phone. */
export function ReachUs({ booking: { selectedDate }, size }: { booking: Pick<Booking, 'selectedDate'>; size?: 'lg' }) {
  const { phone } = useSiteData().business
  const call = phoneAddress('tel', phone)
  const text = textAddress(phone, `Hi, this is about our trip on ${formatDayInWords(selectedDate)}. `)
  if (!call) return null
  return (
    <>
      <LinkButton to={call} size={size} icon={<Phone aria-hidden />}>
        <span>
          Call <span className="num inline-block">{formatPhone(phone)}</span>
        </span>
      </LinkButton>
      {text && (
        <LinkButton to={text} size={size} icon={<MessageSquare aria-hidden />}>
          Text us
        </LinkButton>
      )}
    </>
  )
}
