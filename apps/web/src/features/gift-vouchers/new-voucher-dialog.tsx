import { makeGiftVoucher, type NewVoucher, sellGiftVoucher } from '@arcadia/contract/admin/gift-vouchers'
import { PayMethod } from '@arcadia/contract/admin/manual-payments'
import { formatCents } from '@arcadia/contract/money'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../api/call.ts'
import { EmailField } from '../../forms/email-field.tsx'
import { FormAnswer } from '../../forms/form-answer.tsx'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { MethodOptions, PaymentNoteField } from '../../forms/method-fields.tsx'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { useMay } from '../../session/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'
import { optional, SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { emailsWait, useMailPromise } from '../mails/mail-server.ts'
import { HandOver } from './hand-over.tsx'
import { asksWhere, SendFields, sendShape, sentTo } from './send-fields.tsx'
import { VoucherCode } from './voucher-code.tsx'
import { VoucherLinkToSend } from './voucher-link.tsx'
import { asksAmount, givenOf, WorthFields, worthShape } from './worth-fields.tsx'

/** Sells a gift voucher, or gives one away; then its code is there to hand over. */
export function NewVoucherDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<NewVoucher>()
  return made ? <MadeVoucher voucher={made} onClose={onClose} /> : <VoucherForm onMade={setMade} onClose={onClose} />
}

const GIVEN = 'GIVEN'
const { amount: _amount, trip: _trip, ...sold } = sellGiftVoucher.body.shape
const Typed = z
  .object({
    ...sold,
    ...worthShape,
    ...sendShape,
    method: z.enum([...PayMethod.options, GIVEN], 'Please say how it was paid'),
    expiresOn: makeGiftVoucher.body.shape.expiresOn,
  })
  .check(asksAmount, ...asksWhere)

/** Whoever gives one away gets the question who they are, if it has been a while. */
function VoucherForm({ onMade, onClose }: { onMade: (voucher: NewVoucher) => void; onClose: () => void }) {
  const isOwner = useMay()('owner')
  const client = useQueryClient()
  const form = useDraftForm('new-voucher', Typed, {
    worth: 'AMOUNT',
    amount: '',
    numberOfGuests: 1,
    method: '',
    note: '',
    senderName: '',
    buyerPhone: '',
    buyerEmail: '',
    recipientName: '',
    sending: 'BY_HAND',
    recipientEmail: '',
    sendOn: '',
    words: '',
    expiresOn: '',
  })
  const submit = form.submit(
    async ({ senderName, recipientName, words, method, note, buyerEmail, buyerPhone, expiresOn, ...rest }) => {
      const press = { idempotencyKey: form.pressKey() }
      const gift = { senderName, recipientName, words, ...sentTo(rest), ...(await givenOf(rest, client)) }
      if (method === GIVEN) return call(makeGiftVoucher, { body: { ...gift, expiresOn } }, press)
      return call(sellGiftVoucher, { body: { ...gift, method, note, buyerEmail, buyerPhone } }, press)
    },
    (voucher) => {
      form.forget()
      onMade(voucher)
    },
  )
  const method = form.watch('method')
  return (
    <FormDialog
      title="New gift voucher"
      width={34}
      form={form}
      onSubmit={submit}
      submit={method === GIVEN ? 'Create voucher' : method === 'LINK' ? 'Make a pay link' : 'Sell voucher'}
      busyLabel="Working..."
      onClose={onClose}
    >
      <WorthFields form={form} />
      <SelectField {...form.field('method')} label="How was it paid?">
        <option value="">Choose one</option>
        <MethodOptions of={PayMethod.options} />
        {isOwner && <option value={GIVEN}>It's a gift from us, no money</option>}
      </SelectField>
      {method !== '' && method !== GIVEN && method !== 'LINK' && (
        <PaymentNoteField {...form.field('note')} method={method} />
      )}
      <div className="grid gap-4 min-[30rem]:grid-cols-2">
        <TextField {...form.field('recipientName')} label="Who it's for" autoComplete="off" />
        <TextField {...form.field('senderName')} label="From" autoComplete="off" />
      </div>
      {method !== GIVEN && <BuyerFields form={form} />}
      <SendFields form={form} byHand="Text, email or print the code yourself." />
      <TextArea {...form.field('words')} label={optional('Message')} rows={2} maxLength={500} />
      {method === GIVEN && (
        <TextField
          {...form.field('expiresOn')}
          label={optional('Good through')}
          type="date"
          help="Leave blank for no expiration."
        />
      )}
    </FormDialog>
  )
}

function BuyerFields({ form }: { form: Pick<ReturnType<typeof useDraftForm<typeof Typed>>, 'field'> }) {
  return (
    <div className="grid gap-4 min-[30rem]:grid-cols-2">
      <TextField
        {...form.field('buyerPhone')}
        label={optional("Buyer's phone")}
        type="tel"
        help="To text them the code."
        autoComplete="off"
      />
      <EmailField
        {...form.field('buyerEmail')}
        label={optional("Buyer's email")}
        required={false}
        help="We email them the code."
        autoComplete="off"
      />
    </div>
  )
}

function MadeVoucher({ voucher, onClose }: { voucher: NewVoucher; onClose: () => void }) {
  const promise = useMailPromise()
  const { code, link, worth, recipientName, recipientEmail, buyerEmail, isSold } = voucher
  const told = [buyerEmail, recipientEmail].filter((email) => email !== null)
  const title = link ? 'Pay link' : isSold ? 'Voucher sold' : 'Voucher created'
  return (
    <Dialog title={title} width={34} onClose={onClose} closesOutside={false}>
      <DialogEnd way={<Button onClick={onClose}>Done</Button>}>
        <FormAnswer>
          {formatCents(worth)} for {recipientName}.
          {!link && told.length > 0 && ` ${promise(`We're emailing ${told.join(' and ')}.`, emailsWait(told.length))}`}
        </FormAnswer>
        {link && <VoucherLinkToSend voucher={voucher} link={link} variant="cta" />}
        {code && (
          <>
            <VoucherCode code={code} />
            <HandOver voucher={voucher} code={code} variant="cta" />
            <p className="small text-ink-2">Treat it like cash: anyone with the code can use it.</p>
          </>
        )}
      </DialogEnd>
    </Dialog>
  )
}
