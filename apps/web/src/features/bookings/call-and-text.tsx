import { phoneAddress } from '@arcadia/contract/site/wording'
import { MessageSquare, Phone } from 'lucide-react'
import { LinkButton } from '../../ui/button.tsx'

interface CallAndTextProps {
  phone: string
  name: string
  /** Makes Call the solid button of its region. */
  isMain?: boolean
}

/** Two thumb-sized buttons. */
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
