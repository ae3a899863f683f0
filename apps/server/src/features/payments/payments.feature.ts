import { getCurrentHold } from '@arcadia/contract/holds'
import * as calls from '@arcadia/contract/payments'
import type { FastifyRequest } from 'fastify'
import { DAY_MS, HOUR_MS } from '../../clock.ts'
import type { Feature } from '../../feature.ts'
import { Answer, serve } from '../../http/bind-endpoint.ts'
import { networkOf } from '../../http/rate-limits.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { builtCheck } from '../../site/built-check.ts'
import { EVIDENCE_DAYS } from '../bookings/bookings.rules.ts'
import { anglerKind } from './angler.kind.ts'
import { blankAttempts, blankAttemptsWithoutBooking, countOpen, forgetCardTokens } from './attempts.store.ts'
import { balanceKind, keyOfToken, readPayment } from './balance.kind.ts'
import { createBotCheck } from './bot-check.ts'
import { readCurrentHold } from './current-hold.service.ts'
import { depositKind } from './deposit.kind.ts'
import { createPay } from './pay.service.ts'
import type { KindOf, PaymentKind, Press } from './payment-kind.ts'
import { paymentEmails } from './payments.emails.ts'
import { createSettlement } from './settle.service.ts'
import { tipKind } from './tip.kind.ts'
import { voucherKind } from './voucher.kind.ts'
import { createOutcomes } from './write-outcome.service.ts'

type Deps = Omit<
  Parameters<typeof depositKind>[0] &
    Parameters<typeof balanceKind>[0] &
    Parameters<typeof anglerKind>[0] &
    Parameters<typeof voucherKind>[0] &
    Parameters<typeof tipKind>[0] &
    Parameters<typeof createOutcomes>[0] &
    Parameters<typeof createSettlement>[0] &
    Parameters<typeof createPay>[0],
  'botCheck' | 'kindOf' | 'outcomes' | 'settlement'
> & { recaptcha: { secretKey: string } | undefined; publicUrl: string }

export function paymentsFeature(deps: Deps) {
  const { hostname } = new URL(deps.publicUrl)
  const botCheck = createBotCheck({ secret: deps.recaptcha?.secretKey, hostname, log: deps.log })
  const deposit = depositKind({ ...deps, botCheck })
  const balance = balanceKind({ ...deps, botCheck })
  const angler = anglerKind({ ...deps, botCheck })
  const voucher = voucherKind({ ...deps, botCheck })
  const tip = tipKind({ ...deps, botCheck })
  const kinds: PaymentKind[] = [deposit, balance, angler, voucher, tip]
  const kindOf: KindOf = ({ purpose }) => kinds.find(({ kind }) => kind === purpose.kind)!
  const outcomes = createOutcomes({ ...deps, kindOf })
  const settlement = createSettlement({ ...deps, kindOf, outcomes })
  const pay = createPay({ ...deps, outcomes, settlement })
  return {
    name: 'payments',
    api: { pay, balance, angler, voucher, tip, settle: outcomes.settle },
    endpoints: [
      serve(getCurrentHold, ({ user, query }) => readCurrentHold(deps, user.id, query.holdId)),
      serve(calls.payForBooking, async (call) => {
        const { metadata, context } = call.body.paymentData
        const { status, body } = await pay(deposit, {
          ...pressOf(call),
          payment: call.body,
          realmIds: [call.query.realmId, metadata?.realmId],
          isMobile: String(context?.mobile) === 'true',
        })
        return new Answer(status, body)
      }),
      ...[calls.payBalance, calls.payBalanceAsCharge].map((endpoint) =>
        serve(endpoint, async (call) => {
          const press = pressOf(call)
          const key = press.key ?? keyOfToken(call.body.paymentToken)
          const { status, body } = await pay(balance, { ...press, key, payment: call.body })
          return new Answer(status, body)
        }),
      ),
      ...[calls.getPayment, calls.getPaymentAsCharge].map((endpoint) =>
        serve(endpoint, ({ user, params }) => readPayment(deps.db, user, params.id)),
      ),
    ],
    emails: paymentEmails,
    sweeps: [
      settlement.sweep,
      {
        name: 'names in old payments',
        everyMs: HOUR_MS,
        run: () => blankAttemptsWithoutBooking(deps.db, new Date(deps.clock.now().getTime() - EVIDENCE_DAYS * DAY_MS)),
      },
    ],
    measures: [
      {
        name: 'payments_without_outcome',
        help: 'Payments of which nobody knows yet what became of them.',
        read: async () => (await countOpen(deps.db)).count,
      },
      {
        name: 'payments_without_outcome_seconds',
        help: 'Age of the oldest of these; 0 if there is none.',
        async read() {
          const { since } = await countOpen(deps.db)
          return since ? (deps.clock.now().getTime() - since.getTime()) / 1000 : 0
        },
      },
    ],
    checks: [builtCheck(deps)],
    idle: () => settlement.idle(),
    blank: blankAttempts,
    forgetSealed: forgetCardTokens,
  } satisfies Feature
}

function pressOf(call: {
  user: SignedIn
  query: { realmId?: string | undefined }
  key: string | undefined
  request: FastifyRequest
}): Press & { user: SignedIn } {
  const { user, query, key, request } = call
  return { user, key, network: networkOf(request.ip), address: request.ip, realmIds: [query.realmId], isMobile: false }
}
