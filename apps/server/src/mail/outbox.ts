import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Db } from '../database/transaction.ts'
import type { MailKind, MailKinds } from './mail-kinds.ts'

interface OutboxMailsTable {
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

declare module '../database/tables.ts' {
  interface Tables {
    outbox_mails: OutboxMailsTable
  }
}

type About<K extends MailKind> = { [Kind in K]: { kind: Kind; params: MailKinds[Kind] } }[K]

/** What a mail is about; who gets it is said beside it. */
export type MailContent = About<MailKind>
export type NewMail = MailContent & { to: string }

/**
 * Puts a mail into the outbox, in the transaction that makes it true: it goes out if and only if that commits. `params`
 * name rows and never carry a secret; a mail about a booking names that too, as `bookingId`, and is kept as long as it.
 */
export async function enqueueMail(tx: Db, now: Date, mail: NewMail): Promise<void> {
  await tx
    .insertInto('outbox_mails')
    .values({
      kind: mail.kind,
      to_email: mail.to,
      params: JSON.stringify(mail.params),
      created_at: now,
      next_try_at: now,
    })
    .execute()
}

/** The same to whoever runs the place: `ownerEmail` where it is set, otherwise every active admin. */
export async function enqueueMailToOwner(
  tx: Db,
  now: Date,
  ownerEmail: string | undefined,
  content: MailContent,
): Promise<void> {
  for (const to of ownerEmail ? [ownerEmail] : await listAdminAddresses(tx))
    await enqueueMail(tx, now, { ...content, to })
}

async function listAdminAddresses(tx: Db): Promise<string[]> {
  const admins = await tx
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'ADMIN')
    .where('is_active', '=', true)
    .execute()
  return admins.map(({ email }) => email)
}
