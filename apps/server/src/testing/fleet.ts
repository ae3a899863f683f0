import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startServer, startSimulator } from './processes.ts'
import type { Reply } from './test-app.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** Server processes on one PostgreSQL, and the simulator in a process of its own: what runs in real life. */
export interface Fleet {
  database: TestDatabase
  simulator: Awaited<ReturnType<typeof startSimulator>>
  servers: ServerProcess[]
  dataDir: string
  start(): Promise<ServerProcess>
  close(): Promise<void>
}

export async function startFleet(size: number, more: { smtpUrl?: string } = {}): Promise<Fleet> {
  const database = await createTestDatabase()
  const simulator = await startSimulator()
  const dataDir = mkdtempSync(join(tmpdir(), 'arcadia-fleet-'))
  const settings = {
    databaseUrl: database.url,
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
    async start() {
      const server = await startServer(settings)
      servers.push(server)
      return server
    },
    async close() {
      await Promise.all(servers.map((server) => server.kill()))
      await simulator.stop()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  await Promise.all(Array.from({ length: size }, fleet.start))
  return fleet
}

/** One request over the network. A cut connection answers status 0: nothing is known. */
export async function request(
  server: { url: string },
  method: string,
  path: string,
  token?: string,
  body?: unknown,
): Promise<Reply> {
  try {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : undefined, headers: {} }
  } catch {
    return { status: 0, body: undefined, headers: {} }
  }
}

/** The first admin's token. */
export async function adminToken(server: { url: string }): Promise<string> {
  const credentials = { usernameOrEmail: 'admin', password: 'a long enough password' }
  return (await request(server, 'POST', '/api/auth/login', undefined, credentials)).body.token
}

/** The first open date of the season the server is in, by its own word. */
export async function openDates(server: { url: string }): Promise<string[]> {
  const config = (await request(server, 'GET', '/api/bookings/config')).body
  const range = await request(
    server,
    'GET',
    `/api/bookings/availability/range?startDate=${config.seasonStart}&endDate=${config.seasonEnd}`,
  )
  return Object.entries<{ bookable: boolean }>(range.body).flatMap(([date, day]) => (day.bookable ? [date] : []))
}
