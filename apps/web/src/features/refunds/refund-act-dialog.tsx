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
          help="As QuickBooks shows it. If that account is connected, we check it first."
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
        text: `${formatCents(amount)} will be refunded to ${customer}’s card.`,
        confirm: `Refund ${formatCents(amount)}`,
      }
    }
    case 'verdict':
      return verdictWords(question)
    case 'approve': {
      const { amount, refundable, customer } = question.request
      return {
        title: 'Approve request',
        text: `${formatCents(amount ?? refundable)} will be refunded to ${customer} the way they paid, and we’ll email them. The booking stays as it is.`,
        confirm: `Refund ${formatCents(amount ?? refundable)}`,
      }
    }
    case 'decline':
      return {
        title: 'Decline request',
        text: `We’ll email your answer to ${question.request.customer}. The booking stays as it is.`,
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
        text: 'This confirms the booking. If it was cancelled in the meantime, the payment goes on the refund list.',
        confirm: 'Confirm the payment',
      }
    case 'NOT_CHARGED':
      return {
        title: 'It was not charged',
        text: 'Check QuickBooks first. This cancels the booking, opens up its spots, and tells the customer nothing was charged.',
        confirm: 'It was not charged',
        isDanger: true,
      }
    case 'REFUNDED':
      return {
        title: 'The money was refunded',
        text: `Check QuickBooks first. This records the refund to ${failure.customer}’s card in our books. No money is sent.`,
        confirm: 'It was refunded',
      }
    case 'NOT_REFUNDED':
      return {
        title: 'The money was not refunded',
        text: `Check QuickBooks first. The ${amount} refund counts as refused, and you can send it again.`,
        confirm: 'It was not refunded',
        isDanger: true,
      }
    case 'DISMISSED':
      return {
        title: 'Leave it as it is',
        text: 'This takes it off the list. No money moves, and the change log keeps your decision.',
        confirm: 'Leave it',
      }
  }
}

function actOf(question: RefundQuestion, typed: string): RefundAct {
  if (question.kind === 'verdict') return { ...question, paymentId: typed || null }
  if (question.kind === 'refund') return question
  return question.kind === 'decline' ? { ...question, answer: typed } : question
}
