import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { login } from '@arcadia/contract/accounts'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { getBookingConfig } from '@arcadia/contract/configuration'
import pg from 'pg'
import { endsWithUs } from './children.ts'
import { type Client, clientOf, type Heard, ownerPassword } from './client.ts'
import { type Database, OWNER, type Postgres, SERVING, startPostgres } from './postgres.ts'
import { type Provider, providerAt } from './provider.ts'

const root = join(import.meta.dirname, '../..')
const REDIRECT_URI = 'http://localhost:3000/quickbooks/callback'

/** The product in production form: server processes on one PostgreSQL, with the provider in a separate process. */
export interface System {
  postgres: Postgres
  /** Superuser connections, which can read everything and remove a guard. */
  pool: pg.Pool
  provider: Provider
  servers: Server[]
  /** Starts another process and adds it to `servers`. */
  startServer(settings?: Record<string, string>): Promise<Server>
  /** Runs an npm script with the servers' settings; throws if it fails. */
  command(name: 'backup' | 'restore', ...args: string[]): Promise<void>
  /** The owner's token. */
  owner(): Promise<string>
  close(): Promise<void>
}

export interface Server extends Client {
  url: string
  process: ChildProcess
  /** Everything it has printed. */
  output(): string
  isUp(): boolean
  end(signal: NodeJS.Signals): Promise<void>
}

interface Options {
  hear?: (heard: Heard) => void
  settings?: Record<string, string>
}

export async function startSystem(
  size: number,
  {
    database,
    disk,
    ...options
  }: Options & {
    /** PostgreSQL settings. */
    database?: Record<string, string>
    /** Folder for PostgreSQL's files. */
    disk?: string
  } = {},
): Promise<System> {
  const postgres = await startPostgres(database, disk)
  return { ...(await startSystemOn(postgres, size, options)), postgres }
}

/** Like `startSystem`, on a given database, which it also closes. */
export async function startSystemOn(
  postgres: Database,
  size: number,
  { hear, settings = {} }: Options = {},
): Promise<Omit<System, 'postgres'>> {
  const folder = await mkdtemp(join(tmpdir(), 'arcadia-prove-'))
  const simulator = await startProgram('apps/provider-simulator/src/main.ts', {
    PORT: '0',
    STATE_DIR: join(folder, 'provider'),
    REDIRECT_URIS: REDIRECT_URI,
    ...(settings.QUICKBOOKS_CLIENT_SECRET && { CLIENT_SECRET: settings.QUICKBOOKS_CLIENT_SECRET }),
  })
  const pool = new pg.Pool({ connectionString: postgres.urlOf('postgres') })
  pool.on('error', () => {})
  const environment = {
    DATABASE_URL: postgres.urlOf(SERVING),
    DATABASE_OWNER_URL: postgres.urlOf(OWNER),
    ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    DATA_DIR: join(folder, 'data'),
    QUICKBOOKS_SIMULATOR_URL: simulator.url,
    QUICKBOOKS_REDIRECT_URI: REDIRECT_URI,
    ADMIN_PASSWORD: ownerPassword,
    // All requests come from one address.
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
    // A host name would bind two addresses, and a port free on one may be taken on the other.
    HOST: '127.0.0.1',
    PORT: '0',
    ...settings,
  }
  const servers: Server[] = []
  const system: Omit<System, 'postgres'> = {
    pool,
    provider: providerAt(simulator.url),
    servers,
    async startServer(more = {}) {
      const program = await startProgram('apps/server/src/main.ts', { ...environment, ...more })
      const server = { ...program, ...clientOf(program.url, hear) }
      servers.push(server)
      return server
    },
    async command(name, ...args) {
      await promisify(execFile)(process.execPath, [join(root, `scripts/${name}.ts`), ...args], {
        env: { ...machineEnvironment(), ...environment },
      })
    },
    owner: async () => {
      const server = servers.find(({ isUp }) => isUp())!
      return (await server.call(login, { body: { usernameOrEmail: 'admin', password: ownerPassword } })).token
    },
    async close() {
      await Promise.all(servers.map((server) => server.end('SIGKILL')))
      await simulator.end('SIGKILL')
      await pool.end()
      await postgres.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  try {
    // One at a time: the first one migrates.
    for (let made = 0; made < size; made++) await system.startServer()
    return system
  } catch (error) {
    await system.close()
    throw error
  }
}

function machineEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}

/** Starts one of our programs without the caller's settings and waits until it listens. */
async function startProgram(file: string, settings: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, file)], {
    env: { ...machineEnvironment(), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endsWithUs(child, 'SIGKILL')
  const lines: string[] = []
  const isUp = () => child.exitCode === null && child.signalCode === null
  const address = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface(stream).on('line', (line) => {
        lines.push(line)
        const found = /listening on (?:http:\/\/)?(127\.0\.0\.1:\d+)/.exec(line)?.[1]
        if (found) resolve(found)
      })
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}:\n${lines.slice(-20).join('\n')}`)))
  })
  return {
    url: `http://${address}`,
    process: child,
    output: () => lines.join('\n'),
    isUp,
    async end(signal: NodeJS.Signals) {
      if (!isUp()) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}

/** Resident memory in whole megabytes; NaN outside Linux. */
export function memoryOf({ process }: Server): number {
  try {
    const status = readFileSync(`/proc/${process.pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
  } catch {
    return Number.NaN
  }
}

/** The bookable dates of the configured season, in order. */
export async function openDates(server: Client): Promise<string[]> {
  const { seasonStart, seasonEnd } = await server.call(getBookingConfig)
  const days = await server.call(getAvailabilityRange, { query: { startDate: seasonStart, endDate: seasonEnd } })
  return Object.entries(days).flatMap(([date, day]) => (day.bookable ? [date] : []))
}
