import { MAX_PARTY, quote } from '@arcadia/contract/configuration'
import { MAX_WORTH, MIN_WORTH, NewGiftVoucher } from '@arcadia/contract/gift-vouchers'
import { formatCents } from '@arcadia/contract/money'
import { anglers } from '@arcadia/contract/riders'
import { hourInWords } from '@arcadia/contract/site/wording'
import * as z from 'zod/mini'
import { useDialogs } from '../../dialogs.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { FormView } from '../../forms/form-view.tsx'
import { typedAmount } from '../../forms/typed-amount.ts'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { useSession } from '../../session/session.tsx'
import { AmountField, optional, SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { useBookingConfig } from '../configuration/configuration.queries.ts'

export const GIFT_DRAFT = 'gift'

export type Gift = Omit<NewGiftVoucher, 'paymentToken' | 'recaptcha'>

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

/** What is typed stays until the gift is paid for. */
export function GiftForm({ onDone }: { onDone: (gift: Gift, buyerId: number) => void }) {
  const { user } = useSession()
  const { openSignIn } = useDialogs()
  const config = useBookingConfig()
  const form = useDraftForm(GIFT_DRAFT, GiftFields, {
    worth: 'AMOUNT',
    amount: '',
    numberOfGuests: 2,
    recipientName: '',
    senderName: user?.firstName ?? '',
    words: '',
    recipientEmail: '',
    sendOn: '',
  })
  const submit = form.submit(async ({ worth, amount, numberOfGuests, ...rest }) => {
    if (!user) return openSignIn({ message: 'Sign in to buy a gift voucher.' })
    if (worth === 'AMOUNT') return onDone({ ...rest, amount: amount ?? 0 }, user.id)
    if (!config) return
    const trip = { packageType: worth, numberOfGuests }
    onDone({ ...rest, trip, amount: quote(config, worth, numberOfGuests).total }, user.id)
  })
  const worth = form.watch('worth')
  return (
    <FormView form={form} onSubmit={submit} submit="Continue" busyLabel="Checking...">
      <p>Give a morning on Peace River. We email you the code, and it never expires. Any unused amount stays on it.</p>
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
