import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type ChangeAction, changedValues, fieldInWords } from '@arcadia/contract/admin/change-words'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { isSame, mergeForm, type SentForm, type Unseen } from '../../http/form-change.rules.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { tellOwnersOf } from './audit-log.emails.ts'
import { digestValues } from './audit-log.rules.ts'
import { findLastChange } from './audit-log.store.ts'

/** The id of the changed thing; the action's first word is its kind (`booking.cancelled`) unless given. */
type Subject = number | string | { kind: string; id: number | string }

/**
 * Writes a change, usually an admin's, to the audit log, in the transaction that makes it and with its time. The entry joins
 * the hash chain at commit. If it changes who rules or where money goes, every owner is emailed.
 * @param adminId null if a guest did it
 * @param action a noun and a past-tense verb, such as `booking.cancelled`
 * @param before the values before the change (`after` has those after it), in wire format; null if there are none
 */
export async function recordChange(
  tx: Db,
  adminId: number | null,
  action: ChangeAction,
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
  await tellOwnersOf(tx, entry.id, action)
}

/** Records which settings changed, with their values; false if none did. */
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

/** What a form is about: one thing, or all settings. */
interface FormSubject {
  kind: 'booking' | 'configuration' | 'gallery-photo' | 'saved-reply' | 'user'
  id?: number
}

/**
 * What a form changes of what is stored, so that what others changed since it was shown stays (docs/rules.md §7.12). Call
 * it under the lock of what is stored.
 * @param stored in wire format
 * @throws AppError `changed-meanwhile`, with who changed each field, and to what
 */
export async function changesOf<Body extends object>(
  tx: Db,
  user: Pick<SignedIn, 'id' | 'role'>,
  form: SentForm<Body>,
  subject: FormSubject,
  stored: object,
): Promise<Partial<Body>> {
  const { changes, unseen } = mergeForm(form, stored as Record<string, unknown>)
  if (unseen.length === 0) return changes
  const told = await Promise.all(unseen.map((one) => tellUnseen(tx, user, subject, one)))
  throw new AppError('changed-meanwhile', {
    message: `${told.map(({ sentence }) => sentence).join(' ')} Yours isn't saved yet.`,
    details: told.map(({ sentence: _, ...detail }) => detail),
  })
}

async function tellUnseen(tx: Db, user: Pick<SignedIn, 'id' | 'role'>, subject: FormSubject, { name, value }: Unseen) {
  const last = await findLastChange(tx, subject, name)
  // What a guest changes is not in the log.
  const known = last && isSame(last.value, value) ? last : undefined
  const ofGuest = user.role === 'USER' ? 'You' : subject.kind === 'booking' ? 'The guest' : 'Someone'
  const who = !known ? ofGuest : known.adminId === user.id ? 'You' : user.role === 'USER' ? 'We' : known.by
  const [words] = changedValues('null', JSON.stringify({ [name]: value }))!
  const to = words ? ` to ${words.words}` : ''
  const where = who === 'You' ? ' in another window' : ''
  const did = (what: string) =>
    isSame(value, null) ? `${who} cleared ${what}${where}.` : `${who} changed ${what}${to}${where}.`
  return { path: name, value, message: did('this'), sentence: did(fieldInWords(name)) }
}

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
