import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import type { ChainedEntry } from './audit-log.rules.ts'

/** Every entry with its values, as text, in the order of the chain; one that is in no chain comes last. */
export function listChain(db: Db): Promise<ChainedEntry[]> {
  return db
    .selectFrom('audit_entries as e')
    .leftJoin('audit_values as v', 'v.entry_id', 'e.id')
    .selectAll('e')
    .select([
      'v.salt',
      'v.blanked_at',
      sql<string | null>`v.before_value::text`.as('before_value'),
      sql<string | null>`v.after_value::text`.as('after_value'),
    ])
    .orderBy('e.position')
    .execute()
}
