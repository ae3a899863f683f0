import { MAX_WORTH, MIN_WORTH, makeGiftVoucher } from '@arcadia/contract/gift-vouchers'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { typedAmount } from '../../forms/typed-amount.ts'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { AmountField, optional, TextArea, TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'

/** Makes a gift voucher that no card pays for. */
export function NewVoucherDialog({ onClose }: { onClose: () => void }) {
  const amount = typedAmount(MAX_WORTH, {
    tooMuch: 'A gift voucher is worth at most $10,000.',
    missing: 'Amount is required',
  }).check(z.refine((cents) => (cents ?? 0) >= MIN_WORTH, 'A gift voucher is worth at least $50.'))
  const form = useDraftForm('new-voucher', z.object({ ...makeGiftVoucher.body.shape, amount }), {
    amount: '',
    senderName: '',
    recipientName: '',
    recipientEmail: '',
    sendOn: '',
    words: '',
    expiresOn: '',
  })
  const submit = form.submit(
    ({ amount: cents = 0, ...rest }) =>
      call(makeGiftVoucher, { body: { ...rest, amount: cents } }, { idempotencyKey: form.pressKey() }),
    ({ recipientEmail: to }) => {
      form.forget()
      toast(to ? "Voucher created. We'll email it." : 'Voucher created. Open it to see its code.')
      onClose()
    },
  )
  return (
    <FormDialog
      title="New gift voucher"
      width={34}
      form={form}
      onSubmit={submit}
      submit="Create voucher"
      busyLabel="Working..."
      onClose={onClose}
    >
      <p>For a raffle, a thank-you or a voucher you sold yourself. No card is charged.</p>
      <AmountField {...form.field('amount')} label="Amount in dollars" />
      <div className="grid gap-4 min-[30rem]:grid-cols-2">
        <TextField {...form.field('recipientName')} label="Who it's for" autoComplete="off" />
        <TextField {...form.field('senderName')} label="From" autoComplete="off" />
      </div>
      <div className="grid gap-4 min-[30rem]:grid-cols-2">
        <EmailField
          {...form.field('recipientEmail')}
          label={optional('Their email')}
          required={false}
          help="Leave blank to hand over the code yourself."
          autoComplete="off"
        />
        <TextField
          {...form.field('sendOn')}
          label={optional('Email it on')}
          type="date"
          help="Sent at 9 AM. Leave blank to send now."
        />
      </div>
      <TextArea {...form.field('words')} label={optional('Message')} rows={2} maxLength={500} />
      <TextField
        {...form.field('expiresOn')}
        label={optional('Good through')}
        type="date"
        help="Leave blank for no expiration."
      />
    </FormDialog>
  )
}
