import { type Paying, texts } from '@arcadia/contract/admin/texts'
import { type AdminBooking, depositMissing } from '@arcadia/contract/bookings'
import { useVenueToday } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import type { ButtonLook } from '../../ui/button.tsx'
import { LinkToSend } from '../../ui/link-to-send.tsx'

interface PayLinkToSendProps extends Pick<ButtonLook, 'variant'> {
  booking: Paying & Pick<AdminBooking, 'phone'>
  link: string
  showsQr?: boolean
}

/** A pay link, ready to text. */
export function PayLinkToSend({ booking, link, showsQr, variant }: PayLinkToSendProps) {
  const { business } = useSiteData()
  const today = useVenueToday()
  const { firstName: name, phone } = booking
  const asksDeposit = 'totalAmount' in booking && depositMissing(booking) > 0
  return (
    <div className="grid gap-3">
      <LinkToSend
        link={link}
        what="pay link"
        to={{ name, phone }}
        says={texts.payLink({ from: business, booking, today, link })}
        showsQr={showsQr}
        variant={variant}
      />
      <p className="small text-ink-2">
        Anyone with the link sees the first name, the date, and what's owed, and can only pay.{' '}
        {asksDeposit && 'Once the deposit is paid, it shows the trip too. '}Make a new one if you lose it.
      </p>
    </div>
  )
}
