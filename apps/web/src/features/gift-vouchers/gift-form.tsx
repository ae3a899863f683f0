import { addresses } from '@arcadia/contract/addresses'
import { MAX_PARTY, quote } from '@arcadia/contract/configuration'
import { MAX_WORTH, MIN_WORTH, NewGiftVoucher, orderGiftVoucher, WORTH_ASKED } from '@arcadia/contract/gift-vouchers'
import { formatCents } from '@arcadia/contract/money'
import { anglers } from '@arcadia/contract/riders'
import { hourInWords } from '@arcadia/contract/site/wording'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { FormView } from '../../forms/form-view.tsx'
import { typedAmount } from '../../forms/typed-amount.ts'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { useSession } from '../../session/session.tsx'
import { AmountField, optional, SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { useBookingConfig } from '../configuration/configuration.queries.ts'

export const GIFT_DRAFT = 'gift'

const { senderName, buyerEmail, recipientName, recipientEmail, words, sendOn } = NewGiftVoucher.shape
const GiftFields = z
  .object({
    worth: z.enum(['AMOUNT', 'STANDARD', 'TROPHY']),
    amount: typedAmount(MAX_WORTH, { tooMuch: WORTH_ASKED }),
    numberOfGuests: z.int(),
    ...{ senderName, buyerEmail, recipientName, recipientEmail, words, sendOn },
  })
  .check(
    z.refine(({ worth, amount }) => worth !== 'AMOUNT' || (amount ?? 0) >= MIN_WORTH, {
      path: ['amount'],
      message: WORTH_ASKED,
    }),
  )

/** Orders a gift, and leads to the page that pays for it. What is typed stays until then. */
export function GiftForm() {
  const { user } = useSession()
  const navigate = useNavigate()
  const config = useBookingConfig()
  const form = useDraftForm(GIFT_DRAFT, GiftFields, {
    worth: 'AMOUNT',
    amount: '',
    numberOfGuests: 2,
    recipientName: '',
    senderName: user?.firstName ?? '',
    buyerEmail: user?.email ?? '',
    words: '',
    recipientEmail: '',
    sendOn: '',
  })
  const submit = form.submit(async ({ worth, amount, numberOfGuests, ...rest }) => {
    if (worth !== 'AMOUNT' && !config) return
    const gift =
      worth === 'AMOUNT'
        ? { amount: amount ?? 0 }
        : {
            trip: { packageType: worth, numberOfGuests },
            amount: quote(config!, worth, numberOfGuests).total,
          }
    const link = await call(orderGiftVoucher, { body: { ...rest, ...gift } })
    await navigate(addresses.payVoucher.href(link))
  })
  const worth = form.watch('worth')
  return (
    <FormView form={form} onSubmit={submit} submit="Continue" busyLabel="Checking...">
      <p>
        Give a morning on the Peace River. No account to make. No expiration: if the season is sold out, it's good next
        season.
      </p>
      <SelectField {...form.field('worth')} label="What to give">
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
      <TextField {...form.field('recipientName')} label="Who it's for" autoComplete="off" />
      <TextField {...form.field('senderName')} label="From" autoComplete="given-name" />
      <EmailField {...form.field('buyerEmail')} label="Your email" help="For the receipt and the code." />
      <TextArea {...form.field('words')} label={optional('Your message')} rows={3} maxLength={500} />
      <EmailField
        {...form.field('recipientEmail')}
        label={optional('Their email')}
        required={false}
        autoComplete="off"
        help="Leave blank to print the voucher and hand it over yourself."
      />
      {form.watch('recipientEmail') !== '' && (
        <TextField
          {...form.field('sendOn')}
          label={optional('Email it on')}
          type="date"
          help={`Sent at ${hourInWords('09:00')}. Leave blank to send right away.`}
        />
      )}
    </FormView>
  )
}
