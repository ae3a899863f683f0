import {
  approveRefundRequest,
  declineRefundRequest,
  listRefundableFailures,
  listRefundRequests,
  type RefundableFailure,
  type RefundRequest,
  refundFailure,
  resolveFailure,
} from '@arcadia/contract/refunds'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export function failuresQuery(token: string) {
  return queryOptions({
    queryKey: ['admin-refunds', token, 'failures'],
    queryFn: ({ signal }) => call(listRefundableFailures, {}, { token, signal }),
  })
}

export function refundRequestsQuery(token: string) {
  return queryOptions({
    queryKey: ['admin-refunds', token, 'requests'],
    queryFn: ({ signal }) => call(listRefundRequests, {}, { token, signal }),
  })
}

/** How the owner says that an item ended. */
export type FailureVerdict = Exclude<RefundableFailure['actions'][number], 'REFUND' | 'PROVIDER_CANCELLED'>

/** What the owner can do with an item; each loads both lists again, whatever came of it. */
export type RefundAct =
  | { kind: 'refund'; failure: RefundableFailure }
  | { kind: 'verdict'; failure: RefundableFailure; outcome: FailureVerdict; paymentId: string | null }
  | { kind: 'approve'; request: RefundRequest }
  | { kind: 'decline'; request: RefundRequest; answer: string }

export function useRefundAct(token: string, onDone: (message: string) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (act: RefundAct) => send(token, act),
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: ['admin-refunds', token] }),
  })
}

async function send(token: string, act: RefundAct): Promise<string> {
  switch (act.kind) {
    case 'refund': {
      const { id, amount, paymentId } = act.failure
      if (!paymentId) throw new Error('No paymentId to act on')
      // Made of what was seen: two admins at once, or a click after a lost answer, are one refund.
      const idempotencyKey = `failure-${id}-${amount}`
      return told(await call(refundFailure, { params: { id } }, { token, idempotencyKey }))
    }
    case 'verdict': {
      const { outcome, paymentId } = act
      await call(resolveFailure, { params: { id: act.failure.id }, body: { outcome, paymentId } }, { token })
      return NOTED[outcome]
    }
    case 'approve':
      return told(await call(approveRefundRequest, { params: { id: act.request.id } }, { token }))
    case 'decline':
      await call(declineRefundRequest, { params: { id: act.request.id }, body: { answer: act.answer } }, { token })
      return 'The customer is mailed your answer.'
  }
}

const NOTED: Record<FailureVerdict, string> = {
  CAPTURED: 'The payment is confirmed.',
  NOT_CHARGED: 'Noted: the card was not charged.',
  REFUNDED: 'Noted: the money went back.',
  NOT_REFUNDED: 'Noted: the money did not go back.',
  DISMISSED: 'Left as it is.',
}

/** A part that failed is an error, in the server's words. */
function told({ success, message }: { success: boolean; message: string }): string {
  if (!success) throw new Error(message || 'Refund failed')
  return message
}
