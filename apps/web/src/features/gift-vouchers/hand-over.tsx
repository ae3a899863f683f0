import { addresses } from '@arcadia/contract/addresses'
import type { AdminGiftVoucher } from '@arcadia/contract/admin/gift-vouchers'
import { texts } from '@arcadia/contract/admin/texts'
import { textAddress } from '@arcadia/contract/phone-numbers'
import { Mail, MessageSquare, Printer } from 'lucide-react'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button, type ButtonLook, LinkButton } from '../../ui/button.tsx'
import { mailLink } from '../../ui/mail-link.ts'
import { ShareButton } from '../../ui/share-button.tsx'
import { PaperVoucher } from './paper-voucher.tsx'

interface HandOverProps extends Pick<ButtonLook, 'variant'> {
  voucher: AdminGiftVoucher
  code: string
}

/** Ways to hand a code over: a text or an email with the words filled in, the phone's share sheet, or paper. */
export function HandOver({ voucher, code, variant }: HandOverProps) {
  const { buyerEmail, buyerPhone, recipientEmail, recipientName } = voucher
  const { business } = useSiteData()
  const where = location.origin + addresses.gift.scanned.href({ code })
  const says = texts.giftVoucher({ from: business, of: voucher, where })
  const text = textAddress(buyerPhone ?? undefined, says)
  const subject = encodeURIComponent(`A gift for ${recipientName}`)
  const mail = `${mailLink(buyerEmail ?? recipientEmail ?? '')}?subject=${subject}&body=${encodeURIComponent(says)}`
  return (
    <>
      <div className="flex flex-wrap gap-2 max-[480px]:*:flex-1">
        {text && (
          <LinkButton to={text} variant={variant} icon={<MessageSquare aria-hidden />}>
            Text it
          </LinkButton>
        )}
        <LinkButton to={mail} icon={<Mail aria-hidden />}>
          Email it
        </LinkButton>
        <ShareButton what="gift" says={says} />
        <Button icon={<Printer aria-hidden />} onClick={() => window.print()}>
          Print the poster
        </Button>
      </div>
      <PaperVoucher voucher={{ ...voucher, code }} />
    </>
  )
}
