import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { digestValues } from './audit-log.rules.ts'

interface Change {
  /** Null where somebody without an account did it, by a link. */
  adminId: number | null
  /** What was done, `booking.status-changed`: a noun and a verb in the past. */
  action: `${string}.${string}`
  /** `kind` is one word of the business: `booking`, `user`, `configuration`, `merchant`, `review`, `mail`, `enquiry` … */
  subject: { kind: string; id: number | string }
  /** The values before and after the change, as on the wire; null when there are none. */
  before: unknown
  after: unknown
}

/**
 * Writes a change, most of them an admin's, into the audit log: part of the transaction that makes the change, at any place
 * in it, at that transaction's time. The entry joins the hash chain at commit.
 */
export async function recordChange(tx: Db, { adminId, action, subject, before, after }: Change): Promise<void> {
  const salt = randomBytes(16)
  const values = { before: JSON.stringify(before ?? null), after: JSON.stringify(after ?? null) }
  const { id } = await tx
    .insertInto('audit_entries')
    .values({
      happened_at: sql<Date>`app_now()`,
      admin_id: adminId,
      action,
      subject_kind: subject.kind,
      subject_id: String(subject.id),
      values_digest: digestValues(salt, values.before, values.after),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('audit_values')
    .values({ entry_id: id, salt, before_value: values.before, after_value: values.after })
    .execute()
}
