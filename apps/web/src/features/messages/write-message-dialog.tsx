import {
  NewMessage,
  PLACEHOLDERS,
  type PreviewedRecipient,
  previewMessage,
  sendMessage,
} from '@arcadia/contract/admin/messages'
import type { Output } from '@arcadia/contract/endpoint'
import { formatCents } from '@arcadia/contract/money'
import { refundedByUs } from '@arcadia/contract/split-kept'
import { formatDate, type TripDate } from '@arcadia/contract/trip-date'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { newIdempotencyKey } from '../../api/idempotency-key.ts'
import { FormView } from '../../forms/form-view.tsx'
import type { ContractForm } from '../../forms/use-contract-form.ts'
import { useDraftForm } from '../../forms/use-draft-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot, DialogView } from '../../ui/dialog.tsx'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { RecipientPicker, usePicked } from '../../ui/recipient-picker.tsx'
import { OutcomeLine } from '../bookings/trip-outcome.tsx'
import { PlaceholderChips } from '../replies/placeholder-chips.tsx'
import { SavedRepliesDialog } from '../replies/saved-replies-dialog.tsx'
import { audienceInWords } from './message-words.ts'

/** The preselected recipients. */
export type WriteTo = { who: 'DAY'; date: TripDate } | { who: 'BOOKING'; bookingId: number }

interface WriteMessageDialogProps {
  to: WriteTo
  onSent: (count: number) => void
  onClose: () => void
}

interface Preview extends Output<typeof previewMessage> {
  message: NewMessage
}

/** Recipients, subject and text; then a preview with the full list, before anything is sent. */
export function WriteMessageDialog({ to, onSent, onClose }: WriteMessageDialogProps) {
  const [preview, setPreview] = useState<Preview>()
  const [picksSaved, setPicksSaved] = useState(false)
  const isOne = to.who === 'BOOKING'
  // A field that doesn't apply is undefined, not empty.
  const fields = { subject: '', text: 'Hello {name},\n\n', ...to } as Record<keyof NewMessage, string | number>
  const of = isOne ? to.bookingId : to.date
  const form = useDraftForm(`message.${of}`, NewMessage, fields, ['subject', 'text'])
  // One dialog is one message, no matter how often its button is pressed or an answer gets lost.
  const [idempotencyKey] = useState(newIdempotencyKey)
  const send = useMutation({
    mutationFn: (message: NewMessage) => call(sendMessage, { body: message }, { idempotencyKey }),
    onSuccess({ recipients }) {
      form.empty()
      onSent(recipients.filter(({ email }) => email !== null).length)
    },
  })
  const submit = form.submit(async (message) => {
    setPreview({ message, ...(await call(previewMessage, { body: message })) })
  })
  const isBusy = form.isBusy || send.isPending
  function goBack() {
    if (send.isPending) return true
    setPreview(undefined)
    send.reset()
    return preview !== undefined
  }
  return (
    <>
      <Dialog
        title={isOne ? 'Write to this guest' : 'Write to guests'}
        width={44}
        onClose={() => !isBusy && onClose()}
        onBack={goBack}
        closesOutside={false}
      >
        {preview ? (
          <DialogView key="preview">
            <PreviewView
              {...preview}
              error={send.error?.message}
              isBusy={isBusy}
              onBack={goBack}
              onSend={(to) => send.mutate({ ...preview.message, to })}
            />
          </DialogView>
        ) : (
          <DialogView key="form">
            <FormView form={form} onSubmit={submit} submit="Preview" busyLabel="Loading..." onCancel={onClose}>
              {to.who === 'DAY' && <AudienceFields form={form} day={to.date} />}
              <WordsFields form={form} />
              <Button size="sm" className="justify-self-start" onClick={() => setPicksSaved(true)}>
                Saved replies
              </Button>
            </FormView>
          </DialogView>
        )}
      </Dialog>
      {picksSaved && (
        <SavedRepliesDialog
          typed={form.watch('text')}
          onPick={(text) => {
            form.set('text', `${form.watch('text').trimEnd()}\n\n${text}`.trimStart())
            setPicksSaved(false)
          }}
          onClose={() => setPicksSaved(false)}
        />
      )}
    </>
  )
}

interface AudienceFieldsProps {
  form: Pick<ContractForm<'who' | 'date'>, 'field' | 'watch' | 'set'>
  day: TripDate
}

