import { formatPhone, phoneAddress } from '@arcadia/contract/wording'
import { classNames } from './class-names.ts'

/** A number to call or to text; nothing where there is none. */
export function PhoneLink({ phone }: { phone: string }) {
  if (!phone) return null
  return (
    <span className="phone num inline-flex flex-wrap gap-x-3 *:-my-2.5 *:inline-block *:py-2.5 *:leading-6">
      <a href={phoneAddress('tel', phone)}>{formatPhone(phone)}</a>
      <a href={phoneAddress('sms', phone)} aria-label={`Text ${formatPhone(phone)}`}>
        Text
      </a>
    </span>
  )
}

/** The address of a new mail to somebody; one that a stranger typed must not bring a `?bcc=` along. */
export const mailLink = (address: string) => `mailto:${encodeURIComponent(address).replace('%40', '@')}`

/** An address to write to. */
export function EmailLink({ email, className }: { email: string; className?: string }) {
  return (
    <a href={mailLink(email)} className={classNames('wrap-anywhere', className)}>
      {email}
    </a>
  )
}
