import { optionalText, requiredLine, requiredText } from '@arcadia/contract/fields'
import { formatCents } from '@arcadia/contract/money'
import type { RefundableFailure, RefundRequest } from '@arcadia/contract/refunds'
import * as z from 'zod/mini'
import { FormDialog } from '../../forms/form-dialog.tsx'
import { useContractForm } from '../../forms/use-contract-form.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import type { FailureVerdict, RefundAct } from './admin-refunds.queries.ts'

export type RefundQuestion =
  | { kind: 'refund'; failure: RefundableFailure }
  | { kind: 'verdict'; outcome: FailureVerdict; failure: RefundableFailure }
  | { kind: 'approve'; request: RefundRequest }
  | { kind: 'decline'; request: RefundRequest }

interface RefundActDialogProps {
  question: RefundQuestion
  onAct: (act: RefundAct) => Promise<unknown>
  onClose: () => void
}

/** Says what will happen before money or a booking's fate is decided, and asks for what is needed. */
export function RefundActDialog({ question, onAct, onClose }: RefundActDialogProps) {
  const { title, text, confirm, isDanger } = wordsOf(question)
  const asksForPaymentId = question.kind === 'verdict' && question.outcome === 'CAPTURED'
  const asksForAnswer = question.kind === 'decline'
  const typed = asksForPaymentId
    ? requiredLine('Payment ID')
    : asksForAnswer
      ? requiredText('An answer', 4000)
      : optionalText('', 0)
  const form = useContractForm(z.object({ typed }), { typed: '' })
  const submit = form.submit(async (fields) => void (await onAct(actOf(question, fields.typed ?? ''))))
  return (
    <FormDialog
      title={title}
      form={form}
      onSubmit={submit}
      submit={confirm}
      busyLabel="Working..."
      isDanger={isDanger}
      onClose={onClose}
    >
      <p>{text}</p>
      {asksForPaymentId && (
        <TextField
          {...form.field('typed')}
          label="Payment ID"
          className="num"
          autoComplete="off"
          help="As QuickBooks shows it. Where that account is connected, it is read back first."
        />
      )}
      {asksForAnswer && <TextArea {...form.field('typed')} label="Your answer" maxLength={4000} />}
    </FormDialog>
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
