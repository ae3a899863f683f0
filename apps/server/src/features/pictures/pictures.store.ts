import type { Db } from '../../database/transaction.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    pictures: {
      id: string
      jpeg: Buffer
      width: number
      height: number
      is_shown: boolean
      made_at: Date
    }
  }
}

export async function findPicture(db: Db, id: string): Promise<{ jpeg: Buffer; isShown: boolean } | undefined> {
  return db.selectFrom('pictures').select(['jpeg', 'is_shown as isShown']).where('id', '=', id).executeTakeFirst()
}
