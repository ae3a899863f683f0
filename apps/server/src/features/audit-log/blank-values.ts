import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

/**
 * Forgets before and after of every change of these subjects; that it was made, by whom and when stays. The database does it for
 * closed accounts, blanked bookings and blanked gift vouchers only.
 */
export async function blankValues(
  tx: Db,
  now: Date,
  kind: 'user' | 'booking' | 'booking-query' | 'refund-request' | 'gift-voucher',
  subjects: readonly { id: number }[],
): Promise<void> {
  const ids = subjects.map(({ id }) => String(id))
  await sql`select blank_audit_values(${kind}, ${ids}::text[], ${now})`.execute(tx)
}
