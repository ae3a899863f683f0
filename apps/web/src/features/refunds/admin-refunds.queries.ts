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
import { call } from '../../api.ts'

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

/** What the owner can do with an item; each loads both lists again, whatever came of it. */
export type RefundAct =
  | { kind: 'refund'; failure: RefundableFailure }
  | { kind: 'captured'; failure: RefundableFailure; paymentId: string }
  | { kind: 'not-charged'; failure: RefundableFailure }
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
      // Made of what was seen: two admins at once, or a click after a lost answer, are one refund (decisions §9).
      const idempotencyKey = `failure-${id}-${amount}`
      return told(await call(refundFailure, { params: { id } }, { token, idempotencyKey }))
    }
    case 'captured': {
      const body = { outcome: 'CAPTURED', paymentId: act.paymentId } as const
      await call(resolveFailure, { params: { id: act.failure.id }, body }, { token })
      return 'The payment is confirmed.'
    }
    case 'not-charged':
      await call(
        resolveFailure,
        { params: { id: act.failure.id }, body: { outcome: 'NOT_CHARGED', paymentId: null } },
        { token },
      )
      return 'Noted: the card was not charged.'
    case 'approve':
      return told(await call(approveRefundRequest, { params: { id: act.request.id } }, { token }))
    case 'decline':
      await call(declineRefundRequest, { params: { id: act.request.id }, body: { answer: act.answer } }, { token })
      return 'The customer is mailed your answer.'
  }
}

/** A part that failed is an error, in the server's words. */
function told({ success, message }: { success: boolean; message: string }): string {
  if (!success) throw new Error(message || 'Refund failed')
  return message
}
