import pg from 'pg'

export interface TestServer {
  /** As the superuser, for what no application role may do. */
  url: string
  ownerUrl: string
  servingUrl: string
  /** `servingUrl` without PgBouncer (`TEST_PGBOUNCER`). */
  directUrl: string
  /** The migrated database that every test database is copied from. */
  template: string
}

/** The URL of another database on the same server. */
export function inDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${encodeURIComponent(database)}`
  return address.href
}

export async function copyTemplate(server: TestServer, name: string): Promise<void> {
  await createDatabase(server, name, `template ${quoted(server.template)} strategy file_copy`)
}

export async function createDatabase({ url, ownerUrl }: TestServer, name: string, how = ''): Promise<void> {
  await onServer(url, `create database ${quoted(name)} owner ${quoted(new URL(ownerUrl).username)} ${how}`)
}

export async function dropDatabase(url: string, name: string): Promise<void> {
  await onServer(url, `drop database ${quoted(name)} with (force)`)
}

/** One pool per server and test process, because creating and dropping each database would otherwise take two connections. */
const servers = new Map<string, pg.Pool>()

export async function onServer(url: string, sql: string): Promise<pg.QueryResult> {
  let server = servers.get(url)
  if (!server) {
    server = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
    // The connection breaks when the server stops.
    server.on('error', () => {})
    servers.set(url, server)
  }
  return server.query(sql)
}

function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`
}
