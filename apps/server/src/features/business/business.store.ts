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
    guide_photo: {
      only_row: Generated<boolean>
      version: string
      jpeg: Buffer
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

export async function putPhoto(tx: Db, photo: { version: string; jpeg: Buffer }): Promise<void> {
  await tx
    .insertInto('guide_photo')
    .values(photo)
    .onConflict((row) => row.column('only_row').doUpdateSet(photo))
    .execute()
}

export async function deletePhoto(tx: Db): Promise<void> {
  await tx.deleteFrom('guide_photo').execute()
}

export async function findPhoto(db: Db, version: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('guide_photo').select('jpeg').where('version', '=', version).executeTakeFirst()
  return row?.jpeg
}
