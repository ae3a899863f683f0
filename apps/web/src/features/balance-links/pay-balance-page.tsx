import { addresses, type EmailedLink } from '@arcadia/contract/addresses'
import {
  type LinkedBalance,
  openBalanceLink,
  payLinkedBalance,
  readLinkedPayment,
} from '@arcadia/contract/balance-links'
import { TERMS_VERSION } from '@arcadia/contract/booking-data'
import { formatUntil } from '@arcadia/contract/bookings'
import { formatCents } from '@arcadia/contract/money'
import { PAYMENT_PROCESSING_MESSAGE } from '@arcadia/contract/payments'
import { groupInWords } from '@arcadia/contract/riders'
import { capitalized } from '@arcadia/contract/site/number-words'
import { daysBetween, formatFullDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ApiError, call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { useMinute, useVenueToday } from '../../api/venue-today.ts'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { useEmailedLink } from '../../session/use-emailed-link.ts'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { DialogBody, DialogEnd, DialogFoot } from '../../ui/dialog.tsx'
import { Money } from '../../ui/money.tsx'
import { backToHome, PlatePage } from '../../ui/plate-page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { TermsField } from '../bookings/terms-field.tsx'
import { dueWhen } from '../bookings/trip-to-do.ts'
import { useTerms } from '../bookings/use-terms.ts'
import { FreshLink } from '../fresh-links/fresh-link.tsx'
import { PayByVoucher } from '../gift-vouchers/pay-by-voucher.tsx'
import { VoucherField, type VoucherInHand } from '../gift-vouchers/voucher-field.tsx'
import { CardFormFields } from '../payments/card-form.tsx'
import { PayButton } from '../payments/pay-button.tsx'
import { PaymentNews } from '../payments/payment-news.tsx'
import { PaymentProgress } from '../payments/payment-progress.tsx'
import { useCardPayment } from '../payments/use-card-payment.ts'
import { WhatToPay } from '../payments/what-to-pay.tsx'
import { EmailReceipt } from './email-receipt.tsx'

const TITLE = 'Pay the balance'
const titleOf = ({ deposit, share }: LinkedBalance) =>
  share !== null ? 'Pay your share' : deposit === null ? TITLE : 'Pay the deposit'
const OTHER_PAYMENT_MS = 3000

const whoseEmail = ({ share }: LinkedBalance) => (share === null || share.isOwn ? 'on the booking' : 'of this share')

/** Customers without an email see the result here or hear from the owner. */
const afterwards = (balance: LinkedBalance) =>
  balance.hasEmail
    ? `We'll email the result to the address ${whoseEmail(balance)}.`
    : 'Open this link again to see the result.'

/** Pays a booking's balance with an emailed link; anyone with the link can pay (docs/rules.md §3.24). */
export function PayBalancePage() {
  const { id, token, backTo } = useEmailedLink(addresses.payBalance)
  if (token) return <LinkedBooking key={token} link={{ id: id ?? '', token }} tripAddress={backTo} />
  return (
    <PlatePage title={TITLE}>
      <FreshLink id={id} />
    </PlatePage>
  )
}

function LinkedBooking({
  link,
  tripAddress = addresses.trip.href(link),
}: {
  link: EmailedLink
  tripAddress: string | undefined
}) {
  const { token } = link
  const { data, error, refetch } = useQuery({
    ...queryOf(openBalanceLink, { body: { token } }),
    // The amounts must not change while someone pays, so refetch only after a refusal.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.isPaying ? OTHER_PAYMENT_MS : false),
  })
  const [isRefused, setRefused] = useState(false)
  const code = error instanceof ApiError && error.code
  if (code === 'balance-link-paid')
    return (
      <Ended title="Balance paid" tripAddress={tripAddress}>
        <FormAnswer>
          {error?.message}
          {isRefused && " Your card wasn't charged."}
        </FormAnswer>
      </Ended>
    )
  if (code === 'balance-link-invalid' || code === 'balance-not-by-card')
    return (
      <Ended title={TITLE}>
        <Banner>{error?.message}</Banner>
        <p className="muted">
          Is this your booking? <Link to={addresses.bookings.href()}>Sign in to see it.</Link>
        </p>
      </Ended>
    )
  if (!data || data.isPaying)
    return (
      <PlatePage title={TITLE}>
        <DialogBody className="grid content-start gap-5">
          {data ? (
            <>
              <PaymentProgress title={PAYMENT_PROCESSING_MESSAGE} />
              <p className="text-ui text-ink-2">
                This can take a few minutes. You can close this page. {afterwards(data)}
              </p>
              <Facts balance={data} />
            </>
          ) : error ? (
            <TryAgainBanner error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton className="h-80 w-full" />
          )}
        </DialogBody>
      </PlatePage>
    )
  return (
    <PayLinked
      {...{ link, tripAddress }}
      balance={data}
      onChanged={() => void refetch()}
      onRefused={() => {
        setRefused(true)
        void refetch()
      }}
    />
  )
}

interface PayLinkedProps {
  link: EmailedLink
  /** The page of the trip: the one it was opened on, or that of the link. */
  tripAddress: string
  balance: LinkedBalance
  /** The amount owed may differ from what is shown. */
  onChanged: () => void
  /** The same, and this card was not charged. */
  onRefused: () => void
}

function PayLinked({ link, tripAddress, balance, onChanged, onRefused }: PayLinkedProps) {
  const { token } = link
  const { owed, deposit, isBalanceByCard, asksTerms, selectedDate } = balance
  const terms = useTerms()
  /** The amount a voucher paid, which covered the whole deposit. */
  const [byVoucher, setByVoucher] = useState<number>()
  const today = useVenueToday()
  const [paysAll, setPaysAll] = useState(false)
  const [voucher, setVoucher] = useState<VoucherInHand | null>(null)
  const amount = paysAll ? owed : (deposit ?? owed)
  const payment = useCardPayment({
    isForAnyone: true,
    send: (card, query, options) =>
      call(
        payLinkedBalance,
        {
          query,
          body: {
            token,
            amount,
            currency: 'USD',
            ...card,
            owed,
            ...(terms.isAccepted && { termsVersion: TERMS_VERSION }),
          },
        },
        options,
      ),
    ask: ({ id }, _, options) => call(readLinkedPayment, { params: { id }, body: { token } }, options),
  })
  const { state, card, isSending, isUnsent } = payment
  const takesCard = payment.takesCard && !voucher
  const isRefused = state.kind === 'other-payment' || (state.kind === 'ready' && state.problem !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per refusal
  useEffect(() => {
    if (isRefused) onRefused()
  }, [isRefused])
  if (byVoucher !== undefined) return <Receipt {...{ link, tripAddress, balance }} paid={byVoucher} />
  if (state.kind === 'paid')
    return <Receipt {...{ link, tripAddress, balance }} paid={state.payment.amount} payment={state.payment.id} />
  return (
    <PlatePage title={titleOf(balance)}>
      <form
        className="dlg__form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (voucher) return voucher.pay()
          if (!asksTerms || terms.demand()) card.submit(event)
        }}
      >
        <DialogBody className="grid content-start gap-5">
          <PaymentNews payment={payment} afterwards={afterwards(balance)} />
          <Facts balance={balance} />
          {deposit === null && (
            <LinkButton to={tripAddress} className="justify-self-start">
              Show the trip
            </LinkButton>
          )}
          <h2 className="sr">Payment</h2>
          {takesCard && deposit !== null && isBalanceByCard && (
            <WhatToPay {...{ deposit, owed, paysAll }} disabled={isSending} onChange={setPaysAll} />
          )}
          {takesCard && deposit !== null && !isBalanceByCard && (
            <p>You're paying the deposit now. Only the deposit can be paid by card.</p>
          )}
          {takesCard && <CardFormFields form={card} />}
          {payment.takesCard && asksTerms && (
            <TermsField {...terms.field} daysUntilTrip={daysBetween(today, selectedDate)} />
          )}
          {state.kind === 'ready' && (
            <VoucherField
              onInHand={setVoucher}
              link={{
                token,
                owed,
                isDeposit: balance.depositUntil !== null,
                accept() {
                  if (!asksTerms) return {}
                  return terms.demand() ? { termsVersion: TERMS_VERSION } : undefined
                },
                onPaid: balance.depositUntil ? setByVoucher : onChanged,
              }}
            />
          )}
        </DialogBody>
        {(payment.takesCard || voucher) && (
          <DialogFoot isStacked>
            {voucher ? <PayByVoucher voucher={voucher} /> : <PayButton {...{ amount, isSending, isUnsent }} />}
          </DialogFoot>
        )}
      </form>
    </PlatePage>
  )
}

