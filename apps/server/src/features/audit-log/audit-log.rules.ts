import { createHash } from 'node:crypto'

/** The digest that represents the values in the chain; the salt keeps erased values from being guessed. */
export function digestValues(salt: Buffer, before: string, after: string): Buffer {
  return createHash('sha256').update(salt).update(before).update('\n').update(after).digest()
}

/** An entry with its values, which are null once blanked. */
export interface ChainedEntry {
  id: number
  happened_at: Date
  admin_id: number | null
  action: string
  subject_kind: string
  subject_id: string
  values_digest: Buffer
  position: number | null
  hash: Buffer | null
  salt: Buffer | null
  before_value: string | null
  after_value: string | null
  blanked_at: Date | null
}

/**
 * Problems found in the log, as sentences. Recomputes the hashes independently of the database that wrote them
 * (`chain_audit_entry`, `migrations/functions/audit-log.sql`).
 * @param entries all of them, by position
 */
export function findTampering(entries: readonly ChainedEntry[]): string[] {
  const problems: string[] = []
  let previous: Buffer = Buffer.alloc(0)
  entries.forEach((entry, index) => {
    const name = `entry ${entry.id} (${entry.action})`
    if (entry.position !== index + 1)
      problems.push(`${name} is at position ${entry.position} instead of ${index + 1}: an entry is missing`)
    if (!entry.hash || !linkHash(previous, entry).equals(entry.hash))
      problems.push(`${name} or the entry before it was changed`)
    if (!isAsDigested(entry)) problems.push(`the values of ${name} were changed`)
    previous = entry.hash ?? Buffer.alloc(0)
  })
  return problems
}

function linkHash(previous: Buffer, entry: ChainedEntry): Buffer {
  const text = [
    entry.position,
    entry.id,
    entry.happened_at.toISOString(),
    entry.admin_id,
    entry.action,
    entry.subject_kind,
    entry.subject_id,
    entry.values_digest.toString('hex'),
  ].join('|')
  return createHash('sha256').update(previous).update(text).digest()
}

function isAsDigested({ salt, before_value, after_value, blanked_at, values_digest }: ChainedEntry): boolean {
  if (blanked_at) return salt === null && before_value === null && after_value === null
  if (!salt || before_value === null || after_value === null) return false
  return digestValues(salt, before_value, after_value).equals(values_digest)
}
