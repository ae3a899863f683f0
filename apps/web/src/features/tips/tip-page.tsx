import { addresses } from '@arcadia/contract/addresses'
import { fullName } from '@arcadia/contract/full-name'
import { type Cents, formatCents } from '@arcadia/contract/money'
import { unbroken } from '@arcadia/contract/site/unbroken'
import {
  LEAST_TIP,
  MOST_TIP,
  NewTip,
  openTip,
  type PaidTip,
  payTip,
  readTip,
  type TipAsked,
} from '@arcadia/contract/tips'
import { formatFullDate } from '@arcadia/contract/trip-date'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import * as z from 'zod/mini'
import { ApiError, call } from '../../api/call.ts'
import { queryOf } from '../../api/query-of.ts'
import { choiceField } from '../../forms/choice-field.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { typedAmount } from '../../forms/typed-amount.ts'
import { type ContractForm, useContractForm } from '../../forms/use-contract-form.ts'
import { useSession } from '../../session/session.tsx'
import { useEmailedLink } from '../../session/use-emailed-link.ts'
import { Banner } from '../../ui/banner.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { DialogBody, DialogEnd, DialogFoot } from '../../ui/dialog.tsx'
import { AmountField, TextField } from '../../ui/field.tsx'
import { Money } from '../../ui/money.tsx'
import { backToHome, PlatePage } from '../../ui/plate-page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { FreshLink } from '../fresh-links/fresh-link.tsx'
import { CardFormFields } from '../payments/card-form.tsx'
import { PayButton } from '../payments/pay-button.tsx'
import { PaymentNews } from '../payments/payment-news.tsx'
import { useCardPayment } from '../payments/use-card-payment.ts'
import { OWN, TipAmounts } from './tip-amounts.tsx'
import { pathOf, tipTitle } from './tip-guide.tsx'
import { rememberTip } from './tipped-here.ts'
import './tips.css'

const BOUNDS = `A tip by card is ${formatCents(LEAST_TIP)} to ${formatCents(MOST_TIP)}.`

const Typed = z
  .object({
    choice: z.string(),
    own: typedAmount(MOST_TIP, { tooMuch: BOUNDS }),
    name: NewTip.shape.name,
    email: NewTip.shape.email,
  })
  .check(z.refine(({ choice, own }) => choice !== OWN || (own ?? 0) >= LEAST_TIP, { path: ['own'], message: BOUNDS }))

/** Tips the guide by a link of the trip, as the code at the ramp has it (docs/rules.md §3.45). */
export function TipPage() {
  const { id, token, backTo } = useEmailedLink(addresses.tip)
  if (token)
    return <LinkedTip key={token} token={token} tripAddress={backTo ?? addresses.trip.href({ id: id ?? '', token })} />
  return (
    <PlatePage title={tipTitle(null)}>
      <FreshLink id={id} to="whoever booked the trip" />
    </PlatePage>
  )
}

function LinkedTip({ token, tripAddress }: { token: string; tripAddress: string }) {
  const { data, error, refetch } = useQuery(queryOf(openTip, { body: { token } }))
  if (data) return <PayTip {...{ token, tripAddress }} asked={data} />
  const isOver = error instanceof ApiError && (error.code === 'trip-link-invalid' || error.code === 'tip-closed')
  return (
    <PlatePage title={tipTitle(null)}>
      {isOver ? (
        <DialogEnd way={backToHome}>
          <Banner>{error.message}</Banner>
        </DialogEnd>
      ) : (
        <DialogBody>
          {error ? (
            <TryAgainBanner error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton className="h-80 w-full" />
          )}
        </DialogBody>
      )}
    </PlatePage>
  )
}

interface PayTipProps {
  token: string
  tripAddress: string
  asked: TipAsked
}

