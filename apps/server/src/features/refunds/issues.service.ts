import type { Output } from '@arcadia/contract/endpoint'
import type { PaymentIssue, refundFailure } from '@arcadia/contract/refunds'
import { AppError } from '../../http/app-error.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { whyNotRefund } from '../people/refund-limit.ts'
import { createVerdicts, type RecordVerdict, type Verdict } from './issue-verdicts.service.ts'
import { findIssue, type Issue, listOpenIssues } from './issues.store.ts'
import type { Refunds } from './refunds.service.ts'
import type { TipRefunds } from './tip-refunds.service.ts'

/** Payments that need the owner, and the ways to settle them (docs/rules.md §3.16). */
export function createIssues(
  deps: Parameters<typeof createVerdicts>[0] & {
    refunds: Pick<Refunds, 'refund' | 'decide'>
    tips: Pick<TipRefunds, 'refund' | 'recordMadeOutside'>
  },
) {
  const { db } = deps
  const { settleCharge, importRefund, dismiss } = createVerdicts(deps)

  async function get(id: number): Promise<Issue> {
    const issue = await findIssue(db, id)
    if (!issue) throw new AppError('failure-not-found')
    return issue
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
      stillOwes?: boolean,
    ): Promise<Output<typeof refundFailure>> {
      const { listed, attempt, isOpen, refund } = await get(id)
      // Not refused if settled: a retry after a lost answer finds its refund by the key.
      if (listed.kind !== 'REFUNDABLE') throw new AppError(isOpen ? 'no-payment-id' : 'failure-resolved')
      if (attempt.isTip) {
        const asked = {
          askedCents: refund?.cents ?? null,
          isAtMost: true,
          description: listed.reason,
          key,
          issueId: id,
        }
        const answer = await deps.tips.refund(user, attempt.id, asked)
        return { ...answer, failure: (await get(id)).listed }
      }
      if (!attempt.chargeId || !attempt.bookingId) throw new AppError('no-payment-id')
      const answer = await deps.refunds.refund(user, {
        bookingId: attempt.bookingId,
        askedCents: refund?.cents ?? null,
        isAtMost: true,
        attemptId: attempt.id,
        description: listed.reason,
        key,
        settles: { issueId: id },
        stillOwes: stillOwes ?? listed.stillOwes,
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
      else if (refund === null) await importRefund(user, issue, stillOwes, record)
      else await deps.refunds.decide(refund.id, outcome === 'REFUNDED', (tx) => record(tx, attempt.chargeId))
      return (await get(id)).listed
    },
  }
}
