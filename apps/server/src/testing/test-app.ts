import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@arcadia/contract/endpoint'
import { type WireClient, wireClient } from '@arcadia/contract/testing/wire-client'
import { type Logger, pino } from 'pino'
import { type App, buildApp } from '../app.ts'
import type { Clock } from '../clock.ts'
import { type Config, readConfig } from '../config.ts'
import { kyselyOn } from '../database/open-database.ts'
import { createPool } from '../database/pool.ts'
import { insertUser } from '../features/accounts/accounts.writes.ts'
import { connectFirstRun } from '../features/merchant/first-connection.ts'
import { hashToken, keepAnswer } from '../http/sessions.ts'
import { cheapHash } from './cheap-hash.ts'
import { refuseUndocumented } from './documented.ts'
import { expectLogInWords } from './read-log.ts'
import { expectHoursNamed, expectNothingInvented, expectOneLayout } from './read-mail.ts'
import { type TestClock, testClock } from './test-clock.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { REDIRECT_URI, startTestSimulator, type TestSimulator } from './test-simulator.ts'

/** A Monday in spring, before the season of the seeded configuration. */
const TEST_NOW = '2027-04-05T14:00:00Z'
const ADMIN_PASSWORD = 'a long enough password'

interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the contract doesn't know its type
  body: any
  headers: Record<string, unknown>
}

interface Sender {
  token?: string | undefined
  ip?: string
  headers?: Record<string, string>
}

type Request = (method: Endpoint['method'], path: string, options?: Sender & { body?: unknown }) => Promise<Reply>

export interface TestApp extends WireClient<Sender> {
  app: App
  database: TestDatabase
  simulator: TestSimulator
  clock: TestClock
  dataDir: string
  /** Sends a raw request: malformed on purpose, or to a path outside the contract. */
  request: Request
  close(): Promise<void>
}

/** The real app with its own database, the simulator and a test clock. Jobs run only when a test calls them. */
export async function startTestApp(
  options: {
    settings?: Record<string, string>
    now?: string
    patience?: { answerWithinMs: number; callMs: number }
    isPushService?: (address: URL) => boolean
    linkTarget?: (link: URL) => Promise<string | null>
    lookUpTxt?: (name: string) => Promise<string[][]>
    log?: Logger
    /** In place of an empty one: a database that has its first admin and belongs to the ENCRYPTION_KEY of the settings. */
    database?: TestDatabase
    /** Backups are made by its jobs. */
    makesBackups?: boolean
  } = {},
): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase())
  const simulator = await startTestSimulator()
  const dataDir = mkdtempSync(join(tmpdir(), 'arcadia-data-'))
  const clock = testClock(options.now ?? TEST_NOW)
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database.servingUrl,
    ...database.settings,
    ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    QUICKBOOKS_SIMULATOR_URL: simulator.url,
    ADMIN_PASSWORD,
    BUSINESS_PHONE: '(863) 555-0142',
    ...options.settings,
  })
  const databaseUrl = database.directUrl
  const pool = createPool(database.servingUrl, undefined, databaseUrl !== database.servingUrl)
  const db = kyselyOn(pool)
  const log = options.log ?? pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })
  const patience = options.patience ?? { answerWithinMs: 9000, callMs: 10_000 }
  const app = await buildApp({
    config,
    db,
    pool,
    databaseUrl,
    ownerUrl: options.makesBackups ? database.ownerUrl : undefined,
    clock,
    log,
    patience,
    isPushService: options.isPushService,
    linkTarget: options.linkTarget,
    lookUpTxt: options.lookUpTxt,
  })
  if (!options.database) await addFirstAdmin(database, clock, config)
  await app.prepare(database.db)
  if (config.quickbooks.environment === 'simulator') await connect(app, database, clock, simulator.url)
  await app.http.ready()

  const request: Request = async (method, path, { token, body, ip, headers } = {}) => {
    const response = await app.http.inject({
      method,
      url: path,
      ...(ip && { remoteAddress: ip }),
      headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { payload: body as object }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    const answered = isJson && response.body ? response.json() : response.body
    refuseUndocumented(method, path, { status: response.statusCode, body: answered })
    return { status: response.statusCode, body: answered, headers: response.headers }
  }

  /** Like the portal, answers who it is and sends the call again. `request` doesn't, for tests of the question itself. */
  const insist: Request = async (method, path, options = {}) => {
    const reply = await request(method, path, options)
    if (!options.token || reply.body?.error !== 'confirm-it-is-you') return reply
    await keepAnswer(database.db, clock.now(), hashToken(options.token))
    return request(method, path, options)
  }

  return {
    ...wireClient<Sender>(insist),
    app,
    database,
    simulator,
    clock,
    dataDir,
    request,
    async close() {
      const said = await Promise.allSettled([
        expectLogInWords(database.db),
        expectHoursNamed(request)
          .then(() => expectOneLayout(request))
          .then(() => expectNothingInvented({ request, app, database })),
      ])
      await app.drain()
      await app.http.close()
      await simulator.close()
      await db.destroy()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
      for (const outcome of said) if (outcome.status === 'rejected') throw outcome.reason
    },
  }
}

/** Creates the first admin as a first start would, but with a cheap password hash. */
async function addFirstAdmin({ db }: TestDatabase, clock: Clock, { firstAdmin }: Config): Promise<void> {
  const now = clock.now()
  const { username, email } = firstAdmin
  const account = { username, email, password_hash: await cheapHash(ADMIN_PASSWORD) }
  const nobody = { first_name: null, last_name: null, phone_number: null }
  await insertUser(db, now, { ...account, ...nobody, role: 'ADMIN', position: 'OWNER', email_confirmed_at: now })
}

function connect(app: App, { db }: TestDatabase, clock: Clock, simulatorUrl: string): Promise<void> {
  return connectFirstRun(
    { db, clock, merchant: app.features.merchant.api },
    { simulatorUrl, clientId: 'simulator-client', redirectUri: REDIRECT_URI },
  )
}

/** The rows of a list, paged or not. */
export function rowsOf<Row>(list: Row[] | { content: Row[] }): Row[] {
  return Array.isArray(list) ? list : list.content
}

/** Waits until `check` returns something truthy; tests never sleep. */
export async function eventually<T>(check: () => Promise<T | undefined | false | null>, withinMs = 60_000): Promise<T> {
  const deadline = Date.now() + withinMs
  for (let pause = 20; ; pause = Math.min(pause * 1.4, 250)) {
    const result = await check()
    if (result) return result
    if (Date.now() > deadline) throw new Error(`timed out after ${withinMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
