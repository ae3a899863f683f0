import type { Input } from '@arcadia/contract/endpoint'
import { formatCents } from '@arcadia/contract/money'
import type { resolveFailure } from '@arcadia/contract/refunds'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError, refuseTaken } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import type { Bookings } from '../bookings/bookings.service.ts'
import { withBookingLocked } from '../bookings/lock-booking.writes.ts'
import { closeIssues } from '../payments/payments.writes.ts'
import type { FinalOutcome, Outcomes } from '../payments/write-outcome.service.ts'
import { isOtherAccount, type MerchantAccount } from '../provider/merchant-account.ts'
import type { PaymentsProvider, ProviderCharge } from '../provider/provider.ts'
import type { Issue } from './issues.store.ts'
import { recordMadeOutside } from './refund-orders.writes.ts'
import type { TipRefunds } from './tip-refunds.service.ts'

export type Verdict = Input<typeof resolveFailure>['body']
/** Writes the verdict to the audit log in its own transaction. */
export type RecordVerdict = (tx: Db, paymentId: string | null) => Promise<void>

/** What an owner says became of a payment, checked against the provider's record and written. */
export function createVerdicts(
  deps: Pick<Base, 'db' | 'clock' | 'ownerEmail'> & {
    provider: Pick<PaymentsProvider, 'findCharge'>
    connectedAccount(): Promise<MerchantAccount>
    payments: Pick<Outcomes, 'settle'>
    bookings: Pick<Bookings, 'get'>
    tips: Pick<TipRefunds, 'recordMadeOutside'>
  },
) {
  const { db, clock } = deps

  async function readBack(realmId: string, chargeId: string): Promise<ProviderCharge> {
    const found = await deps.provider.findCharge({ realmId, chargeId })
    if (found.kind === 'unknown') throw new AppError('payments-unavailable')
    if (found.kind === 'missing') throw new AppError('charge-differs')
    return found.charge
  }

  /** Checks the owner's verdict against the provider's record, or trusts it if the account is not connected. */
  async function confirm(attempt: Issue['attempt'], verdict: Verdict): Promise<string> {
    const paymentId = verdict.paymentId ?? attempt.chargeId
    if (!paymentId) throw new AppError('no-payment-id')
    if (isOtherAccount(attempt, await deps.connectedAccount())) return paymentId
    const charge = await readBack(attempt.realm_id, paymentId)
    const expected = verdict.outcome === 'CAPTURED' ? 'captured' : 'cancelled'
    if (charge.status !== expected || charge.amountCents !== attempt.cents)
      throw new AppError('charge-differs', {
        message: `The provider lists ${charge.chargeId} as ${charge.status}, ${formatCents(charge.amountCents)}.`,
      })
    return charge.chargeId
  }

  /** Settles a payment of unknown outcome. */
  async function settleCharge(attempt: Issue['attempt'], verdict: Verdict, record: RecordVerdict): Promise<void> {
    const chargeId = verdict.outcome === 'NOT_CHARGED' ? null : await confirm(attempt, verdict)
    let isFirst = false
    await deps.payments
      .settle(attempt.id, outcomeOf(verdict.outcome, chargeId), async (tx) => {
        isFirst = true
        await record(tx, chargeId)
      })
      .catch(
        refuseTaken('payment_attempts_charge', 'charge-differs', {
          message: 'That payment belongs to a different booking.',
        }),
      )
    if (!isFirst) throw new AppError('failure-resolved')
  }

  /**
   * Records a refund made directly at the provider, so that the books match again.
   * @throws AppError `failure-resolved`, `charge-differs`, `refund-in-progress`
   */
  async function importRefund(
    user: SignedIn,
    { about, attempt }: Issue,
    stillOwes: boolean,
    record: RecordVerdict,
  ): Promise<void> {
    const { chargeId, bookingId, cents, isTip } = attempt
    if (!chargeId || !(bookingId || isTip)) throw new AppError('no-payment-id')
    const charge = await readBack(attempt.realm_id, chargeId)
    const isCancelled = charge.status === 'cancelled'
    if (about === 'charge-to-refund' && !isCancelled)
      throw new AppError('charge-differs', { message: `The provider lists ${charge.chargeId} as ${charge.status}.` })
    const backCents = isCancelled ? cents : charge.refundedCents
    const isAll = backCents === cents
    const close = async (tx: Db, now: Date) => {
      if (!(await closeIssues(tx, now, ['attempt_id', attempt.id], isAll ? 'PROVIDER_CANCELLED' : 'REFUNDED')))
        throw new AppError('failure-resolved')
      await record(tx, chargeId)
    }
    if (!bookingId) return deps.tips.recordMadeOutside(user, attempt.id, { backCents, isAll }, close)
    const read = () => deps.bookings.get(user, bookingId)
    await withBookingLocked(deps, read, async (tx, now, booking) => {
      await close(tx, now)
      const made = { booking, adminId: user.id, attemptId: attempt.id, backCents, isAll, stillOwes }
      await recordMadeOutside(tx, now, deps, made)
      // A refund in progress also reads the provider's record, and closes the issue itself.
    }).catch(refuseTaken('refund_orders_one_in_flight', 'refund-in-progress'))
  }

  async function dismiss(id: number, record: RecordVerdict): Promise<void> {
    await inTransaction(db, clock, async (tx, now) => {
      if (!(await closeIssues(tx, now, ['id', id], 'DISMISSED'))) throw new AppError('failure-resolved')
      await record(tx, null)
    })
  }

  return { settleCharge, importRefund, dismiss }
}

function outcomeOf(verdict: Verdict['outcome'], chargeId: string | null): FinalOutcome {
  if (verdict === 'CAPTURED') return { kind: 'captured', chargeId: chargeId!, cardBrand: null, last4: null }
  if (verdict === 'PROVIDER_CANCELLED') return { kind: 'voided' }
  return { kind: 'not-charged', code: 'payment-failed', problem: 'The owner found no charge.' }
}
