import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import { forgetOldSessions } from '../../http/sessions.ts'
import type { Sweep } from '../../jobs/sweeps.ts'
import { forgetOldLinks } from './account-links.store.ts'
import type { Accounts } from './accounts.service.ts'
import { forgetOldSignIns } from './sign-in-guard.store.ts'

const HOUR_MS = 3_600_000

export function accountSweeps({
  db,
  clock,
  accounts,
}: {
  db: Db
  clock: Clock
  accounts: Pick<Accounts, 'answerResetRequests'>
}): Sweep[] {
  return [
    { name: 'reset requests', everyMs: 1000, run: () => accounts.answerResetRequests() },
    { name: 'forget old sign-ins', everyMs: HOUR_MS, run: () => forgetOldSignIns(db, clock.now()) },
    { name: 'forget old links', everyMs: HOUR_MS, run: () => forgetOldLinks(db, clock.now()) },
    { name: 'forget old sessions', everyMs: HOUR_MS, run: () => forgetOldSessions(db, clock.now()) },
  ]
}
