import pg from 'pg'
import { StartError } from '../start-error.ts'

/** Tables without deletes. Tables with a `keep_rows` trigger are added to these by `keptTables`. */
const KEPT = [
  'users',
  'booking_config',
  'booking_queries',
  'enquiries',
  'merchant_connections',
  'refund_requests',
  'reviews',
]
/** Append-only tables. */
const APPEND_ONLY = ['booking_events', 'audit_entries', 'audit_values', 'check_ins']
/** Tables the serving role neither reads nor writes. */
const CLOSED = ['server_key']
/** Columns the serving role can't write: only functions of the owner make admins and chain audit entries. */
const READ_ONLY: Record<string, string[]> = { users: ['role', 'position'], audit_entries: ['position', 'hash'] }

/**
 * Grants the serving role exactly the rights the application needs. Runs after each migration, so new tables are covered
 * automatically. Only the owner can change tables, triggers and functions.
 * @param owner a connection as the role that owns the tables
 */
export async function grantServing(owner: pg.ClientBase, servingRole: string): Promise<void> {
  const role = pg.escapeIdentifier(servingRole)
  const { rows } = await owner.query<{ current: string; schema: string; database: string }>(
    'select current_user as current, current_schema() as schema, current_database() as database',
  )
  const { current, schema: schemaName, database } = rows[0]!
  if (current === servingRole) return
  await refuseForeignTables(owner, current)
  const schema = pg.escapeIdentifier(schemaName)
  const statements = [
    `grant usage on schema ${schema} to ${role}`,
    `revoke create on schema ${schema} from public, ${role}`,
    `revoke temporary on database ${pg.escapeIdentifier(database)} from public, ${role}`,
    `revoke all on all tables in schema ${schema} from public, ${role}`,
    `grant select, insert, update, delete on all tables in schema ${schema} to ${role}`,
    `grant usage on all sequences in schema ${schema} to ${role}`,
    `revoke insert, update, delete on schema_migrations from ${role}`,
    ...CLOSED.map((table) => `revoke all on ${table} from ${role}`),
    ...(await keptTables(owner)).map((table) => `revoke delete on ${table} from ${role}`),
    ...APPEND_ONLY.map((table) => `revoke update on ${table} from ${role}`),
  ]
  for (const [table, columns] of Object.entries(READ_ONLY)) {
    const others = await columnsBut(owner, table, columns)
    const rights = APPEND_ONLY.includes(table) ? ['insert'] : ['insert', 'update']
    statements.push(
      ...rights.flatMap((right) => [
        `revoke ${right} on ${table} from ${role}`,
        `grant ${right} (${others}) on ${table} to ${role}`,
      ]),
    )
  }
  // One multi-statement query is one transaction, so running servers never see half of it.
  await owner.query(statements.join(';\n'))
}

async function keptTables(owner: pg.ClientBase): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger
     where not tgisinternal and tgfoid = 'keep_rows'::regproc and tgtype & 8 = 8`,
  )
  return [...new Set([...KEPT, ...APPEND_ONLY, ...rows.map(({ name }) => name)])]
}

async function columnsBut(owner: pg.ClientBase, table: string, columns: string[]): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname <> all ($2)`,
    [table, columns],
  )
  return rows.map(({ name }) => pg.escapeIdentifier(name)).join(', ')
}

/** @throws StartError if tables still belong to another role, from when one role did everything */
async function refuseForeignTables(owner: pg.ClientBase, current: string): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct pg_get_userbyid(relowner) as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'S') and relowner <> current_user::regrole`,
  )
  if (rows[0])
    throw new StartError(
      `DATABASE_OWNER_URL: ${current} does not own the tables. Have a database administrator run in this database: reassign owned by "${rows[0].name}" to "${current}".`,
    )
}
