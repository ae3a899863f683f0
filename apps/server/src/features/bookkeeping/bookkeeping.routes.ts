import { checkLedger, compareBooks } from '@arcadia/contract/ledger'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import type { Bind } from '../../http/bind-endpoint.ts'
import type { Comparison } from './comparison.service.ts'
import { readLedger } from './ledger.service.ts'

export function bookkeepingRoutes(
  bind: Bind,
  deps: { db: Db; clock: Clock; environment: string; comparison: Comparison },
): void {
  bind(checkLedger, () => readLedger(deps))
  bind(compareBooks, async () => void (await deps.comparison.ask()))
}
