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

/** One visit more for each step. They are locked in one order, so that two visits never wait for each other. */
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
