import type { LinkedVoucher } from '@arcadia/contract/gift-vouchers'
import { sendGift } from '@arcadia/contract/gifts'
import { hourInWords } from '@arcadia/contract/site/wording'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { useVenueToday } from '../../api/venue-today.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { FormView } from '../../forms/form-view.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { optional, TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'

const { recipientEmail, sendOn } = sendGift.body.shape
const Fields = z.object({ recipientEmail, sendOn })

interface SendGiftProps {
  token: string
  voucher: Pick<LinkedVoucher, 'recipientName' | 'recipientEmail' | 'sendOn'>
  onDone: (hasChanged: boolean) => void
}

/** Where a paid gift is emailed, at once or on a day, until it is. */
export function SendGift({ token, voucher, onDone }: SendGiftProps) {
  const today = useVenueToday()
  const form = useContractForm(Fields, {
    recipientEmail: voucher.recipientEmail ?? '',
    sendOn: voucher.sendOn ?? '',
  })
  const submit = form.submit(
    (to) => call(sendGift, { body: { token, ...to } }),
    ({ recipientEmail: to }) => {
      toast(to ? 'Saved' : "It won't be emailed")
      onDone(true)
    },
  )
  const isToSomebody = form.watch('recipientEmail') !== ''
  return (
    <FormView
      form={form}
      onSubmit={submit}
      submit={!isToSomebody ? 'Save' : form.watch('sendOn') ? 'Email it that day' : 'Email it now'}
      busyLabel="Saving..."
      onCancel={() => onDone(false)}
      cancel="Back"
    >
      <EmailField
        {...form.field('recipientEmail')}
        label={`${voucher.recipientName}'s email`}
        required={false}
        autoComplete="off"
        help="Leave blank to hand it over yourself."
        autoFocus
      />
      {isToSomebody && (
        <TextField
          {...form.field('sendOn')}
          label={optional('Email it on')}
          type="date"
          min={today}
          help={`Sent at ${hourInWords('09:00')}. Leave blank to send it now.`}
        />
      )}
    </FormView>
  )
}
