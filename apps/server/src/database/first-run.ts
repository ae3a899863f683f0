import { sql } from 'kysely'
import type { Db } from './transaction.ts'

const KEYS = { 'first admin': 2, 'first connection': 3 }

/** Of several starting processes one does what is done once; the others wait here until it has. */
export async function waitForOtherStarts(tx: Db, what: keyof typeof KEYS): Promise<void> {
  await sql`set local lock_timeout = '60s'`.execute(tx)
  await sql`select pg_advisory_xact_lock(${KEYS[what]}, 0)`.execute(tx)
}
