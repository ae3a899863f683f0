import type { Base } from '../../base.ts'
import { createLeasedWork } from '../../jobs/leased-work.ts'
import { LEASE_MS, RENEW_EVERY_MS, REVIEW_AFTER_MS, retryDelay } from '../payments/payments.rules.ts'
import { isOtherAccount, type MerchantAccount } from '../provider/merchant-account.ts'
import type { PaymentsProvider } from '../provider/provider.ts'
import { type Charge, getCharge, getOrder, leaseDueRefunds, type RefundRow, updateOpenRefund } from './refunds.store.ts'
import type { RefundSettlement } from './settle-refund.service.ts'

/** Sends written refunds to the provider until each has an outcome, each held by one process at a time. */
export function createSending(
  deps: Pick<Base, 'db' | 'clock' | 'log'> & {
    connectedAccount(): Promise<MerchantAccount>
    provider: Pick<PaymentsProvider, 'findCharge' | 'refund'>
    settlement: RefundSettlement
  },
) {
  const { db, clock, connectedAccount, provider, settlement, log } = deps

  /** Whether the provider's record shows this refund as made; undefined if it can't be read. */
  async function hasGoneBack(refund: RefundRow, charge: Charge): Promise<boolean | undefined> {
    const found = await provider.findCharge({ realmId: charge.realm_id, chargeId: charge.chargeId })
    if (found.kind !== 'found') return undefined
    const { status, refundedCents } = found.charge
    return status === 'cancelled' || refundedCents >= charge.refundedCents + refund.amount_cents
  }

  /** Refunds one charge. A retry first reads the charge's refunds (docs/rules.md §3.14). Returns the problem if the outcome stays unknown. */
  async function ask(refund: RefundRow, charge: Charge, description: string): Promise<string | undefined> {
    if (refund.tries > 0) {
      const isBack = await hasGoneBack(refund, charge)
      if (isBack === undefined) return `Charge ${charge.chargeId} could not be read.`
      if (isBack) return void (await settlement.settle(refund, 'REFUNDED', {}))
    }
    const { realm_id: realmId, chargeId } = charge
    const { request_id: requestId, amount_cents: amountCents } = refund
    const outcome = await provider.refund({ realmId, requestId, chargeId, amountCents, description })
    if (outcome.kind === 'unknown') return outcome.problem
    if (outcome.kind === 'refunded')
      return void (await settlement.settle(refund, 'REFUNDED', { refundId: outcome.refundId }))
    // A refusal may mean it was already refunded, by the provider or by a call whose answer was lost.
    const isBack = await hasGoneBack(refund, charge)
    if (isBack === undefined) return outcome.problem
    await settlement.settle(refund, isBack ? 'REFUNDED' : 'REFUSED', { problem: outcome.problem })
    return undefined
  }

  /** Runs a refund and reschedules it if the outcome is unknown. */
  async function work(refund: RefundRow): Promise<void> {
    const order = await getOrder(db, refund.order_id)
    const charge = await getCharge(db, refund.attempt_id)
    const isOther = isOtherAccount(charge, await connectedAccount())
    const problem = isOther
      ? 'It was charged through another environment or merchant account.'
      : await ask(refund, charge, order.description ?? 'Refund')
    if (problem === undefined) return
    log.warn({ refund: refund.id, problem }, 'refund outcome unknown')
    const now = clock.now()
    if (isOther || now.getTime() - order.created_at.getTime() >= REVIEW_AFTER_MS)
      await settlement.requestReview(refund, problem)
    const nextTry = refund.tries === 0 ? now : new Date(now.getTime() + retryDelay(refund.tries))
    await updateOpenRefund(db, refund.id, { last_problem: problem, leased_until: now, next_try_at: nextTry })
  }

  const leased = createLeasedWork<RefundRow>({
    name: 'refunds',
    clock,
    log,
    leaseMs: LEASE_MS,
    renewal: {
      everyMs: RENEW_EVERY_MS,
      renew: async (refund, until) => void (await updateOpenRefund(db, refund.id, { leased_until: until })),
    },
    atOnce: 5,
    take: async (lease) => leaseDueRefunds(db, lease, await connectedAccount()),
    work,
  })

  return { hasGoneBack, start: leased.start, sweep: leased.sweep, idle: leased.idle }
}
