import type { checkLedger } from '@arcadia/contract/admin/bookkeeping'
import type { Output } from '@arcadia/contract/endpoint'
import { formatCents } from '@arcadia/contract/money'
import type { Db } from '../../database/transaction.ts'
import { readComparison } from './comparison.service.ts'
import { sumBooks } from './ledger.store.ts'
import { readLostCharges } from './lost-charges.service.ts'

/** Checks that our books balance, and adds what the last comparison with the provider found (docs/rules.md §3.18). */
export async function readLedger(db: Db, environment: string, now: Date): Promise<Output<typeof checkLedger>> {
  const { sums, imbalances } = await sumLedger(db)
  const comparison = await readComparison(db, environment, now)
  const lost = await readLostCharges(db, environment)
  const differences = [...imbalances, ...(comparison?.differences ?? []), ...lost.map(({ text }) => text)]
  return { ...sums, differences, balanced: differences.length === 0, checkedAt: now.toISOString(), comparison, lost }
}

/** Sums of our books, and any imbalance. */
export async function sumLedger(db: Db) {
  const sums = await sumBooks(db)
  const { captured, kept, refunded, chargedBack, failures } = sums
  const imbalance = `Captured ${formatCents(captured)} doesn't equal kept ${formatCents(kept)} plus refunded ${formatCents(refunded)} plus charged back ${formatCents(chargedBack)} plus open failures ${formatCents(failures)}.`
  return { sums, imbalances: captured === kept + refunded + chargedBack + failures ? [] : [imbalance] }
}
