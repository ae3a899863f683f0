import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

/**
 * Erases the before and after values of these subjects' entries; what was done, by whom and when stays. The database allows
 * this only for closed accounts, blanked bookings and blanked gift vouchers.
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
