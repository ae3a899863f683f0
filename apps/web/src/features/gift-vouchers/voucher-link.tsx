import { type AdminGiftVoucher, makeVoucherLink } from '@arcadia/contract/admin/gift-vouchers'
import { texts } from '@arcadia/contract/admin/texts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FormError } from '../../forms/form-error.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { LinkToSend } from '../../ui/link-to-send.tsx'

interface VoucherLinkToSendProps extends Pick<ButtonLook, 'variant'> {
  voucher: AdminGiftVoucher
  link: string
}

/** A link that pays for a voucher, ready to text. */
export function VoucherLinkToSend({ voucher, link, variant }: VoucherLinkToSendProps) {
  const { business } = useSiteData()
  const { senderName, buyerPhone } = voucher
  return (
    <div className="grid gap-3">
      <LinkToSend
        link={link}
        what="pay link"
        to={{ name: senderName, ...(buyerPhone !== null && { phone: buyerPhone }) }}
        says={texts.voucherLink({ from: business, to: { firstName: senderName }, of: voucher, link })}
        variant={variant}
      />
      <p className="small text-ink-2">
        The voucher is good once it's paid. Whoever has the link can pay, and then sees the code there.
      </p>
    </div>
  )
}

/** Another link, for a voucher that nobody has paid for yet. */
export function AnotherVoucherLink({ voucher }: { voucher: AdminGiftVoucher }) {
  const { id } = voucher
  const make = useMutation({ mutationFn: () => call(makeVoucherLink, { params: { id } }) })
  if (make.data) return <VoucherLinkToSend voucher={voucher} link={make.data.link} />
  return (
    <>
      <Button className="justify-self-start" busy={make.isPending} onClick={() => make.mutate()}>
        Make a pay link
      </Button>
      <FormError>{make.error}</FormError>
    </>
  )
}
