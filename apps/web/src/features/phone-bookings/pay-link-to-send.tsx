import type { AdminBooking } from '@arcadia/contract/bookings'
import { phoneAddress } from '@arcadia/contract/phone-numbers'
import { MessageSquare } from 'lucide-react'
import { LinkButton } from '../../ui/button.tsx'
import { LinkToCopy } from '../../ui/copy-button.tsx'
import { textOf } from './pay-link.rules.ts'

/** A pay link, to copy or to text. */
export function PayLinkToSend({ booking, link }: { booking: AdminBooking; link: string }) {
  const text = phoneAddress('sms', booking.phone)
  return (
    <div className="grid gap-3">
      <LinkToCopy link={link} label="Copy the pay link" />
      {text && (
        <LinkButton
          to={`${text}?&body=${encodeURIComponent(textOf(booking, link))}`}
          icon={<MessageSquare aria-hidden />}
        >
          Text it to {booking.firstName}
        </LinkButton>
      )}
      <p className="small text-ink-2">
        Anyone with the link sees the first name, the date, and what's owed, and can only pay. Make a new one if you
        lose it.
      </p>
    </div>
  )
}
