import { FUNNEL_STEPS, type FunnelStep } from '@arcadia/contract/site/funnel'
import type { TripDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    funnel_counts: {
      day: TripDate
      step: FunnelStep
      visits: number
    }
  }
}

/** Adds one visit to each step. The fixed order prevents deadlocks between visits. */
export async function countVisit(db: Db, day: TripDate, reached: readonly FunnelStep[]): Promise<void> {
  const steps = FUNNEL_STEPS.filter((step) => reached.includes(step))
  await db
    .insertInto('funnel_counts')
    .values(steps.map((step) => ({ day, step, visits: 1 })))
    .onConflict((row) => row.columns(['day', 'step']).doUpdateSet({ visits: sql<number>`funnel_counts.visits + 1` }))
    .execute()
}

export async function listVisits(db: Db, since: TripDate): Promise<{ step: FunnelStep; visits: number }[]> {
  return db
    .selectFrom('funnel_counts')
    .select(['step', sql<number>`sum(visits)::integer`.as('visits')])
    .where('day', '>=', since)
    .groupBy('step')
    .execute()
}