function Facts({ balance }: { balance: LinkedBalance }) {
  const { firstName, selectedDate, owed, share, deposit, depositUntil } = balance
  const { business } = useSiteData()
  const due = dueWhen(balance, business, useMinute()).trim()
  return (
    <SummaryList
      rows={[
        share?.isOwn !== true && { label: 'Booked by', value: <span className="wrap-anywhere">{firstName}</span> },
        { label: 'Trip', value: formatFullDate(selectedDate) },
        { label: 'Group', value: groupInWords(balance) },
        depositUntil && { label: 'Spots kept until', value: formatUntil(depositUntil) },
        deposit !== null && { label: 'Deposit', value: <Money cents={deposit} />, isDue: true },
        {
          label: share === null ? 'Balance' : share.isOwn ? 'Your share' : `${share.name}'s share`,
          value: <Money cents={owed - (deposit ?? 0)} />,
          isDue: deposit === null,
        },
        deposit === null && due !== '' && { label: 'Due', value: capitalized(due) },
      ]}
    />
  )
}

interface ReceiptProps extends Pick<PayLinkedProps, 'link' | 'tripAddress' | 'balance'> {
  paid: number
  /** By card. */
  payment?: number
}

function Receipt({ link, tripAddress, balance, paid, payment }: ReceiptProps) {
  const { share } = balance
  const left = balance.owed - paid
  return (
    <Ended title={left > 0 ? 'Deposit paid' : share === null ? 'Balance paid' : 'Share paid'} tripAddress={tripAddress}>
      <FormAnswer>
        Thank you. Your payment went through, and{' '}
        {left > 0
          ? `${formatCents(left)} is left to pay.`
          : share === null
            ? "you're paid in full."
            : 'your share is paid.'}
      </FormAnswer>
      <SummaryList rows={[{ label: 'Paid now', value: <Money cents={paid} />, isDue: true }]} />
      <p className="text-ui text-ink-2">
        {balance.depositUntil && 'Your date is booked. '}
        {balance.hasEmail
          ? `We've emailed a receipt to the address ${whoseEmail(balance)}.`
          : 'Keep this link. It leads to your trip.'}
        {left > 0 && balance.isBalanceByCard && ' You can pay the rest with the same link.'}
      </p>
      {payment !== undefined && <EmailReceipt token={link.token} id={payment} hasEmail={balance.hasEmail} />}
    </Ended>
  )
}

interface EndedProps {
  title: string
  /** Of the trip that is paid for. */
  tripAddress?: string
  children: ReactNode
}

/** The link can't pay anything anymore. */
function Ended({ title, tripAddress, children }: EndedProps) {
  const trip = tripAddress && (
    <LinkButton to={tripAddress} variant="cta">
      View your trip
    </LinkButton>
  )
  return (
    <PlatePage title={title} isWide>
      <DialogEnd way={trip ?? backToHome}>{children}</DialogEnd>
    </PlatePage>
  )
}
