import { flushCompileCache } from 'node:module'
import type { Logger } from 'pino'
import { systemClock } from './clock.ts'
import { type Config, loadEnvironment, readConfig } from './config.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open-database.ts'
import { connectFirstRun } from './features/merchant/first-connection.ts'
import { createLogger } from './logger.ts'
import { mountSimulator } from './mounted-simulator.ts'
import { claimPort, explainListening } from './port.ts'
import { StartError } from './start-error.ts'
import { describeFirstAdmin, describeKeptPassword, say, sayWhereItRuns } from './start-messages.ts'

/** Longer than the longest call to the payments provider, so that draining cuts none of them off. */
const drainWithin = 75_000

/** What has been started, to be stopped in reverse. */
const started: (() => Promise<void>)[] = []

/** A signal may come while the start below still waits for something. */
let ending = false

// The terminal may be gone, and writing to it must not end the program in the middle of a payment.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

try {
  await start(await configure())
} catch (error) {
  const expected = error instanceof StartError
  process.stderr.write(`${expected ? error.message : ((error as Error).stack ?? error)}\n`)
  await stopAll().catch(() => {})
  process.exit(1)
}

async function configure(): Promise<Config> {
  const environment = loadEnvironment()
  const { host, port } = readConfig(environment)
  return readConfig({ ...environment, PORT: String(await claimPort(host, port)) })
}

async function start(config: Config): Promise<void> {
  const log = createLogger(config.logLevel, process.stderr)
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error) => {
      log.fatal({ err: error }, 'unexpected error, the process ends')
      process.exit(1)
    })
  stopOnSignal(log)

  // The database takes as long to start as the rest of the program to load.
  const [database, { buildApp }] = await Promise.all([
    openDatabase(config, log, (error) => {
      process.stderr.write(`${error.message}\n`)
      void end(1, log)
    }),
    import('./app.ts'),
  ])
  started.push(database.close)
  const applied = await migrate(database.owner.pool, database)
  if (applied.length) log.info({ applied }, `applied ${applied.length} database migrations`)

  const { db, url: databaseUrl } = database
  const app = await buildApp({ config, db, databaseUrl, clock: systemClock, log })
  started.push(
    () => app.http.close(),
    () => app.drain(),
  )
  if (config.quickbooks.mountsSimulator) await mountSimulator(app.http, config)
  const { firstAdmin } = await app.prepare(database.owner.db)
  const adminLine = firstAdmin ? describeFirstAdmin(firstAdmin, config.dataDir) : describeKeptPassword(config.dataDir)
  await app.http.listen({ host: config.host, port: config.port }).catch((error) => {
    throw explainListening(error, config.host, config.port)
  })
  if (config.quickbooks.environment === 'simulator')
    await connectFirstRun({ db, clock: systemClock, merchant: app.features.merchant.api }, config.quickbooks).catch(
      (error: Error) => log.warn(`no payments connection yet: ${error.message}`),
    )
  // What a signal has stopped meanwhile is not begun again, without a database and with nobody to stop it.
  if (ending) return
  app.startJobs()
  sayWhereItRuns(config)
  if (adminLine) say(adminLine)
  // Now, because a server that is killed writes nothing down; with it the next one starts in two thirds of the time.
  flushCompileCache()
}

function stopOnSignal(log: Logger): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(0, log))
}

async function end(code: number, log: Logger): Promise<void> {
  // A terminal sends Ctrl-C to the whole group, and the program that started this one passes it on once more.
  if (ending) return
  ending = true
  say('Stopping. Finishing what is in flight first.')
  setTimeout(() => process.exit(1), drainWithin).unref()
  try {
    await stopAll()
    process.exit(code)
  } catch (error) {
    log.error({ err: error }, 'stopping failed')
    process.exit(1)
  }
}

async function stopAll(): Promise<void> {
  for (let stop = started.pop(); stop; stop = started.pop()) await stop()
}
