import { getCurrentHold } from '@arcadia/contract/bookings'
import {
  getPayment,
  getPaymentAsCharge,
  payBalance,
  payBalanceAsCharge,
  payForBooking,
} from '@arcadia/contract/payments'
import { Answer, type Bind } from '../../http/bind-endpoint.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import { networkOf } from '../../http/rate-limits.ts'
import type { BalancePayments } from './balance-payments.service.ts'
import type { BookingPayments } from './booking-payments.service.ts'

export function paymentRoutes(
  bind: Bind,
  deps: {
    payments: BookingPayments
    balance: BalancePayments
  },
): void {
  bind(getCurrentHold, ({ user }) => deps.payments.current(user.id))
  bind(payForBooking, async ({ user, body, query, request }) => {
    const origin = { network: networkOf(request.ip), address: request.ip, realmId: query.realmId }
    const { status, result } = await deps.payments.pay(user.id, body, origin)
    return new Answer(status, result)
  })
  for (const endpoint of [payBalance, payBalanceAsCharge])
    bind(endpoint, async ({ user, body, query, request }) => {
      const idempotencyKey = idempotencyKeyOf(request)
      const origin = { network: networkOf(request.ip), realmId: query.realmId, idempotencyKey }
      const { status, payment } = await deps.balance.pay(user, body, origin)
      return new Answer(status, payment)
    })
  for (const endpoint of [getPayment, getPaymentAsCharge])
    bind(endpoint, ({ user, params }) => deps.balance.get(user, params.id))
}
