import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

/** Forgets before and after of every change of these subjects; that it was made, by whom and when stays. */
export async function blankValues(
  tx: Db,
  now: Date,
  kind: 'user' | 'booking' | 'booking-query' | 'refund-request',
  subjects: readonly { id: number }[],
): Promise<void> {
  await sql`update audit_values v
    set salt = null, before_value = null, after_value = null, blanked_at = ${now}
    from audit_entries e
    where e.id = v.entry_id and v.blanked_at is null
      and e.subject_kind = ${kind} and e.subject_id = any(${subjects.map(({ id }) => String(id))}::text[])`.execute(tx)
}
