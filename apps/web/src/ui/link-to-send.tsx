import { textAddress } from '@arcadia/contract/phone-numbers'
import { MessageSquare } from 'lucide-react'
import { type ButtonLook, LinkButton } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { TextField } from './field.tsx'
import { QrCode } from './qr-code.tsx'
import { ShareButton } from './share-button.tsx'

interface LinkToSendProps {
  link: string
  /** What the link is: `pay link`. */
  what: string
  /** Whom to text; without a phone, the messages ask. */
  to: { name?: string; phone?: string }
  says: string
  /** Whoever stands beside you scans it: first and unfolded. */
  showsQr?: boolean | undefined
  /** `cta` where sending it is what the screen is for. */
  variant?: ButtonLook['variant']
}

/** A link to text, share, scan or copy; shown once, because only its hash is stored. */
export function LinkToSend({ link, what, to: { name, phone }, says, showsQr = false, variant }: LinkToSendProps) {
  const text = textAddress(phone, says)
  const qr = <QrCode text={link} label={`QR code of the ${what}`} />
  return (
    <div className="grid gap-3">
      {showsQr && qr}
      <div className="flex flex-wrap gap-2 max-[480px]:*:basis-full">
        {text && (
          <LinkButton to={text} variant={variant} icon={<MessageSquare aria-hidden />} data-autofocus>
            Text it{name && ` to ${name}`}
          </LinkButton>
        )}
        <ShareButton what={what} says={says} />
      </div>
      {!showsQr && (
        <details>
          <summary className="link flex min-h-11 items-center">QR code</summary>
          <div className="mt-2">{qr}</div>
        </details>
      )}
      <div className="flex items-end gap-2">
        <TextField
          className="min-w-0 flex-1"
          label="Link"
          value={link}
          readOnly
          onFocus={({ target }) => target.select()}
        />
        <CopyButton text={link} label={`Copy the ${what}`} />
      </div>
    </div>
  )
}
