import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'

/**
 * The tables of what an account let in: its sessions, subscribed devices, calendar feed, and links for a password, a sign-in or an
 * invitation. `end_ways_in` ends them all, and a backup leaves them out, because restoring it would let them in again.
 */
export const WAYS_IN = ['calendar_feeds', 'links', 'push_devices', 'sessions'] as const

/** Ends everything the account let in, but for one session if given (docs/rules.md §4.19). */
export async function endWaysIn(tx: Db, now: Date, userId: number, keptSession: Buffer | null = null): Promise<void> {
  await sql`select end_ways_in(${userId}::integer, ${now}::timestamptz, ${keptSession}::bytea)`.execute(tx)
}
