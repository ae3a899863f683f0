import { checkLedger, compareBooks, getSeasonMoney, listMoneyEntries } from '@arcadia/contract/admin/bookkeeping'
import type { Feature, Finding } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { createComparison, readComparison } from './comparison.service.ts'
import { readLedger, sumLedger } from './ledger.service.ts'
import { listEntries, sumSeason } from './season-money.store.ts'

export function bookkeepingFeature(deps: Parameters<typeof createComparison>[0]) {
  const { db, clock, environment } = deps
  const comparison = createComparison(deps)

  async function checkBooks(): Promise<Finding> {
    const { imbalances: problems } = await sumLedger(db)
    return { about: 'ledger: what was captured is kept, given back or listed as a failure', problems }
  }

  async function checkComparison(): Promise<Finding> {
    const last = await readComparison(db, environment, clock.now())
    if (!last?.comparedAt) return { about: 'comparison with the provider: none yet', problems: [] }
    const { comparedAt, charges, unread, differences } = last
    return {
      about: `comparison with the provider: ${charges} charges at ${comparedAt.toISOString()}`,
      problems: unread > 0 ? [...differences, `${unread} charges could not be read`] : differences,
    }
  }
  return {
    name: 'bookkeeping',
    api: {},
    endpoints: [
      serve(checkLedger, () => readLedger(deps)),
      serve(getSeasonMoney, ({ query }) => sumSeason(db, clock.now(), query.year)),
      serve(listMoneyEntries, ({ query }) => listEntries(db, query)),
      serve(compareBooks, async () => void (await comparison.ask())),
    ],
    sweeps: [comparison.sweep],
    checks: [checkBooks, checkComparison],
  } satisfies Feature
}
