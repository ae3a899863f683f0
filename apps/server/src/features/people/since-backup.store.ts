import type { Position } from '@arcadia/contract/accounts'
import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'
import type { Restored } from './since-backup.rules.ts'

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

/** The passkeys of that database, next to them. */
export const KEEP_PASSKEYS = 'create table replaced_passkeys as select credential_id from passkeys'

/** What a restored account is, next to what it had become. */
export interface Pair {
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
  /** How many of its passkeys the replaced database did not have anymore. */
  gone_passkeys: number
  newest: Date
}

export async function findPairs(db: Db): Promise<Pair[]> {
  const keeps = async (table: string, column: string) =>
    (await sql`select from pg_attribute where attrelid = to_regclass(${table}) and attname = ${column}`.execute(db))
      .rows.length > 0
  if (!(await keeps('replaced_accounts', 'account'))) return []
  // A release before passkeys had none to remove.
  const gone = (await keeps('replaced_passkeys', 'credential_id'))
    ? sql`(select count(*)::integer from passkeys k where k.user_id = u.id
        and k.credential_id not in (select credential_id from replaced_passkeys))`
    : sql`0`
  const { rows } = await sql<Pair>`
    select u.id, u.is_active and not was.is_active as is_removed, was.closed_at is not null as is_closed,
      was.closed_at, r.removed_at, u.position,
      case when array_position(array['GUIDE', 'OFFICE', 'OWNER'], was.position)
        < array_position(array['GUIDE', 'OFFICE', 'OWNER'], u.position) then was.position end as lowered_to,
      u.password_hash is not null and was.password_hash is distinct from u.password_hash as has_other_password,
      was.password_hash is not null or was.closed_at is not null as has_password, r.password_at,
      r.has_second_factor and not exists (
        select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as lost_second_factor,
      ${gone} as gone_passkeys, r.newest
    from replaced_accounts r, jsonb_populate_record(null::users, r.account) was
    join users u on u.id = was.id and u.created_at = was.created_at
    where u.closed_at is null
    order by u.id`.execute(db)
  return rows
}

/** Accounts as a restore left them. */
export function findRestored(db: Db, ids: readonly number[]): Promise<Restored[]> {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'first_name as firstName', 'last_name as lastName', 'position'])
    .where('id', 'in', [-1, ...ids])
    .execute()
}
