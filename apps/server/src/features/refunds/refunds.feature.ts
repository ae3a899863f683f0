import { recordChargeback, winChargeback } from '@arcadia/contract/admin/chargebacks'
import { recordVoucherChargeback, winVoucherChargeback } from '@arcadia/contract/admin/gift-vouchers'
import { recordTipChargeback, refundTip, winTipChargeback } from '@arcadia/contract/admin/tips'
import * as calls from '@arcadia/contract/refunds'
import type { Feature } from '../../feature.ts'
import { Answer, serve } from '../../http/bind-endpoint.ts'
import type { Sealing } from '../gift-vouchers/to-gift-voucher.ts'
import { createChargebacks } from './chargebacks.service.ts'
import { createIssues } from './issues.service.ts'
import { blankRefundRequests, createRefundRequests } from './refund-requests.service.ts'
import { refundEmails } from './refunds.emails.ts'
import { createRefunds } from './refunds.service.ts'
import { createTipRefunds } from './tip-refunds.service.ts'
import { createVoucherChargebacks } from './voucher-chargebacks.service.ts'

type Deps = Parameters<typeof createRefunds>[0] &
  Parameters<typeof createChargebacks>[0] &
  Omit<Parameters<typeof createRefundRequests>[0], 'refunds'> &
  Omit<Parameters<typeof createIssues>[0], 'refunds' | 'tips'> &
  Sealing

export function refundsFeature(deps: Deps) {
  const refunds = createRefunds(deps)
  const requests = createRefundRequests({ ...deps, refunds })
  const tips = createTipRefunds({ ...deps, refunds })
  const issues = createIssues({ ...deps, refunds, tips })
  const chargebacks = createChargebacks(deps)
  const ofVouchers = createVoucherChargebacks(deps)
  return {
    name: 'refunds',
    api: refunds,
    endpoints: [
      serve(calls.requestRefund, async ({ user, params, body, key }) => {
        if (user.role !== 'ADMIN') return requests.file(user, params.id, body)
        const asked = { askedCents: body.amount ?? null, description: body.description, key, stillOwes: body.stillOwes }
        return new Answer(200, await refunds.refund(user, { bookingId: params.id, ...asked }))
      }),
      serve(calls.withdrawRefundRequest, ({ user, params, body }) => requests.withdraw(user, params.id, body.askedAt)),
      serve(calls.refundBooking, ({ user, params, query, key }) =>
        refunds.refund(user, {
          bookingId: params.id,
          askedCents: query.amount ?? null,
          shareId: query.shareId,
          attemptId: query.chargeId,
          description: query.description ?? null,
          key,
          stillOwes: query.stillOwes,
          renewal: query.renewVouchers ? { adminId: user.id, lastDay: query.lastDay ?? null } : undefined,
        }),
      ),
      serve(calls.listVoidableCharges, ({ user, params }) => refunds.listVoidable(user, params.id)),
      serve(calls.voidBooking, ({ user, params, query }) => refunds.void(user, params.id, query)),
      serve(calls.listRefundableFailures, ({ user }) => issues.list(user)),
      serve(calls.refundFailure, ({ user, params, query, key }) =>
        issues.refund(user, params.id, key, query.stillOwes),
      ),
      serve(calls.resolveFailure, ({ user, params, body }) => issues.resolve(user, params.id, body)),
      serve(recordChargeback, ({ user, params, body }) => chargebacks.record(user, params.id, body)),
      serve(winChargeback, ({ user, params }) => chargebacks.win(user, params.id, params.orderId)),
      serve(refundTip, async ({ user, params, body: { amount, description }, key }) =>
        tips.refund(user, params.id, { askedCents: amount ?? null, description, key }),
      ),
      serve(recordTipChargeback, ({ user, params, body }) => tips.recordChargeback(user, params.id, body)),
      serve(winTipChargeback, ({ user, params }) => tips.winChargeback(user, params.id)),
      serve(recordVoucherChargeback, ({ user, params, body }) => ofVouchers.record(user, params.id, body)),
      serve(winVoucherChargeback, ({ user, params }) => ofVouchers.win(user, params.id)),
      serve(calls.listRefundRequests, ({ user }) => requests.list(user)),
      serve(calls.approveRefundRequest, ({ user, params, query }) => requests.approve(user, params.id, query)),
      serve(calls.declineRefundRequest, ({ user, params, body }) => requests.decline(user, params.id, body.answer)),
    ],
    emails: refundEmails(deps),
    sweeps: [refunds.sweep],
    idle: () => refunds.idle(),
    blank: blankRefundRequests,
  } satisfies Feature
}
