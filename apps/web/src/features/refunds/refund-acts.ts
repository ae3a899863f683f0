import { formatCents } from '@arcadia/contract/money'
import {
  approveRefundRequest,
  declineRefundRequest,
  type PaymentIssue,
  type RefundRequest,
  refundFailure,
  resolveFailure,
} from '@arcadia/contract/refunds'
import { ApiError, call } from '../../api/call.ts'
import type { MailPromise } from '../mails/mail-server.ts'

/** An action of the owner: what to say first, what to type, and what to send. */
export interface RefundAct {
  title: string
  text: string
  confirm: string
  isDanger?: boolean
  asksFor?: 'payment' | 'answer'
  /** Asks whether this guest still owes what goes back. */
  mayStillOwe?: string
  /** The answer of before, if it was refused then. */
  stillOwes?: boolean
  /** Asks whether the trip is canceled with it, with this choice at first. */
  cancels?: boolean
  /** Names the draft of what is asked for. */
  draft?: string
  /** Returns the result as a sentence. */
  send(told: Told, promise: MailPromise): Promise<string>
}

/** What the owner typed and chose. */
export interface Told {
  typed: string
  stillOwes: boolean
  cancels: boolean
}

/** A button of a row. */
export interface OfferedAct {
  label: string
  /** Each row has the same buttons, so their names say whom they are about. */
  name: string
  isOff?: boolean
  act: RefundAct
}

/** What an issue takes now: a refund, and the verdicts on what happened. */
export function actsOnIssue(issue: PaymentIssue): OfferedAct[] {
  const { kind, customer, needsRefund, whyNotRefund } = issue
  const isOff = !needsRefund || Boolean(whyNotRefund)
  return [
    ...(kind === 'REFUNDABLE' ? [{ label: 'Refund', name: `Refund ${customer}`, isOff, act: refundIssue(issue) }] : []),
    ...verdictsOn(issue),
  ]
}

export function actsOnRequest(request: RefundRequest): OfferedAct[] {
  const { customer, refundable, whyNotRefund } = request
  const isOff = refundable === 0 || whyNotRefund !== null
  return [
    { label: 'Approve', name: `Approve the request of ${customer}`, isOff, act: approveRequest(request) },
    { label: 'Decline', name: `Decline the request of ${customer}`, act: declineRequest(request) },
  ]
}

function refundIssue(issue: PaymentIssue): RefundAct {
  const { id, amount, customer, paymentId } = issue
  return {
    title: 'Refund payment',
    text: `${formatCents(amount)} will be refunded to ${customer}'s card.`,
    confirm: `Refund ${formatCents(amount)}`,
    ...askedOfGuest(issue),
    stillOwes: issue.stillOwes,
    async send({ stillOwes }) {
      if (!paymentId) throw new ApiError('No paymentId to act on', { status: 0, code: 'no-payment' })
      // Derived from what was seen: two admins at once, or a click after a lost answer, make one refund.
      const idempotencyKey = `failure-${id}-${amount}`
      return messageOf(await call(refundFailure, { params: { id }, query: { stillOwes } }, { idempotencyKey }))
    },
  }
}

/** Nobody owes a tip again, or what a gift voucher was paid with. */
const askedOfGuest = ({ bookingId, customer }: PaymentIssue) => bookingId !== null && { mayStillOwe: customer }

function verdictsOn(issue: PaymentIssue): OfferedAct[] {
  return VERDICTS.filter(({ outcome }) => issue.actions.includes(outcome)).map(
    ({ outcome, label, text, done, ...words }) => ({
      label,
      name: `${label}: ${issue.customer}`,
      act: {
        ...words,
        text: typeof text === 'string' ? text : text(issue),
        // Our own refund was ordered with its answer; one that was made at the provider, as by a lost dispute, is asked about here.
        ...(outcome === 'REFUNDED' && issue.actions.includes('DISMISSED') && askedOfGuest(issue)),
        async send({ typed, stillOwes }) {
          const body = { outcome, paymentId: typed || null, ...(stillOwes && { stillOwes }) }
          await call(resolveFailure, { params: { id: issue.id }, body })
          return done
        },
      },
    }),
  )
}

interface Verdict extends Omit<RefundAct, 'text' | 'send'> {
  outcome: Exclude<PaymentIssue['actions'][number], 'REFUND'>
  label: string
  text: string | ((issue: PaymentIssue) => string)
  done: string
}

type Kind = PaymentIssue['paidFor']

