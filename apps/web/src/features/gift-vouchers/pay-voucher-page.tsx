import { addresses } from '@arcadia/contract/addresses'
import { isOfSeveral } from '@arcadia/contract/full-name'
import {
  GIFT_CANCELED,
  type LinkedVoucher,
  openVoucherLink,
  orderGiftVoucher,
  payLinkedVoucher,
} from '@arcadia/contract/gift-vouchers'
import { giftInWords, giftMidSentence } from '@arcadia/contract/gifts'
import { formatCents } from '@arcadia/contract/money'
import { PAYMENT_PROCESSING_MESSAGE } from '@arcadia/contract/payments'
import { openReceipts } from '@arcadia/contract/receipts'
import { callUs } from '@arcadia/contract/site/contact-words'
import { unbroken } from '@arcadia/contract/site/unbroken'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ApiError, call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { DidYouMean } from '../../forms/did-you-mean.tsx'
import { likelyEmail } from '../../forms/likely-email.ts'
import { forgetDraft, hasDraft, useDraft } from '../../forms/use-draft.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { readToken, useLinkId } from '../../session/use-emailed-link.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { DialogBody, DialogEnd } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { withPhoneLinks } from '../../ui/phone-links.tsx'
import { backToHome, PlatePage } from '../../ui/plate-page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FoldedSummary } from '../../ui/summary-list.tsx'
import { toast } from '../../ui/toast.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { FreshLink } from '../fresh-links/fresh-link.tsx'
import { CardFormFields } from '../payments/card-form.tsx'
import { PayButton } from '../payments/pay-button.tsx'
import { PaymentNews } from '../payments/payment-news.tsx'
import { PaymentProgress } from '../payments/payment-progress.tsx'
import { useCardPayment } from '../payments/use-card-payment.ts'
import { GIFT_DRAFT } from './gift-form.tsx'
import { GiftPart, GiftScreen } from './gift-screen.tsx'
import { PaidGift } from './paid-gift.tsx'
import { whenSent } from './voucher-words.ts'

const TITLE = 'Your gift'
const OTHER_PAYMENT_MS = 3000

/** Its payment, or its email. */
const isUnderWay = ({ status, recipientEmail, sendOn, sentAt, uses }: LinkedVoucher) =>
  status === 'PROCESSING' ||
  (status === 'CAPTURED' && recipientEmail !== null && sendOn === null && sentAt === null && uses.length === 0)

/** Pays for a gift voucher that was ordered or sold with this link, and then shows it (docs/rules.md §13.11). */
export function PayVoucherPage() {
  // Stays in the address: a buyer whose receipt went to a wrong address has only this page.
  const token = readToken(useLocation().hash)
  const id = useLinkId(addresses.payVoucher)
  return token ? (
    <Linked key={token} token={token} />
  ) : (
    <PlatePage title={TITLE}>
      <FreshLink id={id} />
    </PlatePage>
  )
}

function Linked({ token }: { token: string }) {
  const id = useLinkId(addresses.payVoucher) ?? ''
  const { business } = useSiteData()
  const [isNext, setNext] = useState(false)
  const { data, error, refetch } = useQuery({
    ...queryOf(openVoucherLink, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state: { data: voucher } }) => (voucher && isUnderWay(voucher) ? OTHER_PAYMENT_MS : false),
  })
  const isLost = data?.status === 'CAPTURED' && data.code === null
  const problem = isLost
    ? `This gift is paid for, but its code can't be read anymore. ${callUs(business)} We'll make you another.`
    : error instanceof ApiError && error.code === 'balance-link-invalid' && error.message
  const isCanceled = error instanceof ApiError && error.code === 'voucher-void'
  if (problem || isCanceled)
    return (
      <PlatePage title={isCanceled ? GIFT_CANCELED : TITLE}>
        <DialogEnd
          way={
            <>
              {backToHome}
              {isCanceled && <LinkButton to={addresses.receipts.href({ id, token })}>Receipts</LinkButton>}
            </>
          }
        >
          {problem ? <Banner>{problem}</Banner> : <CanceledGift token={token} />}
        </DialogEnd>
      </PlatePage>
    )
  if (data?.code) return <PaidGift token={token} voucher={data} isNext={isNext} onChanged={() => refetch()} />
  if (data && data.status !== 'PROCESSING')
    return (
      <PayLinked
        token={token}
        voucher={data}
        onChanged={() => {
          setNext(true)
          return refetch()
        }}
      />
    )
  return (
    <PlatePage title={TITLE}>
      <DialogBody>
        {data ? (
          <PaymentProgress title={PAYMENT_PROCESSING_MESSAGE} />
        ) : error ? (
          <TryAgainBanner error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-80 w-full" />
        )}
      </DialogBody>
    </PlatePage>
  )
}

/** What it was, for whom, and where its money went. */
function CanceledGift({ token }: { token: string }) {
  const { business } = useSiteData()
  const { data } = useQuery(queryOf(openReceipts, { body: { token } }))
  const back = data?.receipts.filter(({ isBack }) => isBack) ?? []
  return (
    <>
      {data?.gift && (
        <p className="wrap-anywhere">
          It was {giftMidSentence(data.gift)}, for {data.gift.recipientName}.
        </p>
      )}
      {back.map(({ number, what, amount, how }) => (
        <p key={number}>{unbroken(`${what}: ${formatCents(amount)}, ${how}.`)}</p>
      ))}
      <p>{withPhoneLinks(callUs(business))}</p>
    </>
  )
}

