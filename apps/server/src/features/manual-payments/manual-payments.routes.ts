import { listManualPayments, recordManualPayment, takeBackManualPayment } from '@arcadia/contract/manual-payments'
import type { Bind } from '../../http/bind-endpoint.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import type { ManualPayments } from './manual-payments.service.ts'

export function manualPaymentRoutes(bind: Bind, payments: ManualPayments): void {
  bind(listManualPayments, ({ user, params }) => payments.list(user, params.id))
  bind(recordManualPayment, ({ user, params, body, request }) =>
    payments.record(user, params.id, body, idempotencyKeyOf(request)),
  )
  bind(takeBackManualPayment, ({ user, params, body }) => payments.takeBack(user, params.id, body.reason))
}
