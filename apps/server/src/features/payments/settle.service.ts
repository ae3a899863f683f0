import type { Base } from '../../base.ts'
import { createLeasedWork, within } from '../../jobs/leased-work.ts'
import { isOtherAccount, type MerchantAccount } from '../provider/merchant-account.ts'
import type { PaymentsProvider } from '../provider/provider.ts'
import { createAsking } from './ask-provider.service.ts'
import { leaseDueAttempts, updateAttempt } from './attempts.store.ts'
import type { Attempt, KindOf } from './payment-kind.ts'
import { LEASE_MS, RENEW_EVERY_MS, REVIEW_AFTER_MS, retryDelay } from './payments.rules.ts'
import type { Outcomes } from './write-outcome.service.ts'

export type Settlement = ReturnType<typeof createSettlement>

/** Charges stored attempts until each has an outcome, each held by one process at a time (docs/rules.md §3.8). */
export function createSettlement(
  deps: Pick<Base, 'db' | 'clock' | 'encryption' | 'log'> & {
    connectedAccount(): Promise<MerchantAccount>
    provider: PaymentsProvider
    kindOf: KindOf
    outcomes: Outcomes
  },
) {
  const { db, clock, log, outcomes } = deps
  const asking = createAsking(deps)
  const ageOf = (attempt: Attempt) => clock.now().getTime() - attempt.started_at.getTime()

  /** An attempt made with another account goes to the owner and waits until that account is connected. */
  async function work(attempt: Attempt): Promise<void> {
    const isOther = isOtherAccount(attempt, await deps.connectedAccount())
    if (isOther) await outcomes.noteSlow(attempt.id)
    const problem = isOther
      ? 'It was charged through another environment or merchant account.'
      : await asking.again(attempt, ageOf(attempt)).catch((error: unknown) => {
          log.error({ err: error, attempt: attempt.id }, 'settling a payment failed; will retry')
          return "None yet: asking QuickBooks failed. We'll ask again by ourselves."
        })
    if (problem === undefined) return
    if (isOther || ageOf(attempt) >= REVIEW_AFTER_MS) await outcomes.requestReview(attempt.id, problem)
    const now = clock.now()
    const nextTry = new Date(now.getTime() + retryDelay(attempt.tries))
    await updateAttempt(db, attempt.id, { last_problem: problem, next_try_at: nextTry, leased_until: now })
  }

  const leased = createLeasedWork<Attempt>({
    name: 'settlement',
    clock,
    log,
    leaseMs: LEASE_MS,
    renewal: {
      everyMs: RENEW_EVERY_MS,
      renew: (attempt, until) => updateAttempt(db, attempt.id, { leased_until: until }),
    },
    atOnce: 5,
    roundMs: 5000,
    take: async (lease) => leaseDueAttempts(db, lease, await deps.connectedAccount()),
    work,
  })

  return {
    /**
     * The first try, in the process that wrote the attempt. Answers it with its outcome; undefined if that is still unknown or
     * the `Date.now()` deadline came first, while the call keeps running. Never rejects; the sweep settles the rest.
     */
    async run(attempt: Attempt, { isMobile, deadline }: { isMobile: boolean; deadline: number }) {
      let settled: Attempt | undefined
      const work = leased.start([attempt], async () => {
        const answer = await asking.first(attempt, isMobile)
        if (typeof answer !== 'string') {
          settled = answer
          return
        }
        log.warn({ attempt: attempt.id, problem: answer }, 'payment outcome unknown')
        const now = clock.now()
        await updateAttempt(db, attempt.id, { last_problem: answer, leased_until: now, next_try_at: now })
      })
      await within(work, deadline)
      return settled
    },
    sweep: leased.sweep,
    idle: leased.idle,
  }
}
