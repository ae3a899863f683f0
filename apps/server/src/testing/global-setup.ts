import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { memoryFolder } from '../../../../scripts/memory-folder.ts'
import { startEmbeddedPostgres } from '../database/embedded-postgres.ts'
import { migrate } from '../database/migrate.ts'
import { createPool } from '../database/pool.ts'
import { createDatabase, dropDatabase, inDatabase, onServer, type TestServer } from './database-copies.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { TEST_SEED } from './proof.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

/** One PostgreSQL per run: the one at TEST_DATABASE_URL, or an embedded one. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  process.env.TEST_SEED ??= String(TEST_SEED)
  process.stdout.write(`TEST_SEED=${process.env.TEST_SEED}\n`)
  const folder = await ownFolder()
  const { close, ...urls } = await openServer(folder)
  const { url } = urls
  const server: TestServer = { ...urls, template: `arcadia_test_${process.pid}_${Date.now().toString(36)}` }
  const tearDown = async () => {
    await dropAll(url, server.template)
    await close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await createDatabase(server, server.template)
    await migrated(server)
    project.provide('testServer', server)
  } catch (error) {
    await tearDown()
    throw error
  }
  return tearDown
}

async function migrated({ ownerUrl, servingUrl, template }: TestServer): Promise<void> {
  const pool = createPool(inDatabase(ownerUrl, template))
  await migrate(pool, { servingRole: new URL(servingUrl).username }).finally(() => pool.end())
}

/** Drops the template and the copies left by crashed tests. */
async function dropAll(url: string, prefix: string): Promise<void> {
  const { rows } = await onServer(url, `select datname from pg_database where starts_with(datname, '${prefix}')`)
  for (const { datname } of rows) await dropDatabase(url, datname)
}

const folderPrefix = 'arcadia-test-'

/**
 * One temporary folder for everything a run writes, in memory if possible: a test database has 784 files, and creating and
 * removing them on disk takes a fifth of a run.
 */
async function ownFolder(): Promise<string> {
  const parent = memoryFolder() ?? tmpdir()
  await removeAbandoned(parent)
  const folder = await mkdtemp(join(parent, `${folderPrefix}${process.pid}-`))
  // Under root, PostgreSQL runs as another user, who must be able to traverse this folder.
  await chmod(folder, 0o711)
  process.env.TMPDIR = folder
  return folder
}

async function openServer(folder: string): Promise<Omit<TestServer, 'template'> & { close(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { url, ownerUrl: url, servingUrl: url, directUrl: url, close: async () => {} }
  // SCRAM authentication is half the cost of a connection, and a run opens a thousand.
  const accessRules = join(folder, 'pg_hba.conf')
  await writeFile(accessRules, 'local all all password\nhost all all 127.0.0.1/32 password\n', { mode: 0o644 })
  // Unix sockets are noticeably cheaper than TCP.
  const sockets = join(folder, 'sockets')
  await mkdir(sockets)
  await chmod(sockets, 0o777)
  const throughFile = (url: string) => `${url}?host=${encodeURIComponent(sockets)}`
  // Test data is disposable, so durability, checkpoints and vacuum are off.
  const settings = {
    hba_file: accessRules,
    unix_socket_directories: sockets,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_wal_size: '1GB',
    checkpoint_timeout: '1h',
    autovacuum: 'off',
    scram_iterations: '1',
    max_connections: '300',
  }
  const server = await startEmbeddedPostgres({ dataDir: folder, settings })
  const pooler = process.env.TEST_PGBOUNCER ? await startPgBouncer(server.url) : undefined
  return {
    url: throughFile(server.superuserUrl),
    ownerUrl: throughFile(server.ownerUrl),
    servingUrl: pooler?.url ?? throughFile(server.url),
    directUrl: throughFile(server.url),
    close: async () => {
      await pooler?.close()
      await server.close()
      await rm(dirname(server.directory), { recursive: true, force: true })
    },
  }
}

/** Removes what a killed run left behind; its PostgreSQL exits when its files are gone. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(folderPrefix) ? Number.parseInt(name.slice(folderPrefix.length), 10) : Number.NaN
    if (pid > 0 && !isAlive(pid)) await rm(join(parent, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
