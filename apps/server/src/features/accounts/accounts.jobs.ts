import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import type { Sweep } from '../../jobs/sweeps.ts'
import { forgetOldSignIns } from './sign-in-guard.store.ts'

export function accountSweeps({ db, clock }: { db: Db; clock: Clock }): Sweep[] {
  return [{ name: 'forget old sign-ins', everyMs: 3_600_000, run: () => forgetOldSignIns(db, clock.now()) }]
}
