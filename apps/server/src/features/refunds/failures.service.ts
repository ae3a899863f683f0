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
import { closeIssues } from '../payments/payment-issues.ts'
import { isOtherAccount } from '../provider/merchant-account.ts'
import type { PaymentsProvider, ProviderCharge } from '../provider/provider.ts'
import { findFailure, listOpenFailures } from './failures.store.ts'
import type { OutsideRefunds } from './outside-refunds.service.ts'
import type { Refunds } from './refunds.service.ts'

type Verdict = Input<typeof resolveFailure>['body']
type Item = NonNullable<Awaited<ReturnType<typeof findFailure>>>

/** Payments that wait for the owner, and their ways out (docs/rules.md §3.16). */
export interface Failures {
  list(): Promise<RefundableFailure[]>
  /** @throws AppError `failure-not-found`, `failure-resolved`, `no-payment-id`, and those of a refund */
  refund(user: SignedIn, id: number, key: string | undefined): Promise<Output<typeof refundFailure>>
  /**
   * @throws AppError `failure-not-found`, `failure-resolved`, `wrong-verdict`, `charge-differs`, `no-payment-id`,
   * `payments-unavailable`, `refund-in-progress`
   */
  resolve(user: SignedIn, id: number, verdict: Verdict): Promise<RefundableFailure>
}

export function createFailures(deps: {
  db: Db
  clock: Clock
  provider: Pick<PaymentsProvider, 'findCharge'>
  attempts: Pick<Attempts, 'settle'>
  refunds: Pick<Refunds, 'refund' | 'connectedAccount' | 'decide'>
  outside: OutsideRefunds
}): Failures {
  const { db, clock } = deps

  async function open(id: number): Promise<Item> {
    const item = await findFailure(db, id)
    if (!item) throw new AppError('failure-not-found')
    return item
  }

  async function readBack(realmId: string, chargeId: string): Promise<ProviderCharge> {
    const found = await deps.provider.findCharge({ realmId, chargeId })
    if (found.kind === 'unknown') throw new AppError('payments-unavailable')
    if (found.kind === 'missing') throw new AppError('charge-differs')
    return found.charge
  }

  /** The charge as the owner says it is, read back; only their word where nobody can be asked. */
  async function confirm(attempt: Item['attempt'], verdict: Verdict): Promise<string> {
    const paymentId = verdict.paymentId ?? attempt.charge_id
    if (!paymentId) throw new AppError('no-payment-id')
    if (isOtherAccount(attempt, await deps.refunds.connectedAccount())) return paymentId
    const charge = await readBack(attempt.realm_id, paymentId)
    const expected = verdict.outcome === 'CAPTURED' ? 'captured' : 'cancelled'
    if (charge.status !== expected || charge.amountCents !== attempt.amount_cents)
      throw new AppError('charge-differs', {
        message: `The provider has ${charge.chargeId} as ${charge.status}, ${formatCents(charge.amountCents)}.`,
      })
    return charge.chargeId
  }

  /** Ends a payment of which nobody knew whether it was charged. */
  async function settleCharge(attempt: Item['attempt'], verdict: Verdict, record: Record): Promise<void> {
    const chargeId = verdict.outcome === 'NOT_CHARGED' ? null : await confirm(attempt, verdict)
    let isFirst = false
    await deps.attempts
      .settle(attempt.id, outcomeOf(verdict.outcome, chargeId), async (tx) => {
        isFirst = true
        await record(tx, chargeId)
      })
      .catch((error: unknown) => {
        if (violatedUnique(error) !== 'payment_attempts_charge') throw error
        throw new AppError('charge-differs', { message: 'That payment belongs to another booking.', cause: error })
      })
    if (!isFirst) throw new AppError('failure-resolved')
  }

  /** What the provider gave back without us is written down, so that the two books agree again. */
  async function takeOver(
    user: SignedIn,
    { attempt }: Item,
    kind: 'PROVIDER_CANCELLED' | 'MADE_OUTSIDE',
    record: Record,
  ): Promise<void> {
    if (!attempt.charge_id || !attempt.booking_id) throw new AppError('no-payment-id')
    const charge = await readBack(attempt.realm_id, attempt.charge_id)
    const isCancelled = charge.status === 'cancelled'
    if (kind === 'PROVIDER_CANCELLED' && !isCancelled)
      throw new AppError('charge-differs', { message: `The provider has ${charge.chargeId} as ${charge.status}.` })
    const back = isCancelled ? attempt.amount_cents : charge.refundedCents
    await deps.outside.write(user, { ...attempt, booking_id: attempt.booking_id }, back, (tx) =>
      record(tx, attempt.charge_id),
    )
  }

  async function dismiss(id: number, record: Record): Promise<void> {
    await inTransaction(db, clock, async (tx, now) => {
      if (!(await closeIssues(tx, now, ['id', id], 'DISMISSED'))) throw new AppError('failure-resolved')
      await record(tx, null)
    })
  }

  return {
    list: () => listOpenFailures(db),

    async refund(user, id, key) {
      const { failure, attempt, resolved, refund_id } = await open(id)
      // A repeat after a lost answer gets the first answer: its refund is found by its key.
      if (failure.kind !== 'REFUNDABLE') throw new AppError(resolved ? 'failure-resolved' : 'no-payment-id')
      if (!attempt.charge_id || !attempt.booking_id) throw new AppError('no-payment-id')
      const answer = await deps.refunds.refund(user, attempt.booking_id, {
        askedCents: refund_id === null ? null : attempt.refused_cents,
        isAtMost: true,
        attemptId: attempt.id,
        description: failure.reason,
        key: key ?? `failure:${id}`,
        settles: { failureId: id },
      })
      return { ...answer, failure: (await findFailure(db, id))!.failure }
    },

    async resolve(user, id, verdict) {
      const item = await open(id)
      if (item.resolved) throw new AppError('failure-resolved')
      if (item.failure.kind === 'REFUNDABLE' && item.isRefunding) throw new AppError('refund-in-progress')
      if (!item.failure.actions.includes(verdict.outcome)) throw new AppError('wrong-verdict')
      const record: Record = (tx, paymentId) => recordResolution(tx, user.id, id, verdict.outcome, paymentId)
      const { attempt, refund_id } = item
      if (verdict.outcome === 'DISMISSED') await dismiss(id, record)
      else if (attempt.outcome === null) await settleCharge(attempt, verdict, record)
      else if (verdict.outcome === 'PROVIDER_CANCELLED') await takeOver(user, item, 'PROVIDER_CANCELLED', record)
      else if (refund_id === null) await takeOver(user, item, 'MADE_OUTSIDE', record)
      else await deps.refunds.decide(refund_id, verdict.outcome === 'REFUNDED', (tx) => record(tx, attempt.charge_id))
      return (await findFailure(db, id))!.failure
    },
  }
}

/** Writes the verdict into the audit log, in the transaction that carries it out. */
type Record = (tx: Db, paymentId: string | null) => Promise<void>

function outcomeOf(verdict: Verdict['outcome'], chargeId: string | null): FinalOutcome {
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
