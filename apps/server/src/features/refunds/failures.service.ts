import type { Input, Output } from '@arcadia/contract/endpoint'
import { formatCents } from '@arcadia/contract/money'
import type { RefundableFailure, refundFailure, resolveFailure } from '@arcadia/contract/refunds'
import type { Clock } from '../../clock.ts'
import { violatedUnique } from '../../database/database-errors.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { recordChange } from '../audit-log/record-change.ts'
import type { Attempts, FinalOutcome } from '../payments/attempts.service.ts'
import { closeFailure, readAttempt } from '../payments/payment-failures.service.ts'
import { leaseFrom } from '../payments/payments.rules.ts'
import type { PaymentsProvider, ProviderCharge } from '../payments/provider.ts'
import { findFailure, listOpenFailures } from './failures.store.ts'
import type { Refunds } from './refunds.service.ts'
import { finishOrder, insertOrder, listRefunds, sumRefunded, writeRefundOutcome } from './refunds.store.ts'

/** Payments that wait for the owner, and their ways out (decisions §7). */
export interface Failures {
  list(): Promise<RefundableFailure[]>
  /** @throws AppError `failure-not-found`, `failure-resolved`, `no-payment-id`, and those of a refund */
  refund(user: SignedIn, id: number, key: string | undefined): Promise<Output<typeof refundFailure>>
  /** @throws AppError `failure-not-found`, `failure-resolved`, `charge-differs`, `no-payment-id`, `payments-unavailable` */
  resolve(user: SignedIn, id: number, verdict: Input<typeof resolveFailure>['body']): Promise<RefundableFailure>
}

export function createFailures(deps: {
  db: Db
  clock: Clock
  provider: Pick<PaymentsProvider, 'findCharge'>
  attempts: Pick<Attempts, 'settle'>
  refunds: Pick<Refunds, 'refund' | 'place'>
}): Failures {
  const { db, clock } = deps

  async function open(id: number) {
    const failure = await findFailure(db, id)
    if (!failure) throw new AppError('failure-not-found')
    return failure
  }

  async function readBack(realmId: string, chargeId: string): Promise<ProviderCharge> {
    const found = await deps.provider.findCharge({ realmId, chargeId })
    if (found.kind === 'unknown') throw new AppError('payments-unavailable')
    if (found.kind === 'missing') throw new AppError('charge-differs')
    return found.charge
  }

  /** Closes a charge that the provider cancelled itself: it counts as given back. */
  async function writeCancelled(user: SignedIn, failureId: number, attemptId: number): Promise<void> {
    await inTransaction(db, clock, async (tx, now) => {
      const attempt = await readAttempt(tx, attemptId)
      if (!(await closeFailure(tx, now, attemptId, 'PROVIDER_CANCELLED'))) throw new AppError('failure-resolved')
      const orderId = await insertOrder(
        tx,
        {
          booking_id: attempt.booking_id!,
          admin_id: user.id,
          kind: 'PROVIDER_CANCELLED',
          asked_cents: null,
          description: 'Cancelled by the provider',
          idempotency_key: null,
          created_at: now,
        },
        [{ attemptId, amountCents: attempt.amount_cents - (await sumRefunded(tx, attemptId)) }],
        leaseFrom(now),
      )
      const outcome = { outcome: 'REFUNDED', provider_refund_id: null, last_problem: null } as const
      for (const { id } of await listRefunds(tx, orderId)) await writeRefundOutcome(tx, now, id, outcome)
      await finishOrder(tx, now, orderId, 'DONE')
      await recordResolution(tx, user.id, failureId, 'PROVIDER_CANCELLED', attempt.charge_id)
    }).catch((error: unknown) => {
      // A refund under way reads the provider's own record too, and closes the item itself.
      if (violatedUnique(error) === 'refund_orders_one_in_flight')
        throw new AppError('refund-in-progress', { cause: error })
      throw error
    })
  }

  return {
    list: () => listOpenFailures(db),

    async refund(user, id, key) {
      const { failure, attempt, resolved } = await open(id)
      // A repeat after a lost answer gets the first answer: its refund is found by its key.
      if (failure.kind !== 'REFUNDABLE') throw new AppError(resolved ? 'failure-resolved' : 'no-payment-id')
      if (!attempt.charge_id || !attempt.booking_id) throw new AppError('no-payment-id')
      const answer = await deps.refunds.refund(user, attempt.booking_id, {
        askedCents: null,
        attemptId: attempt.id,
        description: failure.reason,
        key: key ?? `failure:${id}`,
      })
      return { ...answer, failure: (await findFailure(db, id))!.failure }
    },

    async resolve(user, id, verdict) {
      const { failure, attempt, resolved } = await open(id)
      if (resolved) throw new AppError('failure-resolved')
      const paymentId = verdict.paymentId ?? attempt.charge_id
      const charge =
        verdict.outcome === 'NOT_CHARGED'
          ? undefined
          : await readBack(attempt.realm_id, paymentId ?? fail('no-payment-id'))
      const expected = verdict.outcome === 'CAPTURED' ? 'captured' : 'cancelled'
      if (charge && (charge.status !== expected || charge.amountCents !== attempt.amount_cents))
        throw new AppError('charge-differs', {
          message: `The provider has ${charge.chargeId} as ${charge.status}, ${formatCents(charge.amountCents)}.`,
        })
      if (failure.kind === 'REFUNDABLE') {
        if (verdict.outcome !== 'PROVIDER_CANCELLED' || charge?.chargeId !== attempt.charge_id)
          throw new AppError('charge-differs')
        await writeCancelled(user, id, attempt.id)
      } else {
        let isFirst = false
        await deps.attempts
          .settle(attempt.id, outcomeOf(verdict.outcome, charge?.chargeId), async (tx) => {
            isFirst = true
            await recordResolution(tx, user.id, id, verdict.outcome, charge?.chargeId ?? null)
          })
          .catch((error: unknown) => {
            if (violatedUnique(error) === 'payment_attempts_charge')
              throw new AppError('charge-differs', {
                message: 'That payment belongs to another booking.',
                cause: error,
              })
            throw error
          })
        if (!isFirst) throw new AppError('failure-resolved')
      }
      return (await findFailure(db, id))!.failure
    },
  }
}

function fail(code: 'no-payment-id'): never {
  throw new AppError(code)
}

function outcomeOf(
  verdict: 'CAPTURED' | 'NOT_CHARGED' | 'PROVIDER_CANCELLED',
  chargeId: string | undefined,
): FinalOutcome {
  if (verdict === 'CAPTURED') return { kind: 'captured', chargeId: chargeId!, cardBrand: null, last4: null }
  if (verdict === 'PROVIDER_CANCELLED') return { kind: 'voided' }
  return { kind: 'not-charged', code: 'payment-failed', problem: 'The owner found no charge.' }
}

async function recordResolution(
  tx: Db,
  adminId: number,
  id: number,
  outcome: string,
  paymentId: string | null,
): Promise<void> {
  await recordChange(tx, {
    adminId,
    action: 'payment.resolved',
    subject: { kind: 'payment-failure', id },
    before: null,
    after: { outcome, paymentId },
  })
}
