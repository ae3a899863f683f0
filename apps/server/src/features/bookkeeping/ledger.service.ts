import type { Output } from '@arcadia/contract/endpoint'
import type { checkLedger } from '@arcadia/contract/ledger'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { readComparison } from './comparison.service.ts'
import { ledgerDifferences, type ProviderLedgerRow } from './ledger.rules.ts'
import { listLedgerAttempts, sumLedger } from './ledger.store.ts'

export interface Ledger {
  /**
   * Compares our books with themselves and with the provider's own ledger where it can be read.
   * @throws AppError `payments-unavailable` when that ledger does not answer: no answer is not a balance
   */
  check(): Promise<Output<typeof checkLedger>>
}

/** Reads the provider's own ledger; there is none to read at QuickBooks. */
export type ReadProviderLedger = () => Promise<ProviderLedgerRow[]>

export function createLedger(deps: {
  db: Db
  clock: Clock
  environment: string
  readProviderLedger: ReadProviderLedger | undefined
}): Ledger {
  const { db, clock } = deps
  return {
    async check() {
      const first = await compare()
      if (first.balanced) return first
      // The two books are not read at one instant: what was in flight between them is no difference the second time.
      const second = await compare()
      const differences = second.differences.filter((difference) => first.differences.includes(difference))
      return { ...second, differences, balanced: differences.length === 0 }
    },
  }

  async function compare() {
    const charges = await deps.readProviderLedger?.().catch((cause) => {
      throw new AppError('payments-unavailable', {
        message: "The provider's ledger could not be read. Please try again.",
        cause,
      })
    })
    const [sums, attempts] = await Promise.all([sumLedger(db), listLedgerAttempts(db, deps.environment)])
    const differences = ledgerDifferences(sums, attempts, charges)
    const comparison = await readComparison(db, deps.environment, clock.now())
    // Where there is no ledger to read, the daily comparison speaks for the provider.
    if (!charges && comparison) differences.push(...comparison.differences)
    const checkedAt = clock.now().toISOString()
    return { ...sums, differences, balanced: differences.length === 0, checkedAt, comparison }
  }
}
