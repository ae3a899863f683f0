import { addresses } from '@arcadia/contract/addresses'
import { quote } from '@arcadia/contract/configuration'
import { GIFT_PICTURES, GiftPicture } from '@arcadia/contract/gift-pictures'
import { MIN_WORTH, NewGiftVoucher, orderGiftVoucher } from '@arcadia/contract/gift-vouchers'
import { giftInWords } from '@arcadia/contract/gifts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { DraftNote } from '../../forms/draft-note.tsx'
import { EmailField } from '../../forms/email-field.tsx'
import { FormError } from '../../forms/form-error.tsx'
import type { ContractForm } from '../../forms/use-contract-form.ts'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { useSession } from '../../session/session.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { optional, TextArea, TextField } from '../../ui/field.tsx'
import { Money } from '../../ui/money.tsx'
import { SummaryList } from '../../ui/summary-list.tsx'
import { NoOpenMorning, useSoldOut } from '../availability/no-open-morning.tsx'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import { connectionStatusQuery } from '../merchant/merchant.queries.ts'
import { NotConnected } from '../payments/not-connected.tsx'
import { MyVouchers } from './bought-vouchers.tsx'
import { GIFT_TITLES, GiftScreen } from './gift-screen.tsx'
import { PLATES } from './poster.tsx'
import { asksWhere, SendFields, sendShape, sentTo } from './send-fields.tsx'
import { asksAmount, givenOf, WorthFields, worthShape } from './worth-fields.tsx'

export const GIFT_DRAFT = 'gift'

const { senderName, buyerEmail, recipientName, words } = NewGiftVoucher.shape
const GiftFields = z
  .object({ ...worthShape, senderName, buyerEmail, recipientName, words, picture: GiftPicture, ...sendShape })
  .check(asksAmount, ...asksWhere)

/** Orders a gift beside its poster, and leads to the page that pays for it. What is typed stays until then. */
export function GiftForm() {
  const { user } = useSession()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data: connection } = useQuery(connectionStatusQuery)
  const isSoldOut = useSoldOut() !== undefined
  const form = useDraftForm(GIFT_DRAFT, GiftFields, {
    picture: 'cypress',
    worth: 'TROPHY',
    amount: '',
    numberOfGuests: 1,
    recipientName: '',
    senderName: user?.firstName ?? '',
    words: '',
    buyerEmail: user?.email ?? '',
    sending: 'BY_HAND',
    recipientEmail: '',
    sendOn: '',
  })
  const submit = form.submit(async ({ senderName, buyerEmail, recipientName, words, picture, ...rest }) => {
    const given = await givenOf(rest, client)
    const gift = { senderName, buyerEmail, recipientName, words, picture, ...sentTo(rest), ...given }
    await navigate(addresses.payVoucher.href(await call(orderGiftVoucher, { body: gift })))
  })
  // What is only tapped is tapped again.
  const isTyped = [form.watch('recipientName'), form.watch('words'), form.watch('amount')].some(Boolean)
  const poster = {
    recipientName: form.watch('recipientName').trim() || 'you',
    senderName: form.watch('senderName').trim(),
    words: form.watch('words').trim(),
    picture: form.watch('picture') as GiftPicture,
  }
  return (
    <GiftScreen
      {...GIFT_TITLES}
      lead="A poster by email, or on paper to wrap. It never expires, and there's no account to make."
      poster={poster}
      below={<PictureChoice form={form} />}
    >
      {connection?.isConnected === false && <NotConnected />}
      {isSoldOut && (
        <Banner tone="info">
          <NoOpenMorning /> A gift never expires, so they can pick theirs when more open.
        </Banner>
      )}
      <form className="gift-parts" noValidate onSubmit={submit}>
        <WorthFields form={form} />
        <fieldset className="grid min-w-0 gap-4">
          <legend>To and from</legend>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField {...form.field('recipientName')} label="Who it's for" autoComplete="off" />
            <TextField {...form.field('senderName')} label="From" autoComplete="given-name" />
          </div>
          <TextArea
            {...form.field('words')}
            label={optional('Your message')}
            rows={3}
            maxLength={500}
            help="Up to 500 characters."
          />
          <EmailField {...form.field('buyerEmail')} label="Your email" help="For the receipt and the code." />
        </fieldset>
        <SendFields
          form={form}
          byHand="Nothing is emailed to them. The poster is ready to print or text as soon as you've paid."
        />
        <section className="grid grid-cols-[minmax(0,1fr)] gap-4 border-ink has-[>.summary]:border-t-2 [&_.summary]:border-t-0">
          <Sum form={form} />
          <FormError onRetry={form.retry}>{form.error}</FormError>
          <DraftNote isDraft={form.isDraft && isTyped} onDiscard={form.empty} />
          <Button type="submit" variant="cta" size="lg" busy={form.isBusy} busyLabel="Checking...">
            Continue
          </Button>
          <p className="text-ink-2 text-ui">Your card comes next. Nothing is charged yet.</p>
        </section>
      </form>
      {user && <MyVouchers />}
    </GiftScreen>
  )
}

type Shown<Name extends string> = { form: Pick<ContractForm<Name>, 'field' | 'watch'> }

function PictureChoice({ form }: Shown<'picture'>) {
  const { error: _, ...picture } = form.field('picture')
  return (
    <>
      <fieldset className="gift-plates">
        <legend className="sr">Picture</legend>
        {GiftPicture.options.map((value) => (
          <label key={value}>
            <input type="radio" {...picture} value={value} />
            <img src={PLATES[value]} alt={GIFT_PICTURES[value]} />
          </label>
        ))}
      </fieldset>
      <p className="text-ink-2 text-ui">What they get. Pick another picture if you like.</p>
    </>
  )
}

/** What is due for what is chosen, once that is known. */
function Sum({ form }: Shown<'worth' | 'amount' | 'numberOfGuests'>) {
  const config = useBookingConfig()
  const worth = form.watch('worth')
  const numberOfGuests = Number(form.watch('numberOfGuests'))
  if (worth === 'AMOUNT') {
    const { data } = z.safeDecode(worthShape.amount, form.watch('amount'))
    return data && data >= MIN_WORTH ? (
      <SummaryList rows={[{ label: 'Due today', value: <Money cents={data} />, isDue: true }]} />
    ) : null
  }
  if (!config) return null
  const packageType = worth === 'STANDARD' ? worth : 'TROPHY'
  const { total } = quote(config, packageType, numberOfGuests)
  const trip = { packageType, numberOfGuests } as const
  return (
    <SummaryList
      rows={[
        { label: giftInWords({ trip, worth: total }), value: <Money cents={total} /> },
        { label: 'Due today', value: <Money cents={total} />, isDue: true },
      ]}
    />
  )
}
