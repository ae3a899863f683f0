import { gift, type LinkedVoucher } from '@arcadia/contract/gift-vouchers'
import { sendGift } from '@arcadia/contract/gifts'
import * as z from 'zod/mini'
import { ApiError, call } from '../../api/call.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { FormError } from '../../forms/form-error.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { asksWhere, SendFields, sendShape, sentTo } from './send-fields.tsx'

const Fields = z.object(sendShape).check(...asksWhere)
const PRESS = { BY_HAND: 'Save', NOW: 'Email it now', ON_DAY: 'Email it that day' }

interface SendGiftProps {
  token: string
  voucher: Pick<LinkedVoucher, 'recipientEmail' | 'sendOn' | 'sentAt'>
  onDone: (hasChanged: boolean) => void
  /** It was emailed or used since the page was opened. */
  onSent: () => void
}

/** Where a paid gift is emailed, at once or on a day, until it is; then, to which other address. */
export const SendGift = (props: SendGiftProps) =>
  props.voucher.sentAt ? <SendAgain {...props} /> : <SendFirst {...props} />

const Again = z.object({ recipientEmail: gift.recipientEmail }).check(
  z.refine(({ recipientEmail }) => recipientEmail !== null, {
    path: ['recipientEmail'],
    message: 'Please enter their email',
  }),
)

function SendAgain({ token, voucher: { recipientEmail }, onDone }: SendGiftProps) {
  const form = useContractForm(Again, { recipientEmail: '' })
  const submit = form.submit(
    (typed) => call(sendGift, { body: { token, ...typed, sendOn: null } }),
    () => onDone(true),
  )
  return (
    <form className="gift-parts" noValidate onSubmit={submit}>
      <EmailField {...form.field('recipientEmail')} label="Their email" autoComplete="off" autoFocus />
      <p className="text-ink-2 text-ui wrap-anywhere">
        It's the same gift with the same code. Whoever reads the first email, at {recipientEmail}, can use it too.
      </p>
      <Press form={form} press="Email it now" onDone={onDone} />
    </form>
  )
}

function SendFirst({ token, voucher: { recipientEmail, sendOn }, onDone, onSent }: SendGiftProps) {
  const form = useContractForm(Fields, {
    sending: sendOn ? 'ON_DAY' : 'NOW',
    recipientEmail: recipientEmail ?? '',
    sendOn: sendOn ?? '',
  })
  const submit = form.submit(
    async (typed) => {
      try {
        return await call(sendGift, { body: { token, ...sentTo(typed) } })
      } catch (error) {
        if (error instanceof ApiError && ['gift-sent', 'voucher-not-good'].includes(error.code ?? '')) onSent()
        throw error
      }
    },
    () => onDone(true),
  )
  return (
    <form className="gift-parts" noValidate onSubmit={submit}>
      <SendFields form={form} byHand="Nothing is emailed to them." autoFocus />
      <Press form={form} press={PRESS[form.watch('sending') as keyof typeof PRESS]} onDone={onDone} />
    </form>
  )
}

interface PressProps extends Pick<SendGiftProps, 'onDone'> {
  form: Pick<ReturnType<typeof useContractForm>, 'error' | 'retry' | 'isBusy'>
  press: string
}

function Press({ form, press, onDone }: PressProps) {
  return (
    <section className="grid gap-4">
      <FormError onRetry={form.retry}>{form.error}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="cta" size="lg" busy={form.isBusy} busyLabel="Saving...">
          {press}
        </Button>
        <Button size="lg" disabled={form.isBusy} onClick={() => onDone(false)}>
          Back
        </Button>
      </div>
    </section>
  )
}
