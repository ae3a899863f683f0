import { texts } from '@arcadia/contract/admin/texts'
import { formatPhone, phoneAddress, textAddress } from '@arcadia/contract/phone-numbers'
import { useSiteData } from '../prerender/site-data.ts'
import { EmailText } from './email-text.tsx'
import { mailLink } from './mail-link.ts'

interface PhoneLinkProps {
  phone: string
  /** Whom the text message greets. */
  to: string | null
  /** What the text message says; a greeting if left out. */
  says?: string | undefined
}

/** A number to call or text, or just what was typed if it is none; hidden if missing. */
export function PhoneLink({ phone, to, says }: PhoneLinkProps) {
  const { business } = useSiteData()
  if (!phone) return null
  const hello = texts.hello({ from: business, to: { firstName: to } })
  const [call, text] = [phoneAddress('tel', phone), textAddress(phone, says ?? hello)]
  return (
    <span className="phone num inline-flex flex-wrap gap-x-3 wrap-anywhere *:-my-2.5 *:inline-block *:py-2.5 *:leading-6">
      {call ? <a href={call}>{formatPhone(phone)}</a> : <span>{phone}</span>}
      {text && (
        <a href={text} aria-label={`Text ${formatPhone(phone)}`}>
          Text
        </a>
      )}
    </span>
  )
}

/** An email link, or a note that there is none. */
export function EmailLink({ email, className }: { email: string | null; className?: string }) {
  if (email === null) return <span className="muted">No email</span>
  return (
    <a href={mailLink(email)} className={className}>
      <EmailText email={email} />
    </a>
  )
}
