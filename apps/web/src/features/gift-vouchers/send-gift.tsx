import type { LinkedVoucher } from '@arcadia/contract/gift-vouchers'
import { sendGift } from '@arcadia/contract/gifts'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { FormError } from '../../forms/form-error.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { asksWhere, SendFields, sendShape, sentTo } from './send-fields.tsx'

const Fields = z.object(sendShape).check(...asksWhere)
const PRESS = { BY_HAND: 'Save', NOW: 'Email it now', ON_DAY: 'Email it that day' }

interface SendGiftProps {
  token: string
  voucher: Pick<LinkedVoucher, 'recipientEmail' | 'sendOn'>
  onDone: (hasChanged: boolean) => void
}

/** Where a paid gift is emailed, at once or on a day, until it is. */
export function SendGift({ token, voucher: { recipientEmail, sendOn }, onDone }: SendGiftProps) {
  const form = useContractForm(Fields, {
    sending: sendOn ? 'ON_DAY' : 'NOW',
    recipientEmail: recipientEmail ?? '',
    sendOn: sendOn ?? '',
  })
  const submit = form.submit(
    (typed) => call(sendGift, { body: { token, ...sentTo(typed) } }),
    ({ recipientEmail: to }) => {
      toast(to ? 'Saved' : "It won't be emailed")
      onDone(true)
    },
  )
  return (
    <form className="gift-parts" noValidate onSubmit={submit}>
      <SendFields form={form} byHand="Nothing is emailed to them." autoFocus />
      <section className="grid gap-4">
        <FormError onRetry={form.retry}>{form.error}</FormError>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="cta" size="lg" busy={form.isBusy} busyLabel="Saving...">
            {PRESS[form.watch('sending') as keyof typeof PRESS]}
          </Button>
          <Button size="lg" disabled={form.isBusy} onClick={() => onDone(false)}>
            Back
          </Button>
        </div>
      </section>
    </form>
  )
}
