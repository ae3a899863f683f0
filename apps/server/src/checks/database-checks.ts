import { sql } from 'kysely'
import { listGuards } from '../database/migrate.ts'
import type { Db } from '../database/transaction.ts'
import type { Check, Finding } from '../feature.ts'

/** What can be wrong inside the database. */
export const databaseChecks = (db: Db): Check[] => [
  { name: 'days', look: () => examineDays(db) },
  { name: 'guards', look: () => examineTriggers(db) },
  { name: 'roles', look: () => examineRoles(db) },
]

/** A day may exceed the capacity only if that was lowered later, so the highest capacity in the audit log counts. */
async function examineDays(db: Db): Promise<Finding> {
  const { rows } = await sql<{ day: string; claimed: number; capacity: number }>`
    with allowed as (
      select greatest(
        (select max_capacity from booking_config),
        (select max((before_value ->> 'maxCapacity')::integer) from audit_values
         where json_typeof(before_value) = 'object')) as capacity)
    select claims.trip_date as day, claims.booked + claims.held as claimed, allowed.capacity
    from claims_between('-infinity', 'infinity', now()) claims, allowed
    where claims.booked + claims.held > allowed.capacity
    order by day`.execute(db)
  return {
    about: 'days: none was ever overbooked',
    problems: rows.map(
      ({ day, claimed, capacity }) => `${day} has ${claimed} anglers; capacity was never more than ${capacity}`,
    ),
  }
}

async function examineTriggers(db: Db): Promise<Finding> {
  const triggers = await listGuards()
  const { rows } = await sql<{ name: string }>`
    select tgname as name from pg_trigger where tgenabled in ('O', 'A') and not tgisinternal`.execute(db)
  const enabled = new Set(rows.map(({ name }) => name))
  const guard = await sql<{ is_on: boolean }>`select oversell_guard_is_on() as is_on`.execute(db)
  return {
    about: `guards: ${triggers.length} triggers protect days, money and the audit log`,
    problems: [
      ...triggers.filter((name) => !enabled.has(name)).map((name) => `the trigger ${name} is missing or disabled`),
      ...(guard.rows[0]?.is_on ? [] : ['the oversell guard is disabled']),
    ],
  }
}

/** A single role is allowed, but then an SQL injection could do anything. */
async function examineRoles(db: Db): Promise<Finding> {
  const { rows } = await sql<{ serving: string; owner: string; is_one: boolean; admins: boolean; log: boolean }>`
    select current_user as serving, pg_get_userbyid(relowner) as owner, pg_has_role(relowner, 'member') as is_one,
      has_column_privilege('users', 'role', 'insert, update')
        or coalesce(has_any_column_privilege(to_regclass('server_key')::oid, 'insert, update'), false) as admins,
      has_any_column_privilege('audit_entries', 'update') or has_table_privilege('audit_entries', 'delete') as log
    from pg_class where oid = 'users'::regclass`.execute(db)
  const { serving, owner, is_one, admins, log } = rows[0]!
  if (is_one)
    return {
      about: `roles: ${serving} both owns the database and serves; DATABASE_OWNER_URL would separate the two`,
      problems: [],
    }
  return {
    about: `roles: ${owner} owns the database, ${serving} serves`,
    problems: [
      ...(admins ? [`${serving} can create admins`] : []),
      ...(log ? [`${serving} can change the audit log`] : []),
    ],
  }
}