function PayTip({ token, tripAddress, asked }: PayTipProps) {
  const { session } = useSession()
  const guest = session?.user.role === 'USER' ? session.user : undefined
  const name = guest ? fullName(guest) : ''
  const chosen = new URLSearchParams(useLocation().search).get('amount')
  const form = useContractForm(Typed, {
    choice: chosen === OWN || asked.amounts.includes(Number(chosen)) ? chosen! : String(asked.amounts[1]),
    own: '',
    name,
    email: guest?.email ?? '',
  })
  const typed = useRef<z.output<typeof Typed>>(undefined)
  const payment = useCardPayment<PaidTip & { key: string }>({
    isForAnyone: true,
    kept: { name },
    async send(card, query, options) {
      const { choice, own, name, email } = typed.current!
      const body = { token, amount: amountOf(choice, own), name, email, ...card }
      return { ...(await call(payTip, { query, body }, options)), key: options.idempotencyKey }
    },
    ask: async ({ key: idempotencyKey }, _, options) => ({
      ...(await call(readTip, { body: { token } }, { ...options, idempotencyKey })),
      key: idempotencyKey,
    }),
  })
  const { state, card, isSending, isUnsent, takesCard } = payment
  // Before the fields below it, whose order the focus follows.
  const own = form.field('own')
  if (state.kind === 'paid') return <Thanks {...{ token, tripAddress }} guide={asked.guide} tip={state.payment} />
  return (
    <PlatePage title={tipTitle(asked.guide)}>
      <form
        className="dlg__form"
        noValidate
        onSubmit={(event) => {
          const { currentTarget } = event
          void form.submit(async (values) => {
            typed.current = values
            card.submit({ currentTarget, preventDefault: () => undefined })
          })(event)
        }}
      >
        <DialogBody className="grid content-start gap-5">
          <PaymentNews payment={payment} afterwards="We'll email you the result." />
          <p className="muted">
            For the trip on {unbroken(formatFullDate(asked.selectedDate))}. Apart from its price, and always up to you.
          </p>
          {takesCard && (
            <fieldset className="grid min-w-0 gap-5" disabled={isSending}>
              <legend className="sr">Your tip</legend>
              <TipAmounts
                amounts={asked.amounts}
                {...choiceField(form, 'choice', (answer) => answer !== OWN && 'own')}
              />
              {form.watch('choice') === OWN && <AmountField {...own} label="Amount in dollars" />}
              <TextField {...form.field('name')} label="Your name" autoComplete="name" required maxLength={100} />
              <EmailField {...form.field('email')} label="Email for the receipt" />
            </fieldset>
          )}
          <h2 className="sr">Payment</h2>
          {takesCard && <CardFormFields form={card} />}
        </DialogBody>
        {takesCard && (
          <DialogFoot isStacked>
            <PayButton verb="Tip" amount={shownAmount(form)} {...{ isSending, isUnsent }} />
          </DialogFoot>
        )}
      </form>
    </PlatePage>
  )
}

type TipForm = ContractForm<keyof z.input<typeof Typed>>

const amountOf = (choice: string, own: Cents | undefined): Cents => (choice === OWN ? (own ?? 0) : Number(choice))

/** What the button says. */
function shownAmount(form: TipForm): Cents {
  const own = z.safeDecode(Typed.shape.own, form.watch('own'))
  return amountOf(form.watch('choice'), own.data)
}

interface ThanksProps extends Omit<PayTipProps, 'asked'> {
  guide: string | null
  tip: PaidTip
}

function Thanks({ token, tripAddress, guide, tip }: ThanksProps) {
  useEffect(() => rememberTip(token, tip), [token, tip])
  return (
    <PlatePage title="Thank you" isWide>
      <DialogEnd
        way={
          <>
            <LinkButton to={tripAddress} variant="cta">
              View your trip
            </LinkButton>
            {tip.receiptUrl && (
              <LinkButton to={pathOf(tip.receiptUrl)} variant="text">
                See or print the receipt
              </LinkButton>
            )}
          </>
        }
      >
        <FormAnswer>Your tip for {guide ?? 'your guide'} went through. We've emailed you the receipt.</FormAnswer>
        <SummaryList rows={[{ label: 'Tip', value: <Money cents={tip.amount} />, isDue: true }]} />
      </DialogEnd>
    </PlatePage>
  )
}
