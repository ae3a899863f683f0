import { phoneAddress } from '@arcadia/contract/site/wording'
import { MessageSquare, Phone } from 'lucide-react'
import { LinkButton } from '../../ui/button.tsx'

interface CallAndTextProps {
  phone: string
  name: string
  /** The solid one of its region is to call. */
  isMain?: boolean
}

/** Two buttons for one thumb. */
export function CallAndText({ phone, name, isMain = false }: CallAndTextProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <LinkButton
        to={phoneAddress('tel', phone)}
        variant={isMain ? 'cta' : 'line'}
        size="lg"
        icon={<Phone aria-hidden />}
        aria-label={`Call ${name}`}
      >
        Call
      </LinkButton>
      <LinkButton
        to={phoneAddress('sms', phone)}
        size="lg"
        icon={<MessageSquare aria-hidden />}
        aria-label={`Text ${name}`}
      >
        Text
      </LinkButton>
    </div>
  )
}
