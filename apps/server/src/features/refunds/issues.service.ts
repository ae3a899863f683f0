import type { Input, Output } from '@arcadia/contract/endpoint'
import { formatCents } from '@arcadia/contract/money'
import type { PaymentIssue, refundFailure, resolveFailure } from '@arcadia/contract/refunds'
import type { Base } from '../../base.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError, refuseTaken } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { closeIssues } from '../payments/payments.writes.ts'
import type { FinalOutcome, Outcomes } from '../payments/write-outcome.service.ts'
import { whyNotRefund } from '../people/refund-limit.ts'
import { isOtherAccount, type MerchantAccount } from '../provider/merchant-account.ts'
import type { PaymentsProvider, ProviderCharge } from '../provider/provider.ts'
import { findIssue, type Issue, listOpenIssues } from './issues.store.ts'
import type { Refunds } from './refunds.service.ts'
import type { RefundSettlement } from './settle-refund.ts'

type Verdict = Input<typeof resolveFailure>['body']
/** Writes the verdict to the audit log in its own transaction. */
type RecordVerdict = (tx: Db, paymentId: string | null) => Promise<void>

/** Payments that need the owner, and the ways to settle them (docs/rules.md §3.16). */
export function createIssues(
  deps: Pick<Base, 'db' | 'clock'> & {
    provider: Pick<PaymentsProvider, 'findCharge'>
    connectedAccount(): Promise<MerchantAccount>
    payments: Pick<Outcomes, 'settle'>
    refunds: Pick<Refunds, 'refund' | 'decide'>
    settlement: Pick<RefundSettlement, 'importProviderRefund'>
  },
) {
  const { db, clock } = deps

  async function get(id: number): Promise<Issue> {
    const issue = await findIssue(db, id)
    if (!issue) throw new AppError('failure-not-found')
    return issue
  }

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

  /** Records a refund made directly at the provider, so that the books match again. */
  async function importProviderRefund(
    user: SignedIn,
    { about, attempt }: Issue,
    stillOwes: boolean,
    record: RecordVerdict,
  ): Promise<void> {
    const { chargeId, bookingId, cents } = attempt
    if (!chargeId || !bookingId) throw new AppError('no-payment-id')
    const charge = await readBack(attempt.realm_id, chargeId)
    const isCancelled = charge.status === 'cancelled'
    if (about === 'charge-to-refund' && !isCancelled)
      throw new AppError('charge-differs', { message: `The provider lists ${charge.chargeId} as ${charge.status}.` })
    const backCents = isCancelled ? cents : charge.refundedCents
    const ours = { id: attempt.id, bookingId, cents }
    await deps.settlement.importProviderRefund(user, ours, backCents, stillOwes, (tx) => record(tx, chargeId))
  }

  async function dismiss(id: number, record: RecordVerdict): Promise<void> {
    await inTransaction(db, clock, async (tx, now) => {
      if (!(await closeIssues(tx, now, ['id', id], 'DISMISSED'))) throw new AppError('failure-resolved')
      await record(tx, null)
    })
  }

  return {
    async list(admin: SignedIn): Promise<PaymentIssue[]> {
      const open = await listOpenIssues(db)
      return Promise.all(
        open.map(async (issue) => {
          const { bookingId, amount } = issue
          const why = bookingId === null ? null : await whyNotRefund(db, admin.id, bookingId, amount)
          return { ...issue, whyNotRefund: why }
        }),
      )
    },

    /** @throws AppError `failure-not-found`, `failure-resolved`, `no-payment-id`, and those of a refund */
    async refund(
      user: SignedIn,
      id: number,
      key = `failure:${id}`,
      stillOwes = false,
    ): Promise<Output<typeof refundFailure>> {
      const { listed, attempt, isOpen, refund } = await get(id)
      // Not refused if settled: a retry after a lost answer finds its refund by the key.
      if (listed.kind !== 'REFUNDABLE') throw new AppError(isOpen ? 'no-payment-id' : 'failure-resolved')
      if (!attempt.chargeId || !attempt.bookingId) throw new AppError('no-payment-id')
      const answer = await deps.refunds.refund(user, {
        bookingId: attempt.bookingId,
        askedCents: refund?.cents ?? null,
        isAtMost: true,
        attemptId: attempt.id,
        description: listed.reason,
        key,
        settles: { issueId: id },
        stillOwes,
      })
      return { ...answer, failure: (await get(id)).listed }
    },

    /**
     * @throws AppError `failure-not-found`, `failure-resolved`, `wrong-verdict`, `charge-differs`, `no-payment-id`,
     * `payments-unavailable`, `refund-in-progress`
     */
    async resolve(user: SignedIn, id: number, verdict: Verdict): Promise<PaymentIssue> {
      const issue = await get(id)
      const { about, attempt, refund } = issue
      if (!issue.isOpen) throw new AppError('failure-resolved')
      if (about === 'refunding') throw new AppError('refund-in-progress')
      if (!issue.listed.actions.includes(verdict.outcome)) throw new AppError('wrong-verdict')
      const { outcome, stillOwes = false } = verdict
      const record: RecordVerdict = (tx, paymentId) =>
        recordChange(tx, user.id, 'payment.resolved', { kind: 'payment-failure', id }, null, { outcome, paymentId })
      if (outcome === 'DISMISSED') await dismiss(id, record)
      else if (about === 'charge-unknown') await settleCharge(attempt, verdict, record)
      else if (refund === null) await importProviderRefund(user, issue, stillOwes, record)
      else await deps.refunds.decide(refund.id, outcome === 'REFUNDED', (tx) => record(tx, attempt.chargeId))
      return (await get(id)).listed
    },
  }
}

function outcomeOf(verdict: Verdict['outcome'], chargeId: string | null): FinalOutcome {
  if (verdict === 'CAPTURED') return { kind: 'captured', chargeId: chargeId!, cardBrand: null, last4: null }
  if (verdict === 'PROVIDER_CANCELLED') return { kind: 'voided' }
  return { kind: 'not-charged', code: 'payment-failed', problem: 'The owner found no charge.' }
}
