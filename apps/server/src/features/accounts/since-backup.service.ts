import { randomBytes } from 'node:crypto'
import type { Position } from '@arcadia/contract/accounts'
import { fullName } from '@arcadia/contract/full-name'
import { sql } from 'kysely'
import type { Clock } from '../../clock.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import { endWaysIn } from '../../http/ways-in.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { recordChange } from '../audit-log/audit-log.writes.ts'
import { addressesOf } from '../owner-notices/owner-notices.writes.ts'
import { findRestored, setPasswordHash, setPosition } from './accounts.store.ts'
import type { WithdrawCustomer } from './lock-account.service.ts'
import { hashPassword } from './passwords.ts'
import { type ChangeSince, type ChangesSince, sinceInWords } from './since-backup.rules.ts'
import { setActive } from './users.store.ts'

/**
 * Keeps the accounts of the database that a restore replaces, before it does: who may sign in, and how. SQL, because a restore runs
 * outside the application, on the schema of whatever release made that database.
 */
export const KEEP_ACCOUNTS = `create table replaced_accounts as
  select to_jsonb(u) as account, removed.at as removed_at, password.at as password_at,
    exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as has_second_factor,
    greatest((select max(updated_at) from users), (select max(happened_at) from audit_entries),
      (select max(created_at) from sessions)) as newest
  from users u
  left join (select subject_id, max(happened_at) as at from audit_entries where action = 'user.deactivated' group by 1) removed
    on removed.subject_id = u.id::text
  left join (select params ->> 'userId' as id, max(created_at) as at from outbox_mails where kind = 'password-changed' group by 1)
    password on password.id = u.id::text`

/** What a restored account is, next to what it had become. */
interface Pair {
  id: number
  is_removed: boolean
  is_closed: boolean
  closed_at: Date | null
  removed_at: Date | null
  lowered_to: Position | null
  position: Position | null
  has_other_password: boolean
  has_password: boolean
  password_at: Date | null
  lost_second_factor: boolean
  newest: Date
}

/**
 * Keeps out whom the replaced database kept out: who was removed stays so, a lowered position stays low, and of two passwords
 * neither works, because the later one may be a thief's. Recorded at each account in the change log.
 * @param db as the role that owns the tables
 */
export async function keepOut({
  db,
  clock,
  takenAt,
  withdrawCustomer,
}: {
  db: Db
  clock: Clock
  takenAt: string
  withdrawCustomer: WithdrawCustomer
}): Promise<ChangesSince> {
  const pairs = await findPairs(db)
  const changed = pairs.filter((pair) => changesOf(pair).length > 0)
  const isLater = pairs.some(({ newest }) => newest > new Date(takenAt))
  if (pairs.length === 0 || (changed.length > 0 && !isLater)) return null
  const nobodys = await hashPassword(randomBytes(32).toString('base64url'))
  for (const pair of changed)
    await inTransaction(db, clock, async (tx, now) => {
      const { id } = pair
      const record = (action: `shell.${string}`, before: object | null, after: object | null) =>
        recordChange(tx, id, action, { kind: 'user', id }, before, after)
      if (pair.is_removed) {
        await withdrawCustomer(tx, clock, id)
        await setActive(tx, now, id, false)
        await endWaysIn(tx, now, id)
        await record('shell.kept-removed', { isActive: true }, { isActive: false })
      }
      if (pair.lowered_to) {
        await setPosition(tx, now, id, pair.lowered_to)
        await record('shell.kept-position', { position: pair.position }, { position: pair.lowered_to })
      }
      if (pair.has_other_password) {
        await setPasswordHash(tx, now, id, pair.has_password ? nobodys : null)
        await record('shell.password-ended', null, null)
      }
    })
  return changed.flatMap(changesOf)
}

/** Emails every owner what the restore undid or kept, and returns the same, for the terminal. */
export async function tellSinceBackup(tx: Db, now: Date, takenAt: string, changes: ChangesSince): Promise<string[]> {
  const owners = await addressesOf(tx, [], undefined)
  for (const to of owners) await enqueueMail(tx, now, { kind: 'site-restored', to, params: { takenAt, changes } })
  const found = await findRestored(tx, changes?.map(({ userId }) => userId) ?? [])
  const people = found.map((person) => ({ ...person, name: fullName(person) || person.username }))
  return [
    ...sinceInWords(takenAt, changes, people),
    ...(people.some(({ position }) => position) ? ['Without email: npm run admin reset-password <username>'] : []),
    ...(owners.length === 0 ? ['No owner is left. Add one: npm run admin add <username> <email>'] : []),
  ]
}

async function findPairs(db: Db): Promise<Pair[]> {
  const { rows: kept } = await sql`
    select from pg_attribute where attrelid = to_regclass('replaced_accounts') and attname = 'account'`.execute(db)
  if (kept.length === 0) return []
  const { rows } = await sql<Pair>`
    select u.id, u.is_active and not was.is_active as is_removed, was.closed_at is not null as is_closed,
      was.closed_at, r.removed_at, u.position,
      case when array_position(array['GUIDE', 'OFFICE', 'OWNER'], was.position)
        < array_position(array['GUIDE', 'OFFICE', 'OWNER'], u.position) then was.position end as lowered_to,
      u.password_hash is not null and was.password_hash is distinct from u.password_hash as has_other_password,
      was.password_hash is not null or was.closed_at is not null as has_password, r.password_at,
      r.has_second_factor and not exists (
        select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as lost_second_factor,
      r.newest
    from replaced_accounts r, jsonb_populate_record(null::users, r.account) was
    join users u on u.id = was.id and u.created_at = was.created_at
    where u.closed_at is null
    order by u.id`.execute(db)
  return rows
}

function changesOf(pair: Pair): ChangeSince[] {
  const of = (what: ChangeSince['what'], at: Date | null = null) => ({
    userId: pair.id,
    what,
    at: at?.toISOString() ?? null,
  })
  if (pair.is_removed) return [pair.is_closed ? of('closed', pair.closed_at) : of('removed', pair.removed_at)]
  return [
    ...(pair.lowered_to ? [of('lowered')] : []),
    ...(pair.has_other_password ? [of('password', pair.password_at)] : []),
    ...(pair.lost_second_factor ? [of('second-factor')] : []),
  ]
}
