import { getCurrentHold } from '@arcadia/contract/holds'
import {
  getPayment,
  getPaymentAsCharge,
  payBalance,
  payBalanceAsCharge,
  payForBooking,
} from '@arcadia/contract/payments'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import type { Encryption } from '../../encryption.ts'
import type { Feature } from '../../feature.ts'
import { Answer, serve } from '../../http/bind-endpoint.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import { networkOf } from '../../http/rate-limits.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import type { Merchant } from '../merchant/merchant.service.ts'
import type { MerchantAccount } from '../provider/merchant-account.ts'
import type { PaymentsProvider } from '../provider/provider.ts'
import { blankAttempts, createAttempts } from './attempts.service.ts'
import { createBalancePayments } from './balance-payments.service.ts'
import { createBookingPayments } from './booking-payments.service.ts'
import { createBotCheck } from './bot-check.ts'
import { paymentEmails } from './payments.emails.ts'
import { createSettlement } from './settle.service.ts'

interface Deps {
  db: Db
  clock: Clock
  encryption: Encryption
  environment: string
  ownerEmail: string | undefined
  recaptcha: { secretKey: string } | undefined
  publicUrl: string
  answerWithinMs: number
  merchant: Merchant
  connectedAccount(): Promise<MerchantAccount>
  provider: PaymentsProvider
  bookings: Bookings
  log: Logger
}

export function paymentsFeature(deps: Deps) {
  const attempts = createAttempts(deps)
  const settlement = createSettlement({ ...deps, attempts })
  const { hostname } = new URL(deps.publicUrl)
  const botCheck = createBotCheck({ secret: deps.recaptcha?.secretKey, hostname, log: deps.log })
  const payments = createBookingPayments({ ...deps, attempts, settlement, botCheck })
  const balance = createBalancePayments({ ...deps, attempts, settlement })
  return {
    name: 'payments',
    api: { attempts },
    endpoints: [
      serve(getCurrentHold, ({ user }) => payments.current(user.id)),
      serve(payForBooking, async ({ user, body, query, request }) => {
        const origin = { network: networkOf(request.ip), address: request.ip, realmId: query.realmId }
        const { status, result } = await payments.pay(user.id, body, origin)
        return new Answer(status, result)
      }),
      ...[payBalance, payBalanceAsCharge].map((endpoint) =>
        serve(endpoint, async ({ user, body, query, request }) => {
          const idempotencyKey = idempotencyKeyOf(request)
          const origin = { network: networkOf(request.ip), realmId: query.realmId, idempotencyKey }
          const { status, payment } = await balance.pay(user, body, origin)
          return new Answer(status, payment)
        }),
      ),
      ...[getPayment, getPaymentAsCharge].map((endpoint) =>
        serve(endpoint, ({ user, params }) => balance.get(user, params.id)),
      ),
    ],
    emails: paymentEmails,
    sweeps: [settlement.sweep],
    triggers: [
      'payment_attempts_guard_entry',
      'payment_attempts_guard_exit',
      'payment_attempts_are_kept',
      'payment_failures_are_kept',
      'payment_attempts_outcome_is_final',
    ],
    idle: () => settlement.idle(),
    blank: blankAttempts,
  } satisfies Feature
}
