import { formatCents } from '@arcadia/contract/money'
import type { RefundableFailure, RefundRequest } from '@arcadia/contract/refunds'
import { type FormEvent, useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import type { FailureVerdict, RefundAct } from './admin-refunds.queries.ts'

export type RefundQuestion =
  | { kind: 'refund'; failure: RefundableFailure }
  | { kind: 'verdict'; outcome: FailureVerdict; failure: RefundableFailure }
  | { kind: 'approve'; request: RefundRequest }
  | { kind: 'decline'; request: RefundRequest }

interface RefundActDialogProps {
  question: RefundQuestion
  busy: boolean
  error: string | undefined
  onAct: (act: RefundAct) => void
  onClose: () => void
}

/** Says what will happen before money or a booking's fate is decided, and asks for what is needed. */
export function RefundActDialog({ question, busy, error, onAct, onClose }: RefundActDialogProps) {
  const [fieldError, setFieldError] = useState<string>()
  const { title, text, confirm, isDanger } = wordsOf(question)
  const asksForPaymentId = question.kind === 'verdict' && question.outcome === 'CAPTURED'

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('typed') ?? '').trim()
    if (!typed && asksForPaymentId) return setFieldError('Payment ID is required')
    if (!typed && question.kind === 'decline') return setFieldError('An answer is required')
    onAct(actOf(question, typed))
  }

  return (
    <Dialog title={title} onClose={() => !busy && onClose()}>
      <form className="dlg__form" noValidate onSubmit={submit}>
        <DialogBody className="grid content-start gap-4">
          {error && <Banner>{error}</Banner>}
          <p>{text}</p>
          {asksForPaymentId && (
            <TextField
              name="typed"
              label="Payment ID"
              className="num"
              autoComplete="off"
              help="As QuickBooks shows it. Where that account is connected, it is read back first."
              error={fieldError}
              onChange={() => setFieldError(undefined)}
            />
          )}
          {question.kind === 'decline' && (
            <TextArea
              name="typed"
              label="Your answer"
              maxLength={4000}
              error={fieldError}
              onChange={() => setFieldError(undefined)}
            />
          )}
        </DialogBody>
        <DialogFoot>
          <Button variant="text" disabled={busy} onClick={onClose}>
            Close
          </Button>
          <Button type="submit" variant={isDanger ? 'danger' : 'cta'} busy={busy} busyLabel="Working...">
            {confirm}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

function wordsOf(question: RefundQuestion): { title: string; text: string; confirm: string; isDanger?: boolean } {
  switch (question.kind) {
    case 'refund': {
      const { amount, customer } = question.failure
      return {
        title: 'Refund payment',
        text: `${formatCents(amount)} goes back to the card of ${customer}.`,
        confirm: `Refund ${formatCents(amount)}`,
      }
    }
    case 'verdict':
      return verdictWords(question)
    case 'approve': {
      const { amount, refundable, customer } = question.request
      return {
        title: 'Approve request',
        text: `${formatCents(amount ?? refundable)} goes back to the card of ${customer}, who is told by mail. The booking stays as it is.`,
        confirm: `Refund ${formatCents(amount ?? refundable)}`,
      }
    }
    case 'decline':
      return {
        title: 'Decline request',
        text: `${question.request.customer} is mailed your answer. The booking stays as it is.`,
        confirm: 'Decline and send',
        isDanger: true,
      }
  }
}

type Words = ReturnType<typeof wordsOf>

function verdictWords({ outcome, failure }: Extract<RefundQuestion, { kind: 'verdict' }>): Words {
  const amount = formatCents(failure.amount)
  switch (outcome) {
    case 'CAPTURED':
      return {
        title: 'It was charged',
        text: 'The booking is confirmed. If it was cancelled meanwhile, the payment is listed to be refunded.',
        confirm: 'Confirm the payment',
      }
    case 'NOT_CHARGED':
      return {
        title: 'It was not charged',
        text: 'Look it up in QuickBooks first. The booking is cancelled, its spots are free again, and the customer is told that nothing was charged.',
        confirm: 'It was not charged',
        isDanger: true,
      }
    case 'REFUNDED':
      return {
        title: 'The money went back',
        text: `Look it up in QuickBooks first. What went back to the card of ${failure.customer} is written into our books; nothing is sent.`,
        confirm: 'It went back',
      }
    case 'NOT_REFUNDED':
      return {
        title: 'The money did not go back',
        text: `Look it up in QuickBooks first. The refund of ${amount} counts as refused and can be made again.`,
        confirm: 'It did not go back',
        isDanger: true,
      }
    case 'DISMISSED':
      return {
        title: 'Leave it as it is',
        text: 'The item leaves the list, and no money moves. The audit log keeps your decision.',
        confirm: 'Leave it',
      }
  }
}

function actOf(question: RefundQuestion, typed: string): RefundAct {
  if (question.kind === 'verdict') return { ...question, paymentId: typed || null }
  if (question.kind === 'refund') return question
  return question.kind === 'decline' ? { ...question, answer: typed } : question
}
