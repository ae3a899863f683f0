import { addresses } from '@arcadia/contract/addresses'
import type { LinkedVoucher } from '@arcadia/contract/gift-vouchers'
import { giftHeadline, giftInWords, whatFollows } from '@arcadia/contract/gifts'
import { formatCents } from '@arcadia/contract/money'
import { textAddress } from '@arcadia/contract/phone-numbers'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { Mail, MessageSquare, Printer, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { useLinkId } from '../../session/use-emailed-link.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ShareButton } from '../../ui/share-button.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { GiftPart, GiftScreen } from './gift-screen.tsx'
import { PaperVoucher } from './paper-voucher.tsx'
import { SendGift } from './send-gift.tsx'
import { VoucherCode } from './voucher-code.tsx'

interface PaidGiftProps {
  token: string
  voucher: LinkedVoucher
  /** It has just been paid. */
  isNext?: boolean
  onChanged: () => Promise<unknown>
}

/** What whoever gives it can do once it is paid: text it, print it, or email it, until it is used (docs/rules.md §13.19, docs/rules.md §13.27). */
export function PaidGift({ token, voucher, isNext = false, onChanged }: PaidGiftProps) {
  const { buyerEmail, expiresOn, recipientEmail, recipientName, worth, left, card, uses } = voucher
  const isUsed = uses.length > 0
  const isUsedUp = isUsed && left === 0
  // Nobody is asked to print what somebody books with already.
  const isInUse = voucher.isSetAside && !isUsed && recipientEmail === null
  const code = voucher.code ?? ''
  const id = useLinkId(addresses.payVoucher) ?? ''
  const [isSending, setSending] = useState(false)
  const [returns, setReturns] = useState(0)
  const gift = addresses.gift.scanned.href({ code })
  const says = `I'm giving you a morning on the Peace River. Open it here: ${location.origin}${gift}`
  async function sent(hasChanged: boolean) {
    // The headline that gets the focus says what becomes of it now.
    if (hasChanged) await onChanged()
    setSending(false)
    setReturns(returns + 1)
  }
  return (
    <GiftScreen
      key={returns}
      title="Your gift"
      headline={isInUse ? 'Your gift is in use' : giftHeadline(voucher)}
      lead={[
        !isUsed && 'Thank you, your gift is paid for.',
        !isInUse && unbroken(whatFollows(voucher)),
        voucher.isSetAside && "It's being used for a booking right now.",
        !isUsed && buyerEmail && `The receipt and the code are at ${buyerEmail}.`,
      ]
        .filter(Boolean)
        .join(' ')}
      poster={voucher}
      isNext={isNext || returns > 0}
    >
      {isSending ? (
        <SendGift token={token} voucher={voucher} onDone={sent} onSent={onChanged} />
      ) : (
        <>
          {!isUsed && <Ways voucher={voucher} says={says} onEmail={() => setSending(true)} />}
          <GiftPart title="Your gift">
            <SummaryList
              rows={[
                { label: 'Gift', value: giftInWords(voucher) },
                { label: 'For', value: <span className="wrap-anywhere">{recipientName}</span> },
                { label: 'Paid', value: [formatCents(worth), card].filter(Boolean).join(', ') },
                isUsed && { label: 'Left on it', value: isUsedUp ? 'Nothing' : formatCents(left) },
              ]}
            />
            {!isUsedUp && <VoucherCode code={code} />}
            <div className="flex flex-wrap gap-3">
              {!isUsed && <LinkButton to={gift}>See what they get</LinkButton>}
              <LinkButton to={addresses.receipts.href({ id, token })} icon={<ReceiptText aria-hidden />}>
                Receipts
              </LinkButton>
            </div>
            {!isUsedUp && (
              <p className="text-ink-2 text-ui">
                {expiresOn ? '' : 'It never expires. '}Treat it like cash: anyone with the code or the link to this page
                can use it.
              </p>
            )}
            <p className="flex flex-wrap items-center gap-x-2 text-ui">
              Keep this page's link to come back.
              <CopyButton text={location.href} label="Copy the link to this page" />
            </p>
          </GiftPart>
        </>
      )}
      {!isUsed && <PaperVoucher voucher={voucher} />}
    </GiftScreen>
  )
}

interface WaysProps {
  voucher: LinkedVoucher
  says: string
  onEmail: () => void
}

/** What comes next is amber: to print it, or once it is emailed or in use nothing. */
function Ways({ voucher: { recipientEmail, sentAt, isSetAside }, says, onEmail }: WaysProps) {
  return (
    <GiftPart title="Give it">
      <Button
        variant={recipientEmail || isSetAside ? 'ink' : 'cta'}
        size="lg"
        icon={<Printer aria-hidden />}
        onClick={() => window.print()}
      >
        Print the poster
      </Button>
      <div className="flex flex-wrap gap-x-6">
        <Button variant="text" icon={<Mail aria-hidden />} onClick={onEmail}>
          {sentAt ? 'Send it to another address' : recipientEmail ? 'Change address or day' : 'Email it'}
        </Button>
        <LinkButton to={textAddress(undefined, says)} variant="text" icon={<MessageSquare aria-hidden />}>
          Text it
        </LinkButton>
        <ShareButton what="gift" says={says} />
      </div>
    </GiftPart>
  )
}
