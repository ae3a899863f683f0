import type { Generated } from 'kysely'

export interface AuditEntriesTable {
  id: Generated<number>
  happened_at: Date
  admin_id: number
  action: string
  subject_kind: string
  subject_id: string
  values_digest: Buffer
  /** Given by the database at commit. */
  position: Generated<number | null>
  hash: Generated<Buffer | null>
}

export interface AuditValuesTable {
  entry_id: number
  salt: Buffer | null
  /** JSON, as the text that was digested. */
  before_value: string | null
  after_value: string | null
  blanked_at: Generated<Date | null>
}
