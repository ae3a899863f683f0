import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '@arcadia/contract/accounts'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { getBookingConfig } from '@arcadia/contract/configuration'
import { runScript, type ServerProcess, type ServerSettings, startServer } from './processes.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { startTestSimulator, type TestSimulator } from './test-simulator.ts'

/** Server processes on one PostgreSQL, with a simulator that outlives them, as in production. */
export interface Fleet {
  database: TestDatabase
  simulator: TestSimulator
  servers: ServerProcess[]
  dataDir: string
  settings: ServerSettings
  start(): Promise<ServerProcess>
  /** Runs an npm script with the servers' settings. */
  command(name: string, ...words: string[]): ReturnType<typeof runScript>
  close(): Promise<void>
}

export async function startFleet(size: number, more: { smtpUrl?: string; logLevel?: 'trace' } = {}): Promise<Fleet> {
  const database = await createTestDatabase()
  const simulator = await startTestSimulator()
  const dataDir = mkdtempSync(join(tmpdir(), 'arcadia-fleet-'))
  const settings = {
    databaseUrl: database.servingUrl,
    databaseOwnerUrl: database.ownerUrl,
    more: database.settings,
    simulatorUrl: simulator.url,
    encryptionKey: randomBytes(32).toString('hex'),
    dataDir,
    ...more,
  }
  const servers: ServerProcess[] = []
  const fleet: Fleet = {
    database,
    simulator,
    servers,
    dataDir,
    settings,
    async start() {
      const server = await startServer(settings)
      servers.push(server)
      return server
    },
    command: (name, ...words) => runScript(settings, name, ...words),
    async close() {
      await Promise.all(servers.map((server) => server.kill()))
      await simulator.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  await Promise.all(Array.from({ length: size }, fleet.start))
  return fleet
}

/** The first admin's token. */
export async function adminToken(server: ServerProcess): Promise<string> {
  const body = { usernameOrEmail: 'admin', password: 'a long enough password' }
  return (await server.call(login, { body })).token
}

/** The open dates of the season, as the server reports them. */
export async function openDates(server: ServerProcess): Promise<string[]> {
  const { seasonStart, seasonEnd } = await server.call(getBookingConfig)
  const days = await server.call(getAvailabilityRange, { query: { startDate: seasonStart, endDate: seasonEnd } })
  return Object.entries(days).flatMap(([date, day]) => (day.bookable ? [date] : []))
}
