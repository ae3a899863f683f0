import * as calls from '@arcadia/contract/admin/manual-payments'
import { HOUR_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { manualPaymentEmails } from './manual-payments.emails.ts'
import { createManualPayments } from './manual-payments.service.ts'
import { blankManualPayments, blankNotesOfPrices } from './manual-payments.store.ts'
import { createTakings } from './takings.service.ts'

export function manualPaymentsFeature(deps: Parameters<typeof createManualPayments>[0]) {
  const payments = createManualPayments(deps)
  const takings = createTakings(deps)
  return {
    name: 'manual-payments',
    api: payments,
    endpoints: [
      serve(calls.listTakings, ({ user }) => takings.list(user)),
      serve(calls.recordHandOver, ({ user, body, key }) => takings.handOver(user, body, key)),
      serve(calls.undoHandOver, ({ user, params }) => takings.undo(user, params.id)),
      serve(calls.listManualPayments, ({ user, params }) => payments.list(user, params.id)),
      serve(calls.recordManualPayment, async ({ user, params, body, key }) => {
        const booking = await payments.record(user, params.id, body, key)
        return user.position === 'GUIDE' ? { id: booking.id, pendingAmount: booking.pendingAmount } : booking
      }),
      serve(calls.giveBackManualPayment, ({ user, params, body }) => payments.giveBack(user, params.id, body)),
      serve(calls.takeBackManualPayment, ({ user, params, body }) => payments.takeBack(user, params.id, body.reason)),
    ],
    emails: manualPaymentEmails,
    sweeps: [{ name: 'notes on old voucher sales', everyMs: HOUR_MS, run: () => blankNotesOfPrices(deps.db) }],
    blank: blankManualPayments,
  } satisfies Feature
}