const knownStatus = (voucher: LinkedVoucher) => ({ ...voucher, status: voucher.status ?? ('MISSING' as const) })

/** What is paid for. */
const rowsOf = (voucher: LinkedVoucher) => [
  ...[
    { label: 'Gift', value: giftInWords(voucher) },
    { label: 'For', value: voucher.recipientName },
    { label: 'From', value: voucher.senderName },
    { label: 'Your message', value: voucher.words },
    { label: 'How they get it', value: whenSent(voucher) },
    { label: 'Receipt to', value: voucher.buyerEmail },
  ].map(({ label, value }) => !!value && { label, value: <span className="wrap-break-word">{value}</span> }),
  { label: 'Due today', value: <Money cents={voucher.worth} />, isDue: true },
]

const inOneLine = ({ recipientName, trip, worth }: LinkedVoucher) =>
  [giftInWords({ trip, worth }), `for ${recipientName}`, trip && formatCents(worth)].filter(Boolean).join(', ')

/** What a card can have on it: the whole name of one person. */
const cardName = (from: string | null) => (from && /\S\s+\S/.test(from) && !isOfSeveral(from) ? from : '')

/** Orders the same gift again with the receipt to the likely address; what was typed in the form follows. */
function OtherEmail({ voucher, email }: { voucher: LinkedVoucher; email: string }) {
  const navigate = useNavigate()
  const draft = useDraft(GIFT_DRAFT, { buyerEmail: '' })
  const [isBusy, setBusy] = useState(false)
  async function order(buyerEmail: string) {
    const { senderName, recipientName, recipientEmail, words, picture, sendOn, worth, trip } = voucher
    const given = { senderName, recipientName, recipientEmail, words, picture, sendOn, amount: worth }
    setBusy(true)
    try {
      const body = { ...given, buyerEmail, ...(trip && { trip }) }
      const link = await call(orderGiftVoucher, { body })
      draft.change({ buyerEmail })
      await navigate(addresses.payVoucher.href(link), { replace: true })
    } catch (error) {
      toast((error as Error).message, undefined, 'warn')
      setBusy(false)
    }
  }
  return <DidYouMean email={email} disabled={isBusy} onTake={(likely) => void order(likely)} />
}

function PayLinked({
  token,
  voucher,
  onChanged,
}: {
  token: string
  voucher: LinkedVoucher
  onChanged: () => Promise<unknown>
}) {
  /** From another tab, or by somebody else: their payment is shown, and this card wasn't charged. */
  function showIfPaid(error: unknown): never {
    if (error instanceof ApiError && error.code === 'voucher-not-good') {
      toast(`${error.message} Your card wasn't charged again.`, undefined, 'warn')
      void onChanged()
    }
    throw error
  }
  const payment = useCardPayment({
    isForAnyone: true,
    kept: { name: cardName(voucher.senderName) },
    send: async (card, query, options) => {
      const paying = call(payLinkedVoucher, { query, body: { token, ...card } }, options)
      return knownStatus(await paying.catch(showIfPaid))
    },
    ask: async (_payment, _, options) => knownStatus(await call(openVoucherLink, { body: { token } }, options)),
  })
  const { state, card, isSending, isUnsent, takesCard } = payment
  // The order stands as it was sent: changing it goes back to the form, which orders another.
  const [isOrderedHere] = useState(() => hasDraft(GIFT_DRAFT))
  const buyerEmail = voucher.buyerEmail ?? ''
  const likely = likelyEmail(buyerEmail)
  const isPaid = state.kind === 'paid'
  useEffect(() => {
    if (isPaid) forgetDraft(GIFT_DRAFT)
  }, [isPaid])
  // Its page is read again, because what follows is changed there.
  if (state.kind === 'paid')
    return <PaidGift token={token} voucher={{ ...state.payment, status: 'CAPTURED' }} isNext onChanged={onChanged} />
  return (
    <GiftScreen
      title={TITLE}
      headline="Pay for the gift"
      lead="You get the code as soon as it's paid."
      poster={voucher}
      isPaying
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {likely && (
          <Banner tone="warn">
            The receipt and the code go to {buyerEmail}.{' '}
            {isOrderedHere ? <OtherEmail voucher={voucher} email={buyerEmail} /> : `Did you mean ${likely}?`}
          </Banner>
        )}
        <FoldedSummary
          className="border-ink border-t-2 [&>summary]:py-2.5"
          says={inOneLine(voucher)}
          rows={rowsOf(voucher)}
        >
          {takesCard && isOrderedHere && (
            <LinkButton to={addresses.giftVouchers.href()} className="mt-4">
              Change
            </LinkButton>
          )}
        </FoldedSummary>
      </div>
      <form noValidate onSubmit={card.submit}>
        <GiftPart title="Your card">
          <PaymentNews payment={payment} afterwards="Open this link again to see the code." />
          {takesCard && <CardFormFields form={card} />}
          {state.kind === 'other-payment' && <Button onClick={() => void onChanged()}>Look again</Button>}
          {takesCard && <PayButton amount={voucher.worth} {...{ isSending, isUnsent }} />}
        </GiftPart>
      </form>
    </GiftScreen>
  )
}
