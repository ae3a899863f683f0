import * as calls from '@arcadia/contract/admin/bookkeeping'
import type { Feature, Finding } from '../../feature.ts'
import { serve } from '../../http/bind-endpoint.ts'
import { secondsOf } from '../../http/metrics.ts'
import { listBookingEntries } from './booking-entries.store.ts'
import type { PaidFor } from './booking-entry.ts'
import { createComparison, readComparison } from './comparison.service.ts'
import { readLedger, sumLedger } from './ledger.service.ts'
import { lostChargeEmails } from './lost-charges.emails.ts'
import { createLostCharges, readLostCharges } from './lost-charges.service.ts'
import { listEntries, listMoved, sumSeason } from './season-money.store.ts'

export function bookkeepingFeature(
  deps: Parameters<typeof createComparison>[0] & Parameters<typeof createLostCharges>[0],
) {
  const { db, clock, environment } = deps
  const comparison = createComparison(deps)
  const lostCharges = createLostCharges(deps)

  async function checkBooks(): Promise<Finding> {
    const { imbalances: problems } = await sumLedger(db)
    return { about: 'ledger: every captured payment is kept, refunded, charged back or listed as a failure', problems }
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

  async function checkLostCharges(): Promise<Finding> {
    const lost = await readLostCharges(db, environment)
    return { about: 'log of charges: every charge is in the books', problems: lost.map(({ text }) => text) }
  }

  return {
    name: 'bookkeeping',
    api: {
      /** Makes the next comparison due now, even if no account is connected yet. */
      compareSoon: comparison.makeDue,
      moved: (year: number) => listMoved(db, year),
      entriesOf: (of: PaidFor) => listBookingEntries(db, of),
    },
    endpoints: [
      serve(calls.checkLedger, () => readLedger(db, environment, clock.now())),
      serve(calls.getSeasonMoney, ({ query }) => sumSeason(db, clock.now(), query.year)),
      serve(calls.listMoneyEntries, ({ query }) => listEntries(db, query)),
      serve(calls.compareBooks, () => comparison.ask()),
      serve(calls.settleLostCharge, ({ user, params }) => lostCharges.settle(user.id, params.requestId)),
    ],
    emails: lostChargeEmails(environment),
    sweeps: [comparison.sweep, lostCharges.sweep],
    measures: [
      {
        name: 'last_comparison_timestamp_seconds',
        help: "When our books were last compared with the provider's; 0 if never.",
        read: async () => secondsOf((await readComparison(db, environment, clock.now()))?.comparedAt),
      },
    ],
    checks: [
      { name: 'ledger', look: checkBooks },
      { name: 'comparison', look: checkComparison },
      { name: 'lost-charges', look: checkLostCharges },
    ],
  } satisfies Feature
}
