import { texts } from '@arcadia/contract/admin/texts'
import { phoneAddress, textAddress } from '@arcadia/contract/phone-numbers'
import { MessageSquare, Phone } from 'lucide-react'
import { useSiteData } from '../../prerender/site-data.ts'
import { LinkButton } from '../../ui/button.tsx'
import { useMedia } from '../../ui/use-media.ts'

interface CallAndTextProps {
  phone: string
  name: string
  /** What the text message says; a greeting if left out. */
  says?: string | undefined
  /** Makes Call the solid button of its region, on what can dial. */
  isMain?: boolean
}

/** Thumb-sized buttons, or what was typed if it is no number. */
export function CallAndText({ phone, name, says, isMain = false }: CallAndTextProps) {
  const { business } = useSiteData()
  const dials = useMedia('(pointer: coarse)')
  const hello = texts.hello({ from: business, to: { firstName: name } })
  const [call, text] = [phoneAddress('tel', phone), textAddress(phone, says ?? hello)]
  if (!call) return <p className="wrap-anywhere">{phone}</p>
  return (
    <div className="flex flex-wrap gap-3 *:flex-[1_0_0]">
      <LinkButton
        to={call}
        variant={isMain && dials ? 'cta' : 'line'}
        size="lg"
        icon={<Phone aria-hidden />}
        aria-label={`Call ${name}`}
      >
        Call
      </LinkButton>
      {text && (
        <LinkButton to={text} size="lg" icon={<MessageSquare aria-hidden />} aria-label={`Text ${name}`}>
          Text
        </LinkButton>
      )}
    </div>
  )
}
