import {
  approveRefundRequest,
  declineRefundRequest,
  type RefundableFailure,
  type RefundRequest,
  refundFailure,
  resolveFailure,
} from '@arcadia/contract/refunds'
import { useMutation } from '@tanstack/react-query'
import { ApiError, call } from '../../api/call.ts'

/** How the owner says that an item ended. */
export type FailureVerdict = Exclude<RefundableFailure['actions'][number], 'REFUND' | 'PROVIDER_CANCELLED'>

/** What the owner can do with an item. */
export type RefundAct =
  | { kind: 'refund'; failure: RefundableFailure }
  | { kind: 'verdict'; failure: RefundableFailure; outcome: FailureVerdict; paymentId: string | null }
  | { kind: 'approve'; request: RefundRequest }
  | { kind: 'decline'; request: RefundRequest; answer: string }

export const useRefundAct = (onDone: (message: string) => void) => useMutation({ mutationFn: send, onSuccess: onDone })

async function send(act: RefundAct): Promise<string> {
  switch (act.kind) {
    case 'refund': {
      const { id, amount, paymentId } = act.failure
      if (!paymentId) throw new ApiError('No paymentId to act on', { status: 0, code: 'no-payment' })
      // Made of what was seen: two admins at once, or a click after a lost answer, are one refund.
      const idempotencyKey = `failure-${id}-${amount}`
      return told(await call(refundFailure, { params: { id } }, { idempotencyKey }))
    }
    case 'verdict': {
      const { outcome, paymentId } = act
      await call(resolveFailure, { params: { id: act.failure.id }, body: { outcome, paymentId } })
      return NOTED[outcome]
    }
    case 'approve':
      return told(await call(approveRefundRequest, { params: { id: act.request.id } }))
    case 'decline':
      await call(declineRefundRequest, { params: { id: act.request.id }, body: { answer: act.answer } })
      return 'We emailed your answer to the customer.'
  }
}

const NOTED: Record<FailureVerdict, string> = {
  CAPTURED: 'The payment is confirmed.',
  NOT_CHARGED: "Saved: the card wasn't charged.",
  REFUNDED: 'Saved: the money was refunded.',
  NOT_REFUNDED: "Saved: the money wasn't refunded.",
  DISMISSED: 'Left as is.',
}

/** A part that failed is an error, in the server's words. */
function told({ success, message }: { success: boolean; message: string }): string {
  if (!success) throw new ApiError(message || 'Refund failed', { status: 200, code: 'refund-failed' })
  return message
}
