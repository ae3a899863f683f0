import { MAX_PARTY, quote } from '@arcadia/contract/configuration'
import {
  buyGiftVoucher,
  type GiftVoucher,
  listMyGiftVouchers,
  MAX_WORTH,
  MIN_WORTH,
  NewGiftVoucher,
} from '@arcadia/contract/gift-vouchers'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { PAYMENT_PROCESSING_MESSAGE } from '@arcadia/contract/payments'
import { anglers } from '@arcadia/contract/riders'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { useDialogs } from '../../dialogs.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { FormView } from '../../forms/form-view.tsx'
import { typedAmount } from '../../forms/typed-amount.ts'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { useSession } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { AmountField, optional, SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { Money } from '../../ui/money.tsx'
import { Paper } from '../../ui/paper.tsx'
import { PlatePage } from '../../ui/plate-page.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { PACKAGES } from '../bookings/packages.ts'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import { connectionStatusQuery } from '../merchant/merchant.queries.ts'
import { proveHuman } from '../payments/bot-protection.ts'
import { CardFormFields } from '../payments/card-form.tsx'
import { PaymentNews } from '../payments/payment-news.tsx'
import { useCardPayment } from '../payments/use-card-payment.ts'

type Gift = Omit<NewGiftVoucher, 'paymentToken' | 'recaptcha'>

/** Buys a gift voucher by card, and shows those one has bought (docs/rules.md §13). */
export function GiftVouchersPage() {
  const { session } = useSession()
  const [gift, setGift] = useState<Gift>()
  const [isPaying, setPaying] = useState(false)
  const [bought, setBought] = useState<GiftVoucher>()
  return (
    <PlatePage title="Gift vouchers">
      {bought ? (
        <Bought
          voucher={bought}
          onAnother={() => {
            setBought(undefined)
            setGift(undefined)
          }}
        />
      ) : isPaying && gift && session ? (
        <PayForGift
          gift={gift}
          onBack={() => setPaying(false)}
          onPaid={(voucher) => {
            setPaying(false)
            setBought(voucher)
          }}
        />
      ) : (
        <GiftForm
          gift={gift}
          onDone={(filled) => {
            setGift(filled)
            setPaying(true)
          }}
        />
      )}
      {session && !isPaying && !bought && <MyVouchers />}
    </PlatePage>
  )
}

const { senderName, recipientName, recipientEmail, words, sendOn } = NewGiftVoucher.shape
const GiftFields = z
  .object({
    worth: z.enum(['AMOUNT', 'STANDARD', 'TROPHY']),
    amount: typedAmount(MAX_WORTH, { tooMuch: 'A gift voucher is worth at most $10,000.' }),
    numberOfGuests: z.int(),
    ...{ senderName, recipientName, recipientEmail, words, sendOn },
  })
  .check(
    z.refine(({ worth, amount }) => worth !== 'AMOUNT' || (amount ?? 0) >= MIN_WORTH, {
      path: ['amount'],
      message: 'A gift voucher is worth at least $50.',
    }),
  )

function GiftForm({ gift, onDone }: { gift: Gift | undefined; onDone: (gift: Gift) => void }) {
  const { user } = useSession()
  const { openSignIn } = useDialogs()
  const config = useBookingConfig()
  const form = useContractForm(GiftFields, {
    worth: gift?.trip?.packageType ?? 'AMOUNT',
    amount: gift && !gift.trip ? String(gift.amount / 100) : '',
    numberOfGuests: gift?.trip?.numberOfGuests ?? 2,
    recipientName: gift?.recipientName ?? '',
    senderName: gift?.senderName ?? user?.firstName ?? '',
    words: gift?.words ?? '',
    recipientEmail: gift?.recipientEmail ?? '',
    sendOn: gift?.sendOn ?? '',
  })
  const submit = form.submit(async ({ worth, amount, numberOfGuests, ...rest }) => {
    if (!user) return openSignIn({ message: 'Sign in to buy a gift voucher.' })
    if (worth === 'AMOUNT') return onDone({ ...rest, amount: amount ?? 0 })
    if (!config) return
    const trip = { packageType: worth, numberOfGuests }
    onDone({ ...rest, trip, amount: quote(config, worth, numberOfGuests).total })
  })
  const worth = form.watch('worth')
  return (
    <FormView form={form} onSubmit={submit} submit="Continue" busyLabel="Checking...">
      <p>Give a morning on Peace River. We email you the code, and it never expires. What isn't used stays on it.</p>
      <SelectField {...form.field('worth')} label="What you give">
        <option value="AMOUNT">An amount you choose</option>
        <option value="STANDARD">A Standard trip</option>
        <option value="TROPHY">A Trophy trip</option>
      </SelectField>
      {worth === 'AMOUNT' ? (
        <AmountField {...form.field('amount')} label="Amount in dollars" help="$50 to $10,000" />
      ) : (
        <SelectField {...form.field('numberOfGuests')} label="Number of anglers">
          {Array.from({ length: MAX_PARTY }, (_, index) => index + 1).map((size) => (
            <option key={size} value={size}>
              {anglers(size)}
              {config && `, ${formatCents(quote(config, worth === 'TROPHY' ? 'TROPHY' : 'STANDARD', size).total)}`}
            </option>
          ))}
        </SelectField>
      )}
      <div className="grid grid-cols-2 gap-3">
        <TextField {...form.field('recipientName')} label="Who it's for" autoComplete="off" />
        <TextField {...form.field('senderName')} label="From" autoComplete="given-name" />
      </div>
      <TextArea {...form.field('words')} label={optional('Your message')} rows={3} maxLength={500} />
      <EmailField
        {...form.field('recipientEmail')}
        label={optional('Their email')}
        required={false}
        autoComplete="off"
        help="Leave it empty to print the voucher and hand it over yourself."
      />
      {form.watch('recipientEmail') !== '' && (
        <TextField
          {...form.field('sendOn')}
          label={optional('Email it on')}
          type="date"
          help="At 9 AM. Empty: right away."
        />
      )}
    </FormView>
  )
}

interface PayForGiftProps {
  gift: Gift
  onBack: () => void
  onPaid: (voucher: GiftVoucher) => void
}

function PayForGift({ gift, onBack, onPaid }: PayForGiftProps) {
  const { data: connection } = useQuery(connectionStatusQuery)
  const realmId = connection?.realmId ?? undefined
  const { state, card, dismiss } = useCardPayment({
    realmId,
    send: async (paymentToken, options) => {
      const recaptcha = await proveHuman()
      return call(buyGiftVoucher, { query: { realmId }, body: { ...gift, paymentToken, recaptcha } }, options)
    },
    ask: async (id, options) => {
      const voucher = (await call(listMyGiftVouchers, {}, options)).find((one) => one.id === id)
      if (!voucher) throw new Error('The voucher is not listed')
      return voucher
    },
  })
  const isConnected = connection?.isConnected !== false
  const hasForm = (state.kind === 'ready' || state.kind === 'sending') && isConnected
  useEffect(() => {
    if (state.kind === 'paid') onPaid(state.payment)
  }, [state, onPaid])
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that led here is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <form className="dlg__form" noValidate onSubmit={card.submit}>
      <DialogBody className="grid content-start gap-5">
        <h2 ref={heading} tabIndex={-1} className="sr">
          Payment
        </h2>
        <PaymentNews {...{ state, isConnected }} afterwards="We'll email you the result." onDismiss={dismiss} />
        <SummaryList
          rows={[
            { label: 'For', value: <span className="wrap-anywhere">{gift.recipientName}</span> },
            ...(gift.trip
              ? [
                  {
                    label: 'Trip',
                    value: `${PACKAGES[gift.trip.packageType].name}, ${anglers(gift.trip.numberOfGuests)}`,
                  },
                ]
              : []),
            { label: 'Emailed', value: <span className="wrap-anywhere">{whenEmailed(gift)}</span> },
            { label: 'Gift voucher', value: <Money cents={gift.amount} />, isDue: true },
          ]}
        />
        {hasForm && <CardFormFields form={card} />}
      </DialogBody>
      <DialogFoot>
        {state.kind !== 'confirming' && (
          <Button disabled={state.kind === 'sending'} onClick={onBack}>
            Back
          </Button>
        )}
        {hasForm && <PayButton amount={gift.amount} isBusy={state.kind === 'sending'} />}
      </DialogFoot>
    </form>
  )
}

