import type { BusinessFacts } from '@arcadia/contract/business'
import type { Generated, JSONColumnType } from 'kysely'
import type { Db } from '../../database/transaction.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    business_facts: {
      only_row: Generated<boolean>
      facts: JSONColumnType<BusinessFacts>
      updated_at: Date | null
    }
  }
}

export async function getFacts(db: Db): Promise<BusinessFacts> {
  return (await db.selectFrom('business_facts').select('facts').executeTakeFirstOrThrow()).facts
}

/** The row lock serializes changes. */
export async function lockFacts(tx: Db): Promise<BusinessFacts> {
  return (await tx.selectFrom('business_facts').select('facts').forUpdate().executeTakeFirstOrThrow()).facts
}

export async function putFacts(tx: Db, now: Date, facts: BusinessFacts): Promise<void> {
  await tx
    .updateTable('business_facts')
    .set({ facts: JSON.stringify(facts), updated_at: now })
    .execute()
}