const IF_CANCELED = 'If it was canceled in the meantime, the payment goes on the refund list.'
const COUNTS = 'This counts it as paid.'
const CHARGED: Readonly<Record<Kind, string>> = {
  DEPOSIT: `This confirms the booking. ${IF_CANCELED}`,
  ANGLER: `This adds the angler to the booking. ${IF_CANCELED}`,
  BALANCE: COUNTS,
  GIFT_VOUCHER: COUNTS,
  TIP: COUNTS,
}

const TELLS = 'This tells whoever paid that nothing was charged.'
const NOT_CHARGED: Readonly<Record<Kind, string>> = {
  DEPOSIT: 'This cancels the booking, opens up its spots, and tells the guest nothing was charged.',
  ANGLER: "This opens up the angler's spot and tells the guest nothing was charged. The booking stays as it is.",
  BALANCE: TELLS,
  GIFT_VOUCHER: TELLS,
  TIP: TELLS,
}

const VERDICTS: readonly Verdict[] = [
  {
    outcome: 'CAPTURED',
    label: 'It was charged',
    title: 'It was charged',
    text: ({ paidFor }) => CHARGED[paidFor],
    confirm: 'Confirm the payment',
    asksFor: 'payment',
    done: 'The payment is confirmed.',
  },
  {
    outcome: 'NOT_CHARGED',
    label: 'Not charged',
    title: 'It was not charged',
    text: ({ paidFor }) => `Check QuickBooks first. ${NOT_CHARGED[paidFor]}`,
    confirm: 'It was not charged',
    isDanger: true,
    done: "Saved: the card wasn't charged.",
  },
  {
    outcome: 'PROVIDER_CANCELLED',
    label: 'QuickBooks canceled it',
    title: 'QuickBooks canceled the charge',
    text: 'Check QuickBooks first. This records that the charge was canceled there, and cancels a booking that waited for it. No money is sent.',
    confirm: 'QuickBooks canceled it',
    done: 'Saved: QuickBooks canceled the charge.',
  },
  {
    outcome: 'REFUNDED',
    label: 'It was refunded',
    title: 'The money was refunded',
    text: ({ customer }) =>
      `Check QuickBooks first. This records the refund to ${customer}'s card in our books. No money is sent.`,
    confirm: 'It was refunded',
    done: 'Saved: the money was refunded.',
  },
  {
    outcome: 'NOT_REFUNDED',
    label: 'Not refunded',
    title: 'The money was not refunded',
    text: ({ amount }) =>
      `Check QuickBooks first. The ${formatCents(amount)} refund counts as refused, and you can send it again.`,
    confirm: 'It was not refunded',
    isDanger: true,
    done: "Saved: the money wasn't refunded.",
  },
  {
    outcome: 'DISMISSED',
    label: 'Leave it',
    title: 'Leave it as it is',
    text: 'This takes it off the list. No money moves, and the change log keeps your decision.',
    confirm: 'Leave it',
    done: 'Left as is.',
  },
]

function approveRequest(request: RefundRequest): RefundAct {
  const { id, amount, refundable, customer, email, bookingStatus, refusedAt } = request
  const sum = formatCents(amount ?? refundable)
  const mayCancel = bookingStatus === 'CONFIRMED' || bookingStatus === 'PENDING'
  return {
    title: 'Approve request',
    text: `${sum} will be refunded to ${customer} the way they paid${email ? ", and we'll email them" : ''}.`,
    confirm: `Refund ${sum}`,
    mayStillOwe: customer,
    stillOwes: request.stillOwes,
    // A trip that is still on after a refund that was refused was not to be cancelled with it.
    ...(mayCancel && { cancels: refusedAt === null }),
    async send({ stillOwes, cancels }) {
      return messageOf(
        await call(approveRefundRequest, { params: { id }, query: cancels ? { cancels } : { stillOwes } }),
      )
    },
  }
}

function declineRequest({ id, customer, email }: RefundRequest): RefundAct {
  return {
    title: 'Decline request',
    text: email
      ? `We'll email your answer to ${customer}. The booking stays as it is.`
      : `${customer} has no email, so call or text them. The booking stays as it is.`,
    confirm: email ? 'Decline and send' : 'Decline',
    isDanger: true,
    asksFor: 'answer',
    draft: `refund-answer.${id}`,
    async send({ typed }, promise) {
      await call(declineRefundRequest, { params: { id }, body: { answer: typed } })
      return email
        ? promise('We emailed your answer to the guest.', 'Your answer is waiting.')
        : 'The request is declined.'
    },
  }
}

/** A partial failure is an error, in the server's words. */
function messageOf({ success, message }: { success: boolean; message: string }): string {
  if (!success) throw new ApiError(message || 'Refund failed', { status: 200, code: 'refund-failed' })
  return message
}