function AudienceFields({ form, day }: AudienceFieldsProps) {
  const who = form.watch('who')
  const whoField = form.field('who')
  function changeWho(event: ChangeEvent<HTMLSelectElement>) {
    void whoField.onChange(event)
    // A hidden date field can't show its error, so restore the date.
    if (!form.watch('date')) form.set('date', day)
  }
  return (
    <div className="grid grid-cols-2 gap-3 [&_input]:min-w-0">
      <SelectField {...whoField} label="To" onChange={changeWho}>
        <option value="DAY">A day</option>
        <option value="WEEK">A week</option>
        <option value="UNPAID">Everyone with a balance</option>
      </SelectField>
      {who !== 'UNPAID' && (
        <TextField {...form.field('date')} type="date" label={who === 'WEEK' ? 'Seven days from' : 'Day'} required />
      )}
    </div>
  )
}

function WordsFields({ form }: { form: Pick<ContractForm<'subject' | 'text'>, 'field' | 'set'> }) {
  const id = useId()
  return (
    <>
      <TextField
        {...form.field('subject')}
        label="Subject"
        maxLength={150}
        autoComplete="off"
        required
        data-autofocus
      />
      <TextArea
        {...form.field('text')}
        id={id}
        label="Message"
        help="Each guest reads their own name, date, and so on. Replies go to your own inbox."
        rows={9}
        maxLength={4000}
        required
      />
      <PlaceholderChips known={PLACEHOLDERS} of={id} onType={(text) => form.set('text', text)} />
    </>
  )
}

interface PreviewViewProps extends Preview {
  error: string | undefined
  isBusy: boolean
  onBack: () => void
  onSend: (to: number[]) => void
}

function PreviewView({ message, recipients, removed, error, isBusy, onBack, onSend }: PreviewViewProps) {
  const picked = usePicked(recipients)
  const { written } = picked
  const [first] = written
  return (
    <>
      <DialogBody className="two-sides">
        {error && <Banner className="two-sides__whole">{error}</Banner>}
        {recipients.length === 0 && removed === 0 && (
          <Banner tone="warn" className="two-sides__whole">
            {audienceInWords(message)}: no one is booked.
          </Banner>
        )}
        {removed > 0 && (
          <Banner tone="warn" className="two-sides__whole">
            {removed === 1
              ? '1 guest is left out because their data was erased.'
              : `${removed} guests are left out because their data was erased.`}
          </Banner>
        )}
        {first && (
          <section aria-label="Preview">
            <p className="small text-ink-2 wrap-anywhere">
              What {first.name} will see, {first.email}
            </p>
            <div className="mt-2 rounded-1 border border-line p-4 wrap-anywhere">
              <p className="font-strong">{first.subject}</p>
              <p className="mt-3 whitespace-pre-line">{first.text}</p>
            </div>
          </section>
        )}
        {recipients.length > 0 && (
          <div className="grid content-start gap-4">
            <RecipientPicker all={recipients} picked={picked} says={({ text }) => text ?? undefined}>
              {(guest) => <Seen {...guest} />}
            </RecipientPicker>
          </div>
        )}
      </DialogBody>
      <DialogFoot>
        <Button disabled={isBusy} onClick={onBack}>
          Back
        </Button>
        <Button
          variant="cta"
          disabled={written.length === 0}
          busy={isBusy}
          busyLabel="Sending..."
          onClick={() => onSend(recipients.filter(picked.isPicked).map(({ bookingId }) => bookingId))}
        >
          {written.length === 1 ? 'Send 1 email' : `Send ${written.length} emails`}
        </Button>
      </DialogFoot>
    </>
  )
}

/** The trip, and what should be seen before a guest is asked for money. */
function Seen(of: PreviewedRecipient) {
  const { date, outcome, pendingAmount, chargedBackAmount } = of
  const refunded = refundedByUs(of)
  return (
    <span className="num block small text-ink-2">
      {formatDate(date)}
      {pendingAmount > 0 && `, ${formatCents(pendingAmount)} due`}
      {refunded > 0 && <b className="text-warn">, {formatCents(refunded)} refunded</b>}
      {chargedBackAmount > 0 && <b className="text-warn">, {formatCents(chargedBackAmount)} taken back by the bank</b>}
      <OutcomeLine outcome={outcome} />
    </span>
  )
}
