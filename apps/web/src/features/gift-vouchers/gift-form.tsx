import { addresses } from '@arcadia/contract/addresses'
import { NewGiftVoucher, orderGiftVoucher } from '@arcadia/contract/gift-vouchers'
import { hourInWords } from '@arcadia/contract/site/wording'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { FormView } from '../../forms/form-view.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { useSession } from '../../session/session.tsx'
import { optional, TextArea, TextField } from '../../ui/field.tsx'
import { useBookingConfig } from '../configuration/configuration.queries.ts'
import { asksAmount, givenOf, WorthFields, worthShape } from './worth-fields.tsx'

export const GIFT_DRAFT = 'gift'

const { senderName, buyerEmail, recipientName, recipientEmail, words, sendOn } = NewGiftVoucher.shape
const GiftFields = z
  .object({ ...worthShape, senderName, buyerEmail, recipientName, recipientEmail, words, sendOn })
  .check(asksAmount)

/** Orders a gift, and leads to the page that pays for it. What is typed stays until then. */
export function GiftForm() {
  const { user } = useSession()
  const navigate = useNavigate()
  const config = useBookingConfig()
  const form = useDraftForm(GIFT_DRAFT, GiftFields, {
    worth: 'AMOUNT',
    amount: '',
    numberOfGuests: 1,
    recipientName: '',
    senderName: user?.firstName ?? '',
    buyerEmail: user?.email ?? '',
    words: '',
    recipientEmail: '',
    sendOn: '',
  })
  const submit = form.submit(async ({ worth, amount, numberOfGuests, ...rest }) => {
    if (worth !== 'AMOUNT' && !config) return
    const gift = givenOf({ worth, amount, numberOfGuests }, config)
    const link = await call(orderGiftVoucher, { body: { ...rest, ...gift } })
    await navigate(addresses.payVoucher.href(link))
  })
  return (
    <FormView form={form} onSubmit={submit} submit="Continue" busyLabel="Checking...">
      <p>
        Give a morning on the Peace River. No account to make. No expiration: if the season is sold out, it's good next
        season.
      </p>
      <WorthFields
        worth={form.field('worth')}
        amount={form.field('amount')}
        numberOfGuests={form.field('numberOfGuests')}
        chosen={form.watch('worth')}
        config={config}
      />
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
