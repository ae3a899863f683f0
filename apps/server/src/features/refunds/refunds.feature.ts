import {
  approveRefundRequest,
  declineRefundRequest,
  listRefundableFailures,
  listRefundRequests,
  refundBooking,
  refundFailure,
  requestRefund,
  resolveFailure,
  voidBooking,
} from '@arcadia/contract/refunds'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import type { Feature } from '../../feature.ts'
import { Answer, serve } from '../../http/bind-endpoint.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import type { Attempts } from '../payments/attempts.service.ts'
import type { MerchantAccount } from '../provider/merchant-account.ts'
import type { PaymentsProvider } from '../provider/provider.ts'
import { createFailures } from './failures.service.ts'
import { createOutsideRefunds } from './outside-refunds.service.ts'
import { createRefundOutcomes } from './refund-outcomes.service.ts'
import { blankRefundRequests, createRefundRequests } from './refund-requests.service.ts'
import { refundEmails } from './refunds.emails.ts'
import { createRefunds } from './refunds.service.ts'

interface Deps {
  db: Db
  clock: Clock
  ownerEmail: string | undefined
  answerWithinMs: number
  connectedAccount(): Promise<MerchantAccount>
  provider: PaymentsProvider
  bookings: Bookings
  payments: { attempts: Attempts }
  log: Logger
}

export function refundsFeature(deps: Deps) {
  const outcomes = createRefundOutcomes(deps)
  const refunds = createRefunds({ ...deps, outcomes })
  const requests = createRefundRequests({ ...deps, refunds })
  const outside = createOutsideRefunds(deps)
  const failures = createFailures({ ...deps, attempts: deps.payments.attempts, refunds, outside })
  return {
    name: 'refunds',
    api: refunds,
    endpoints: [
      serve(requestRefund, async ({ user, params, body, request }) => {
        if (user.role !== 'ADMIN') return requests.file(user, params.id, body)
        const wish = { askedCents: body.amount ?? null, description: body.description, key: idempotencyKeyOf(request) }
        return new Answer(200, await refunds.refund(user, params.id, wish))
      }),
      serve(refundBooking, ({ user, params, query, request }) =>
        refunds.refund(user, params.id, {
          askedCents: query.amount ?? null,
          description: query.description ?? null,
          key: idempotencyKeyOf(request),
        }),
      ),
      serve(voidBooking, ({ user, params }) => refunds.void(user, params.id)),
      serve(listRefundableFailures, () => failures.list()),
      serve(refundFailure, ({ user, params, request }) => failures.refund(user, params.id, idempotencyKeyOf(request))),
      serve(resolveFailure, ({ user, params, body }) => failures.resolve(user, params.id, body)),
      serve(listRefundRequests, () => requests.list()),
      serve(approveRefundRequest, ({ user, params }) => requests.approve(user, params.id)),
      serve(
        declineRefundRequest,
        async ({ user, params, body }) => void (await requests.decline(user, params.id, body.answer)),
      ),
    ],
    emails: refundEmails,
    sweeps: [refunds.sweep],
    triggers: ['refunds_within_the_charge', 'refunds_outcome_is_final', 'refunds_are_kept', 'refund_orders_are_kept'],
    idle: () => refunds.idle(),
    blank: blankRefundRequests,
  } satisfies Feature
}
