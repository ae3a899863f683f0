import { sql } from 'kysely'
import { listGuards } from './database/migrate.ts'
import type { Db } from './database/transaction.ts'
import type { Feature, Finding } from './feature.ts'

type Check = () => Promise<Finding>

/** Looks whether what must always be true is true, after `first`; changes nothing. What cannot be looked at is a problem too. */
export async function examine({
  db,
  features,
  first = [],
}: {
  db: Db
  features: Record<string, Feature>
  first?: readonly Check[]
}): Promise<Finding[]> {
  const checks: Check[] = [
    ...first,
    ...Object.values(features).flatMap(({ checks = [] }) => checks),
    () => examineDays(db),
    () => examineTriggers(db),
    () => examineRoles(db),
  ]
  const findings: Finding[] = []
  for (const check of checks)
    findings.push(
      await check().catch(({ message }: Error) => ({
        about: 'something could not be looked at',
        problems: [message],
      })),
    )
  return findings
}

/** A day may hold more than the capacity only where that was lowered afterwards, which the audit log tells. */
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
    about: 'days: none has more anglers than there was ever room for',
    problems: rows.map(
      ({ day, claimed, capacity }) => `${day} has ${claimed} anglers; there was never room for more than ${capacity}`,
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
    about: `guards: ${triggers.length} triggers keep days, money and the log`,
    problems: [
      ...triggers.filter((name) => !enabled.has(name)).map((name) => `the trigger ${name} is missing or switched off`),
      ...(guard.rows[0]?.is_on ? [] : ['the oversell guard is switched off']),
    ],
  }
}

/** One role for everything is allowed, but whoever gets a statement past the application can then do everything. */
async function examineRoles(db: Db): Promise<Finding> {
  const { rows } = await sql<{ serving: string; owner: string; is_one: boolean; admins: boolean; log: boolean }>`
    select current_user as serving, pg_get_userbyid(relowner) as owner, pg_has_role(relowner, 'member') as is_one,
      has_column_privilege('users', 'role', 'insert, update') as admins,
      has_any_column_privilege('audit_entries', 'update') or has_table_privilege('audit_entries', 'delete') as log
    from pg_class where oid = 'users'::regclass`.execute(db)
  const { serving, owner, is_one, admins, log } = rows[0]!
  if (is_one)
    return {
      about: `roles: ${serving} owns the database and serves; DATABASE_OWNER_URL would keep the two apart`,
      problems: [],
    }
  return {
    about: `roles: ${owner} owns the database, ${serving} serves`,
    problems: [
      ...(admins ? [`${serving} may make admins`] : []),
      ...(log ? [`${serving} may alter the audit log`] : []),
    ],
  }
}
