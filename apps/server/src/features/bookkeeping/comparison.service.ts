import type { BookComparison } from '@arcadia/contract/admin/bookkeeping'
import type { Base } from '../../base.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { createLeasedWork } from '../../jobs/leased-work.ts'
import type { Merchant } from '../merchant/merchant.service.ts'
import { tellOwner } from '../owner-notices/owner-notices.writes.ts'
import { closeReviews, reportDifference } from '../payments/payments.writes.ts'
import type { FindOutcome, PaymentsProvider } from '../provider/provider.ts'
import { type BookedCharge, differenceOf } from './comparison.rules.ts'
import {
  ensureComparison,
  findComparison,
  leaseComparison,
  listBookedCharges,
  listDifferences,
  updateComparison,
} from './comparison.store.ts'

const RECENT_MS = 30 * DAY_MS
const AT_ONCE = 4
/** Longer than any provider call may take. */
const LEASE_MS = 2 * MINUTE_MS

/** Compares our card payments with the provider's records, daily (docs/rules.md §3.18). */
export function createComparison(
  deps: Pick<Base, 'db' | 'clock' | 'environment' | 'ownerEmail' | 'log'> & {
    merchant: Pick<Merchant, 'findRealm'>
    provider: Pick<PaymentsProvider, 'findCharge'>
  },
) {
  const { db, clock, environment, log } = deps
  let isPlanned = false
  const after = (now: Date, ms: number) => new Date(now.getTime() + ms)

  async function compare(realmId: string): Promise<void> {
    const since = after(clock.now(), -RECENT_MS)
    const charges = await listBookedCharges(db, { at: { environment, realmId }, since })
    const judged = (await readAll(deps.provider, charges)).map(({ ours, found }) => ({
      ours,
      found,
      difference: differenceOf(ours, found),
    }))
    const suspects = judged.filter(({ difference }) => typeof difference === 'string')
    const agreeing = judged.filter(({ difference }) => difference === null).map(({ ours }) => ours.attemptId)
    const unread = charges.length - suspects.length - agreeing.length
    await inTransaction(db, clock, async (tx, now) => {
      const failureIds = await report(tx, now, suspects)
      if (agreeing.length > 0) await closeReviews(tx, now, agreeing, 'CONFIRMED')
      if (failureIds.length > 0)
        await tellOwner(tx, now, deps.ownerEmail, { kind: 'books-differ', params: { failureIds } })
      await updateComparison(tx, environment, {
        next_at: after(now, unread > 0 ? HOUR_MS : DAY_MS),
        leased_until: now,
        compared_at: now,
        charges_read: charges.length - unread,
        charges_unread: unread,
      })
      log.info({ charges: charges.length, unread, differences: suspects.length }, 'compared with the provider')
    })
  }

  const leased = createLeasedWork<void>({
    name: 'comparison with the provider',
    clock,
    log,
    leaseMs: LEASE_MS,
    renewal: { everyMs: LEASE_MS / 4, renew: (_, until) => updateComparison(db, environment, { leased_until: until }) },
    atOnce: 1,
    async take({ now, until }) {
      if (!isPlanned) await ensureComparison(db, environment, now, after(now, HOUR_MS))
      isPlanned = true
      return (await leaseComparison(db, environment, now, until)) ? [undefined] : []
    },
    async work() {
      const realmId = await deps.merchant.findRealm()
      if (realmId) return compare(realmId)
      // Not connected: try again in an hour.
      const now = clock.now()
      await updateComparison(db, environment, { next_at: after(now, HOUR_MS), leased_until: now })
    },
  })

  async function makeDue(): Promise<void> {
    const now = clock.now()
    await ensureComparison(db, environment, now, now)
    await updateComparison(db, environment, { next_at: now })
  }

  return {
    makeDue,

    /** Compares when due; each difference goes on the owner's list and is emailed once. */
    sweep: leased.sweep,

    /** Makes the next comparison due now. @throws AppError `merchant-not-connected` */
    async ask(): Promise<void> {
      if (!(await deps.merchant.findRealm())) throw new AppError('merchant-not-connected')
      await makeDue()
    },
  }
}

/** Reads in batches; stops after a batch without any answer. */
async function readAll(
  provider: Pick<PaymentsProvider, 'findCharge'>,
  charges: readonly BookedCharge[],
): Promise<{ ours: BookedCharge; found: FindOutcome }[]> {
  const answers: { ours: BookedCharge; found: FindOutcome }[] = []
  for (let start = 0; start < charges.length; start += AT_ONCE) {
    const batch = charges.slice(start, start + AT_ONCE)
    const read = await Promise.all(batch.map(async (ours) => ({ ours, found: await provider.findCharge(ours) })))
    answers.push(...read)
    if (read.every(({ found }) => found.kind === 'unknown')) break
  }
  return answers
}

/** Reports the charges that still differ as they are now, and returns the issues that are new. */
async function report(tx: Db, now: Date, suspects: readonly { ours: BookedCharge; found: FindOutcome }[]) {
  const attemptIds = suspects.map(({ ours }) => ours.attemptId)
  const booked = new Map((await listBookedCharges(tx, { attemptIds })).map((ours) => [ours.attemptId, ours]))
  const failureIds: number[] = []
  for (const { ours, found } of suspects) {
    // The two records aren't read at the same instant; charges refunded in between wait for the next comparison.
    const again = booked.get(ours.attemptId)!
    const difference = differenceOf(again, found)
    if (typeof difference !== 'string' || again.refundedCents !== ours.refundedCents) continue
    const id = await reportDifference(tx, now, ours.attemptId, difference)
    if (id !== undefined) failureIds.push(id)
  }
  return failureIds
}

/** The last comparison, or null before the first. */
export async function readComparison(db: Db, environment: string, now: Date): Promise<BookComparison | null> {
  const row = await findComparison(db, environment)
  if (!row) return null
  return {
    comparedAt: row.compared_at,
    charges: row.charges_read ?? 0,
    unread: row.charges_unread ?? 0,
    differences: await listDifferences(db, environment),
    nextAt: row.next_at,
    isUnderWay: row.next_at <= now,
  }
}
