import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Db } from './database/transaction.ts'
import { findTampering } from './features/audit-log/audit-log.rules.ts'
import { listChain } from './features/audit-log/audit-log.store.ts'
import { readComparison } from './features/bookkeeping/comparison.service.ts'
import { sumLedger } from './features/bookkeeping/ledger.service.ts'

interface Deps {
  db: Db
  clock: Clock
  environment: string
}

interface Finding {
  /** What was looked at, and how much of it. */
  about: string
  /** What is wrong, in sentences; empty when all is well. */
  problems: string[]
}

/** Looks whether what must always be true is true; changes nothing. */
export async function examine(deps: Deps): Promise<Finding[]> {
  return [
    await examineAuditLog(deps.db),
    await examineLedger(deps.db),
    await examineComparison(deps),
    await examineDays(deps.db),
    await examineTriggers(deps.db),
    await examineRoles(deps.db),
  ]
}

async function examineAuditLog(db: Db): Promise<Finding> {
  const entries = await listChain(db)
  const last = entries.at(-1)?.hash?.toString('hex') ?? 'none'
  return { about: `audit log: ${entries.length} entries, last hash ${last}`, problems: findTampering(entries) }
}

async function examineLedger(db: Db): Promise<Finding> {
  const { imbalances: problems } = await sumLedger(db)
  return { about: 'ledger: what was captured is kept, given back or listed as a failure', problems }
}

async function examineComparison({ db, clock, environment }: Deps): Promise<Finding> {
  const last = await readComparison(db, environment, clock.now())
  if (!last?.comparedAt) return { about: 'comparison with the provider: none yet', problems: [] }
  const { comparedAt, charges, unread, differences } = last
  return {
    about: `comparison with the provider: ${charges} charges at ${comparedAt.toISOString()}`,
    problems: unread > 0 ? [...differences, `${unread} charges could not be read`] : differences,
  }
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

const GUARDS = [
  ...['bookings', 'holds', 'payment_attempts'].flatMap((table) => [`${table}_guard_entry`, `${table}_guard_exit`]),
  ...['bookings', 'booking_events', 'holds', 'payment_attempts', 'payment_failures', 'manual_payments'].map(
    (table) => `${table}_are_kept`,
  ),
  'refunds_within_the_charge',
  ...['payment_attempts', 'refunds'].map((table) => `${table}_outcome_is_final`),
  ...['refunds', 'refund_orders'].map((table) => `${table}_are_kept`),
  ...['audit_entries', 'audit_values'].flatMap((table) => [`${table}_are_kept`, `${table}_not_emptied`]),
  'audit_entries_chained',
]

async function examineTriggers(db: Db): Promise<Finding> {
  const { rows } = await sql<{ name: string }>`
    select tgname as name from pg_trigger where tgenabled in ('O', 'A') and not tgisinternal`.execute(db)
  const enabled = new Set(rows.map(({ name }) => name))
  const guard = await sql<{ is_on: boolean }>`select oversell_guard_is_on() as is_on`.execute(db)
  return {
    about: `guards: ${GUARDS.length} triggers keep days, money and the log`,
    problems: [
      ...GUARDS.filter((name) => !enabled.has(name)).map((name) => `the trigger ${name} is missing or switched off`),
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
