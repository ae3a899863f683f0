import { portal } from '@arcadia/contract/addresses'
import { actionInWords } from '@arcadia/contract/admin/change-words'
import { formatDate, type TripDate } from '@arcadia/contract/trip-date'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import { action, letter, ofStaffInMail, staffInMail } from '../../mail/letter.ts'
import type { Emails, MailContext } from '../../mail/mail-renderers.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { listOwnerAddresses } from '../../mail/owner-addresses.ts'

declare module '../../mail/mail-kinds.ts' {
  interface MailKinds {
    /** To every owner: who rules, or where money goes, has changed. The change log has what and by whom. */
    'change-of-rule': { entryId: number }
  }
}

interface Change {
  by: string
  /** The changed thing: a person's name, else its id. */
  of: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

const POSITIONS: Record<string, string> = { OWNER: 'Owner', OFFICE: 'Office', GUIDE: 'Guide' }
const positionIn = ({ position }: Record<string, unknown>) => POSITIONS[String(position)] ?? 'somebody who works here'
const companyIn = ({ realmId }: Record<string, unknown>) =>
  `the QuickBooks company ending in ${String(realmId).slice(-4)}`
const lastDayIn = ({ expiresOn }: Record<string, unknown>) =>
  typeof expiresOn === 'string' ? formatDate(expiresOn as TripDate) : 'none'
const isOther = ({ before, after }: Change) => before.realmId !== undefined && before.realmId !== after.realmId

/** What every owner is told, at once and whatever the notices are set to (docs/rules.md §22.7). */
const SENTENCES: Record<string, (change: Change) => string> = {
  'user.invited': ({ by, after }) => `${by} invited ${after.email ?? 'somebody'} as ${positionIn(after)}.`,
  'user.position-changed': ({ by, of, before, after }) =>
    `${by} changed the role of ${of} from ${positionIn(before)} to ${positionIn(after)}.`,
  'user.deactivated': ({ by, of }) => `${by} removed ${of} from the portal.`,
  'user.activated': ({ by, of }) => `${by} let ${of} into the portal again.`,
  'user.email-changed': ({ of, before, after }) =>
    `The email address of ${of} changed from ${before.email} to ${after.email}.`,
  'shell.admin-added': ({ after }) => `On the server itself, ${after.username} (${after.email}) was added as Owner.`,
  'backup.key-made': ({ by }) =>
    `${by} made a new recovery key. Backups from now on open with it, and with no earlier one.`,
  'backup.second-place-set': ({ by }) =>
    `${by} changed where backups are copied to. The change log has where to, and where to before.`,
  'configuration.changed': ({ by, before, after }) =>
    `${by} changed the most that the office may refund on one booking from ${before.refundLimit} to ${after.refundLimit}.`,
  'merchant.connected': (change) =>
    isOther(change)
      ? `${change.by} connected ${companyIn(change.after)} in place of ${companyIn(change.before)}. Card payments go to the new one from now on.`
      : `${change.by} connected ${companyIn(change.after)}. Card payments go there from now on.`,
  'merchant.disconnected': ({ by, before }) => `${by} disconnected ${companyIn(before)}. No card can be charged now.`,
  'gift-voucher.replaced': ({ by, after }) =>
    `${by} replaced a void gift voucher with a new one of ${after.amount}, for the refund of a booking.`,
  'gift-voucher.made': ({ by, after }) => `${by} made a gift voucher of ${after.amount} that nobody paid for.`,
  'gift-voucher.expiry-set': ({ by, of, before, after }) =>
    `${by} changed the last day of gift voucher ${of} from ${lastDayIn(before)} to ${lastDayIn(after)}.`,
}

/** Accounts of customers and the other settings change without an email. */
const isOfStaff = sql<boolean>`exists (select from users where id::text = subject_id and position is not null)`
const IS_ABOUT_RULE = sql<boolean>`case
  when action = 'configuration.changed' then subject_id = 'refundLimit'
  when action in ('user.deactivated', 'user.activated', 'user.email-changed') then ${isOfStaff}
  else true end`

/** Emails the owners about an entry of the change log if it is about who rules or where money goes. */
export async function tellOwnersOf(tx: Db, entryId: number, changed: string): Promise<void> {
  if (!Object.hasOwn(SENTENCES, changed)) return
  const entry = await tx
    .selectFrom('audit_entries')
    .select('happened_at')
    .where('id', '=', entryId)
    .where(IS_ABOUT_RULE)
    .executeTakeFirst()
  if (!entry) return
  for (const to of await listOwnerAddresses(tx))
    await enqueueMail(tx, entry.happened_at, { kind: 'change-of-rule', to, params: { entryId } })
}

export const auditLogEmails: Emails = {
  async 'change-of-rule'({ entryId }, context) {
    const { within, did, sentence } = await findChange(context, entryId)
    return letter(
      context,
      { subject: `${did}, by ${within}`, headline: 'Changed in the portal' },
      sentence,
      'Every owner gets this email at once.',
      "If that wasn't one of you, sign in, end that person's access under Users, and set new passwords. Somebody may be using an owner's account.",
      action('Open the change log', portal.dashboard.changeLog.href()),
    )
  },
}

async function findChange({ tx: db, to }: Pick<MailContext, 'tx' | 'to'>, entryId: number) {
  const { act, adminId, ofUser, subject, before, after } = await db
    .selectFrom('audit_entries as e')
    .leftJoin('audit_values as v', 'v.entry_id', 'e.id')
    .select(['e.action as act', 'e.admin_id as adminId', 'e.subject_id as subject'])
    .select(sql<number | null>`case e.subject_kind when 'user' then e.subject_id::integer end`.as('ofUser'))
    .select(['v.before_value as before', 'v.after_value as after'])
    .where('e.id', '=', entryId)
    .executeTakeFirstOrThrow()
  const author = await findPerson(db, adminId)
  const person = await findPerson(db, ofUser)
  const by = author ? staffInMail(author, to) : 'Somebody'
  const within = by === 'You' ? 'you' : author ? ofStaffInMail(author) : 'somebody'
  const of = person ? ofStaffInMail(person) : subject
  const sentence = SENTENCES[act]!({ by, of, before: valuesOf(before), after: valuesOf(after) })
  return { within, did: actionInWords(act), sentence }
}

const findPerson = (db: Db, userId: number | null) =>
  db
    .selectFrom('users')
    .select(['first_name as firstName', 'last_name as lastName', 'username', 'position', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst()

/** Blanked values are null. */
function valuesOf(json: unknown): Record<string, unknown> {
  const values: unknown = typeof json === 'string' ? JSON.parse(json) : json
  return typeof values === 'object' && values !== null ? (values as Record<string, unknown>) : {}
}
