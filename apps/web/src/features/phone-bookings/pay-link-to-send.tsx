import type { AdminBooking } from '@arcadia/contract/bookings'
import { phoneAddress } from '@arcadia/contract/site/wording'
import { MessageSquare } from 'lucide-react'
import { LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextField } from '../../ui/field.tsx'
import { textOf } from './pay-link.rules.ts'

/** A link that pays, to copy or to text; it is shown once, for only its hash is kept. */
export function PayLinkToSend({ booking, link }: { booking: AdminBooking; link: string }) {
  const { phone } = booking
  return (
    <div className="grid gap-3">
      <div className="flex items-end gap-2">
        <TextField
          className="min-w-0 flex-1"
          label="Link"
          value={link}
          readOnly
          data-autofocus
          onFocus={({ target }) => target.select()}
        />
        <CopyButton text={link} label="Copy the pay link" />
      </div>
      {phone && (
        <LinkButton
          to={`${phoneAddress('sms', phone)}?&body=${encodeURIComponent(textOf(booking, link))}`}
          icon={<MessageSquare aria-hidden />}
        >
          Text it to {booking.firstName}
        </LinkButton>
      )}
      <p className="small text-ink-2">
        Whoever has it sees the first name, the date, and what is owed, and can only pay. Make a new one if you lose it.
      </p>
    </div>
  )
}
