import { addresses } from '@arcadia/contract/addresses'
import type { LinkedVoucher } from '@arcadia/contract/gift-vouchers'
import { giftInWords } from '@arcadia/contract/gifts'
import { textAddress } from '@arcadia/contract/phone-numbers'
import { Gift, Mail, MessageSquare, Printer } from 'lucide-react'
import { useState } from 'react'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { ShareButton } from '../../ui/share-button.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { PaperVoucher } from './paper-voucher.tsx'
import { SendGift } from './send-gift.tsx'
import { VoucherCode } from './voucher-code.tsx'
import { whenSent } from './voucher-words.ts'

interface PaidGiftProps {
  token: string
  voucher: LinkedVoucher
  onChanged: () => void
}

/** What whoever gives it can do once it is paid: text it, print it, or email it at once or on a day (docs/rules.md §13.19). */
export function PaidGift({ token, voucher, onChanged }: PaidGiftProps) {
  const { recipientName, recipientEmail, sentAt, words, expiresOn, buyerEmail } = voucher
  const code = voucher.code ?? ''
  const [isSending, setSending] = useState(false)
  if (isSending)
    return (
      <SendGift
        token={token}
        voucher={voucher}
        onDone={(hasChanged) => {
          setSending(false)
          if (hasChanged) onChanged()
        }}
      />
    )
  const gift = addresses.gift.scanned.href({ code })
  const says = `I'm giving you a morning on the Peace River. Open it here: ${location.origin}${gift}`
  return (
    <>
      <DialogBody className="grid content-start gap-5">
        <FormAnswer>Thank you. Your gift is paid for and ready to give.</FormAnswer>
        <SummaryList
          rows={[
            { label: 'Gift', value: giftInWords(voucher) },
            { label: 'For', value: <span className="wrap-anywhere">{recipientName}</span> },
            !!words && { label: 'Your message', value: <span className="wrap-anywhere">{words}</span> },
            { label: 'Email', value: <span className="wrap-anywhere">{whenSent(voucher)}</span> },
            !!buyerEmail && { label: 'Receipt to', value: <span className="wrap-anywhere">{buyerEmail}</span> },
          ]}
        />
        <VoucherCode code={code} />
        <div className="flex flex-wrap gap-2 *:flex-1 *:basis-[40%]">
          <LinkButton to={textAddress(undefined, says)} icon={<MessageSquare aria-hidden />}>
            Text it
          </LinkButton>
          {!sentAt && (
            <Button icon={<Mail aria-hidden />} onClick={() => setSending(true)}>
              {recipientEmail ? 'Change the email' : 'Email it'}
            </Button>
          )}
          <ShareButton what="gift" says={says} />
          <LinkButton to={gift} icon={<Gift aria-hidden />}>
            See it
          </LinkButton>
        </div>
        <p className="text-ui text-ink-2">
          {expiresOn ? '' : "It doesn't expire. "}Keep this link: it opens this page again. Treat the code like cash.
          Anyone who has it, or this link, can use it.{' '}
          <CopyButton text={location.href} label="Copy the link of this page" />
        </p>
      </DialogBody>
      <DialogFoot isStacked>
        <Button variant="cta" icon={<Printer aria-hidden />} onClick={() => window.print()}>
          Print the poster
        </Button>
      </DialogFoot>
      <PaperVoucher voucher={voucher} />
    </>
  )
}
