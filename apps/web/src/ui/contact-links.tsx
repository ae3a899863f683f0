import { formatPhone, phoneAddress } from '@arcadia/contract/site/wording'
import { classNames } from './class-names.ts'
import { mailLink } from './mail-link.ts'

/** A number to call or text; hidden if missing. */
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

/** An email link, or a note that there is none. */
export function EmailLink({ email, className }: { email: string | null; className?: string }) {
  if (email === null) return <span className="muted">No email</span>
  return (
    <a href={mailLink(email)} className={classNames('wrap-anywhere', className)}>
      {email}
    </a>
  )
}
