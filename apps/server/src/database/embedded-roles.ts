import { randomBytes } from 'node:crypto'
import pg from 'pg'

export const OWNER_ROLE = 'arcadia_owner'
export const SERVING_ROLE = 'arcadia_app'

/**
 * Creates the embedded server's database and its two roles. Each start sets new passwords, so they are stored nowhere.
 * Tables of earlier versions, which belonged to the superuser, are handed over to the owner.
 */
export async function prepareRoles(superuser: pg.ClientConfig, database: string) {
  const passwords = { owner: makePassword(), serving: makePassword() }
  await connected({ ...superuser, database: 'postgres' }, async (client) => {
    for (const [role, password] of [
      [OWNER_ROLE, passwords.owner],
      [SERVING_ROLE, passwords.serving],
    ] as const) {
      const known = await client.query('select from pg_roles where rolname = $1', [role])
      await client.query(
        `${known.rowCount ? 'alter' : 'create'} role ${role} login ${role === OWNER_ROLE ? 'createdb ' : ''}password '${password}'`,
      )
    }
    const made = await client.query('select from pg_database where datname = $1', [database])
    await client.query(
      made.rowCount
        ? `alter database ${database} owner to ${OWNER_ROLE}`
        : `create database ${database} owner ${OWNER_ROLE}`,
    )
  })
  await connected({ ...superuser, database }, (client) => client.query(handOver))
  return passwords
}

const makePassword = () => randomBytes(24).toString('base64url')

/** Everything but extensions. REASSIGN OWNED refuses to work on the superuser that created the cluster. */
const handOver = `do $$
declare
  statement text;
begin
  for statement in
    select format('alter table %s owner to ${OWNER_ROLE}', c.oid::regclass) from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and c.relowner = current_user::regrole
    union all
    select format('alter routine %s owner to ${OWNER_ROLE}', p.oid::regprocedure) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proowner = current_user::regrole
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  loop
    execute statement;
  end loop;
end $$`

async function connected(config: pg.ClientConfig, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