function PayButton({ amount, isBusy }: { amount: Cents; isBusy: boolean }) {
  return (
    <Button
      type="submit"
      variant="cta"
      className="num min-w-0 flex-1 px-3"
      busy={isBusy}
      busyLabel="Processing Payment..."
    >
      {`Pay ${formatCents(amount)} USD`}
    </Button>
  )
}

function whenEmailed({ recipientEmail, sendOn }: Pick<Gift, 'recipientEmail' | 'sendOn'>): string {
  if (!recipientEmail) return 'to you only'
  return `to ${recipientEmail}, ${sendOn ? formatFullDate(sendOn) : 'right away'}`
}

function Bought({ voucher, onAnother }: { voucher: GiftVoucher; onAnother: () => void }) {
  return (
    <>
      <DialogBody className="grid content-start gap-5">
        <FormAnswer>Thank you. Your gift voucher is paid for, and its code is in your email.</FormAnswer>
        <div>
          <p className="label text-ink-3">Code</p>
          <div className="flex flex-wrap items-center gap-x-2">
            <p className="num font-display text-[2rem]/none tracking-[0.02em]">{voucher.code}</p>
            <CopyButton text={voucher.code ?? ''} label="Copy the code" />
          </div>
        </div>
        <SummaryList
          rows={[
            { label: 'For', value: <span className="wrap-anywhere">{voucher.recipientName}</span> },
            { label: 'Emailed', value: <span className="wrap-anywhere">{whenEmailed(voucher)}</span> },
            { label: 'Worth', value: <Money cents={voucher.worth} />, isDue: true },
          ]}
        />
      </DialogBody>
      <DialogFoot>
        <Button onClick={onAnother}>Buy another</Button>
        <Button variant="cta" icon={<Printer aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </DialogFoot>
      <PaperVoucher voucher={voucher} />
    </>
  )
}

/** What one has bought: a reload, and whoever lost the email, finds it here. */
function MyVouchers() {
  const { data = [] } = useQuery(queryOf(listMyGiftVouchers, {}))
  const [printed, setPrinted] = useState<GiftVoucher>()
  useEffect(() => {
    if (printed) window.print()
  }, [printed])
  const shown = data.filter(({ status }) => status === 'CAPTURED' || status === 'PROCESSING')
  if (shown.length === 0) return null
  return (
    <section className="border-line border-t px-6 py-5" aria-labelledby="my-vouchers">
      <h2 id="my-vouchers" className="font-strong">
        Vouchers you bought
      </h2>
      <ul className="panel-list">
        {shown.map((voucher) => (
          <li key={voucher.id}>
            <span className="min-w-0 wrap-anywhere">
              <b className="num">{voucher.code ?? PAYMENT_PROCESSING_MESSAGE}</b>
              <span className="block small text-ink-2">
                For {voucher.recipientName}, <Money cents={voucher.left} /> of <Money cents={voucher.worth} /> left
              </span>
            </span>
            {voucher.code && (
              <Button variant="text" size="sm" className="flex-none" onClick={() => setPrinted({ ...voucher })}>
                <span>
                  Print<span className="sr"> the voucher for {voucher.recipientName}</span>
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {printed && <PaperVoucher voucher={printed} />}
    </section>
  )
}

function PaperVoucher({
  voucher: { recipientName: to, senderName: from, words: said, worth, code },
}: {
  voucher: GiftVoucher
}) {
  return (
    <Paper title="Gift voucher">
      <p>A morning of guided trophy fishing on Peace River, Arcadia, Florida.</p>
      <SummaryList
        rows={[
          { label: 'For', value: to },
          { label: 'From', value: from },
          { label: 'Worth', value: <Money cents={worth} /> },
          { label: 'Code', value: code, isDue: true },
        ]}
      />
      {said && <p className="wrap-anywhere whitespace-pre-line">{said}</p>}
      <p>
        Use the code when you book on our site, or when you pay a balance. What's left stays on the voucher, and it
        doesn't expire. Treat it like cash: whoever has the code can use it.
      </p>
    </Paper>
  )
}
