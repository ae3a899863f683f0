import type { CalendarFeed } from '@arcadia/contract/admin/dashboard'
import type * as z from 'zod/mini'
import type { Tables } from '../../database/tables.ts'
import type { Db } from '../../database/transaction.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    calendar_feeds: {
      user_id: number
      token_hash: Buffer
      created_at: Date
      expires_at: Date
    }
  }
}

type Feed = z.output<typeof CalendarFeed>

/** The admin's unexpired feed. */
export function findFeed(db: Db, now: Date, userId: number): Promise<Feed | undefined> {
  return db
    .selectFrom('calendar_feeds')
    .select(['created_at as createdAt', 'expires_at as expiresAt'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Replaces an earlier feed. */
export async function putFeed(tx: Db, feed: Tables['calendar_feeds']): Promise<void> {
  const { user_id: _, ...rest } = feed
  await tx
    .insertInto('calendar_feeds')
    .values(feed)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(rest))
    .execute()
}

export async function deleteFeed(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('calendar_feeds').where('user_id', '=', userId).execute()
}

/** Whether a token belongs to an active owner or office admin. */
export async function isFeedOpen(db: Db, now: Date, tokenHash: Buffer): Promise<boolean> {
  const feed = await db
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.user_id')
    .select('calendar_feeds.user_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('users.is_active', '=', true)
    .where('users.position', 'in', ['OWNER', 'OFFICE'])
    .executeTakeFirst()
  return feed !== undefined
}
