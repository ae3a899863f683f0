import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { MailKind } from './mail-kinds.ts'

export interface OutboxMailsTable {
  id: Generated<number>
  kind: MailKind
  to_email: string
  params: JSONColumnType<object>
  message_id: Generated<string | null>
  created_at: Date
  next_try_at: Date
  leased_until: Generated<Date | null>
  tries: Generated<number>
  last_error: Generated<string | null>
  sent_at: Generated<Date | null>
  failed_at: Generated<Date | null>
  dropped_at: Generated<Date | null>
  /** Which of the three ended it. */
  status: GeneratedAlways<'WAITING' | 'SENT' | 'FAILED' | 'NOT_NEEDED'>
  subject: Generated<string | null>
  /** What it said, if it was about a booking; links without what follows `#`. */
  sent_text: Generated<string | null>
  /** The sent mail that this is a further copy of. */
  copy_of: Generated<number | null>
  /** Of the params. */
  booking_id: GeneratedAlways<number | null>
}
