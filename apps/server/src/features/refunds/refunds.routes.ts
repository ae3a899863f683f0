import { refundBooking, requestRefund, voidBooking } from '@arcadia/contract/admin-bookings'
import {
  approveRefundRequest,
  declineRefundRequest,
  listRefundableFailures,
  listRefundRequests,
  refundFailure,
  resolveFailure,
} from '@arcadia/contract/refunds'
import { Answer, type Bind } from '../../http/bind-endpoint.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import type { Failures } from './failures.service.ts'
import type { RefundRequests } from './refund-requests.service.ts'
import type { Refunds } from './refunds.service.ts'

export function refundRoutes(
  bind: Bind,
  deps: { refunds: Refunds; failures: Failures; requests: RefundRequests },
): void {
  const { refunds, failures, requests } = deps
  bind(requestRefund, async ({ user, params, body, request }) => {
    if (user.role !== 'ADMIN') return requests.file(user, params.id, body)
    const wish = { askedCents: body.amount ?? null, description: body.description, key: idempotencyKeyOf(request) }
    return new Answer(200, await refunds.refund(user, params.id, wish))
  })
  bind(refundBooking, ({ user, params, query, request }) =>
    refunds.refund(user, params.id, {
      askedCents: query.amount ?? null,
      description: query.description ?? null,
      key: idempotencyKeyOf(request),
    }),
  )
  bind(voidBooking, ({ user, params }) => refunds.void(user, params.id))
  bind(listRefundableFailures, () => failures.list())
  bind(refundFailure, ({ user, params, request }) => failures.refund(user, params.id, idempotencyKeyOf(request)))
  bind(resolveFailure, ({ user, params, body }) => failures.resolve(user, params.id, body))
  bind(listRefundRequests, () => requests.list())
  bind(approveRefundRequest, ({ user, params }) => requests.approve(user, params.id))
  bind(
    declineRefundRequest,
    async ({ user, params, body }) => void (await requests.decline(user, params.id, body.answer)),
  )
}
