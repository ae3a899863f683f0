import {
  giveBackManualPayment,
  listManualPayments,
  listTakenToday,
  recordManualPayment,
  takeBackManualPayment,
} from '@arcadia/contract/admin/manual-payments'
import { venueDate } from '@arcadia/contract/trip-date'
import { HOUR_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { manualPaymentEmails } from './manual-payments.emails.ts'
import { createManualPayments } from './manual-payments.service.ts'
import { blankManualPayments, blankNotesOfPrices, listTakenOn } from './manual-payments.store.ts'

export function manualPaymentsFeature(deps: Parameters<typeof createManualPayments>[0]) {
  const payments = createManualPayments(deps)
  return {
    name: 'manual-payments',
    api: payments,
    endpoints: [
      serve(listTakenToday, ({ user }) =>
        listTakenOn(deps.db, venueDate(deps.clock.now()), user.position === 'GUIDE' ? user.id : undefined),
      ),
      serve(listManualPayments, ({ user, params }) => payments.list(user, params.id)),
      serve(recordManualPayment, async ({ user, params, body, key }) => {
        const booking = await payments.record(user, params.id, body, key)
        return user.position === 'GUIDE' ? { id: booking.id, pendingAmount: booking.pendingAmount } : booking
      }),
      serve(giveBackManualPayment, ({ user, params, body }) => payments.giveBack(user, params.id, body)),
      serve(takeBackManualPayment, ({ user, params, body }) => payments.takeBack(user, params.id, body.reason)),
    ],
    emails: manualPaymentEmails,
    sweeps: [{ name: 'notes on old voucher sales', everyMs: HOUR_MS, run: () => blankNotesOfPrices(deps.db) }],
    blank: blankManualPayments,
  } satisfies Feature
}
