import type { TripDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    day_guides: { trip_date: TripDate; guide_id: number }
  }
}

export interface Guide {
  id: number
  name: string
}

/** Who works here and could guide, guides first. */
export async function listStaff(db: Db): Promise<(Guide & { isGuide: boolean })[]> {
  const { rows } = await sql<Guide & { isGuide: boolean }>`
    select u.id, coalesce(nullif(trim(u.first_name), ''), person_name(u)) as name, u.position = 'GUIDE' as "isGuide"
    from users u where u.position is not null and u.is_active and u.closed_at is null and u.password_hash is not null
    order by u.position = 'GUIDE' desc, u.id`.execute(db)
  return rows
}

export async function findSet(db: Db, date: TripDate): Promise<number | undefined> {
  const set = await db.selectFrom('day_guides').select('guide_id').where('trip_date', '=', date).executeTakeFirst()
  return set?.guide_id
}

export async function writeSet(tx: Db, date: TripDate, guideId: number | null): Promise<void> {
  if (guideId === null) await tx.deleteFrom('day_guides').where('trip_date', '=', date).execute()
  else
    await tx
      .insertInto('day_guides')
      .values({ trip_date: date, guide_id: guideId })
      .onConflict((conflict) => conflict.column('trip_date').doUpdateSet({ guide_id: guideId }))
      .execute()
}
