import type { Business, BusinessFacts, FactName } from '@arcadia/contract/business'
import { RESCHEDULE_DAYS } from '@arcadia/contract/wording'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { recordChange } from '../audit-log/record-change.ts'
import { getFacts, lockFacts, putFacts } from './business.store.ts'

export type Businesses = ReturnType<typeof createBusiness>

export function createBusiness(deps: {
  db: Db
  clock: Clock
  /** What the environment says. */
  business: Pick<Business, 'name' | 'phone' | 'email'>
}) {
  const { name, phone, email } = deps.business
  const defaults = { name, phone, email, moveDays: RESCHEDULE_DAYS }

  return {
    defaults,

    /** The business as it is now, or as it is in a transaction: what the owner set, and the environment's words for the rest. */
    get: async (db = deps.db) => ({ ...defaults, ...(await getFacts(db)) }) as Business,

    /** What the owner set. */
    facts: (): Promise<BusinessFacts> => getFacts(deps.db),

    /** Sets what is given and writes it into the audit log; a fact that is null is taken back. */
    async change(adminId: number, given: BusinessFacts): Promise<BusinessFacts> {
      return inTransaction(deps.db, deps.clock, async (tx, now) => {
        const before = await lockFacts(tx)
        const after = Object.fromEntries(
          Object.entries({ ...before, ...given }).filter(([, value]) => value !== null && value !== false),
        ) as BusinessFacts
        const changed = (Object.keys(given) as FactName[]).filter((fact) => before[fact] !== after[fact])
        if (changed.length === 0) return before
        await putFacts(tx, now, after)
        await recordChange(tx, {
          adminId,
          action: 'configuration.changed',
          subject: { kind: 'configuration', id: changed.join(',') },
          before: Object.fromEntries(changed.map((fact) => [fact, before[fact] ?? null])),
          after: Object.fromEntries(changed.map((fact) => [fact, after[fact] ?? null])),
        })
        return after
      })
    },
  }
}
