import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
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
import { type Client, clientOf, type Heard } from './client.ts'
import { type Database, OWNER, type Postgres, SERVING, startPostgres } from './postgres.ts'
import { type Provider, providerAt } from './provider.ts'

const root = join(import.meta.dirname, '../..')
const REDIRECT_URI = 'http://localhost:3000/quickbooks/callback'
const PASSWORD = 'a long enough password'

/** The product as it runs: server processes on one PostgreSQL, and the provider in a process of its own. */
export interface System {
  postgres: Postgres
  /** As the superuser, who sees all and may take a guard away. */
  pool: pg.Pool
  provider: Provider
  servers: Server[]
  /** One more process; it is among `servers` from then on. */
  startServer(settings?: Record<string, string>): Promise<Server>
  /** `npm run` of a command, with the servers' settings. Fails when it does. */
  command(name: 'backup' | 'restore', ...args: string[]): Promise<void>
  /** The owner's token. */
  owner(): Promise<string>
  close(): Promise<void>
}

export interface Server extends Client {
  url: string
  process: ChildProcess
  /** All it printed. */
  output(): string
  /** Whether it runs: until it is killed, or ends by itself. */
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
    /** PostgreSQL's own settings. */
    database?: Record<string, string>
    /** Where PostgreSQL's files are. */
    disk?: string
  } = {},
): Promise<System> {
  const postgres = await startPostgres(database, disk)
  return { ...(await startSystemOn(postgres, size, options)), postgres }
}

/** The same on another database, which it closes too. */
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
    ADMIN_PASSWORD: PASSWORD,
    // Everybody comes from one address here.
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
    // By a name a server listens on two addresses, and the port that is free on one may be in use on the other.
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
        env: { ...ofThisMachine(), ...environment },
      })
    },
    owner: async () => {
      const server = servers.find(({ isUp }) => isUp())!
      return (await server.call(login, { body: { usernameOrEmail: 'admin', password: PASSWORD } })).token
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
    // The first migrates, and the others find it done.
    for (let made = 0; made < size; made++) await system.startServer()
    return system
  } catch (error) {
    await system.close()
    throw error
  }
}

function ofThisMachine(): Record<string, string> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}

/** A program of ours with nothing of the caller's own settings; it says where it listens. */
async function startProgram(file: string, settings: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, file)], {
    env: { ...ofThisMachine(), ...settings },
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

/** The dates that can be booked, in order, of the season the server is in by its own word. */
export async function openDates(server: Client): Promise<string[]> {
  const { seasonStart, seasonEnd } = await server.call(getBookingConfig)
  const days = await server.call(getAvailabilityRange, { query: { startDate: seasonStart, endDate: seasonEnd } })
  return Object.entries(days).flatMap(([date, day]) => (day.bookable ? [date] : []))
}
