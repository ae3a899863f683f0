import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { digestValues } from './audit-log.rules.ts'

/** The id of what was changed, with its kind where the action does not begin with that: of `booking.moved` it is a booking. */
type Subject = number | string | { kind: string; id: number | string }

/**
 * Writes a change, most of them an admin's, into the audit log: part of the transaction that makes the change, at any place
 * in it, at that transaction's time. The entry joins the hash chain at commit.
 * @param adminId null where somebody without an account did it, by a link
 * @param action what was done, `booking.status-changed`: a noun and a verb in the past
 * @param before the values before the change, and `after` those after it, as on the wire; null when there are none
 */
export async function recordChange(
  tx: Db,
  adminId: number | null,
  action: `${string}.${string}`,
  subject: Subject,
  before: unknown,
  after: unknown,
): Promise<void> {
  const salt = randomBytes(16)
  const values = { before: JSON.stringify(before ?? null), after: JSON.stringify(after ?? null) }
  const { kind, id } = typeof subject === 'object' ? subject : { kind: action.split('.')[0]!, id: subject }
  const entry = await tx
    .insertInto('audit_entries')
    .values({
      happened_at: sql<Date>`app_now()`,
      admin_id: adminId,
      action,
      subject_kind: kind,
      subject_id: String(id),
      values_digest: digestValues(salt, values.before, values.after),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('audit_values')
    .values({ entry_id: entry.id, salt, before_value: values.before, after_value: values.after })
    .execute()
}

/** Writes down which of these settings changed, and to what; false when none did. */
export async function recordSettings<Name extends string>(
  tx: Db,
  adminId: number,
  names: readonly Name[],
  before: { [N in Name]?: unknown },
  after: { [N in Name]?: unknown },
): Promise<boolean> {
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]))
  if (changed.length === 0) return false
  const only = (values: typeof before) => Object.fromEntries(changed.map((name) => [name, values[name] ?? null]))
  await recordChange(tx, adminId, 'configuration.changed', changed.join(','), only(before), only(after))
  return true
}
