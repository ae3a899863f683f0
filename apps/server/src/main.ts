import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { upgradeDatabase } from './backup/upgrade-database.ts'
import { systemClock } from './clock.ts'
import { type Config, loadEnvironment, readConfig } from './config.ts'
import { prepareDataDir } from './database/data-dir.ts'
import { openDatabase } from './database/open-database.ts'
import { connectFirstRun } from './features/merchant/first-connection.ts'
import { createLogger } from './logger.ts'
import { mountSimulator } from './mounted-simulator.ts'
import { claimPort, explainListening } from './port.ts'
import { webDist } from './site/built-check.ts'
import { keepEarlierFiles } from './site/earlier-files.ts'
import { StartError } from './start-error.ts'
import { describeFirstAdmin, describeKeptPassword, describeUpgrade, say, sayWhereItRuns } from './start-messages.ts'
import { version } from './version.ts'

/** Longer than the longest call to the payments provider, so that draining never cuts one off. */
const drainWithin = 75_000

/** Cleanup functions, run in reverse order. */
const started: (() => Promise<void>)[] = []

/** A signal may arrive while startup is still waiting. */
let ending = false

// A closed terminal must not crash the program in the middle of a payment.
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
      log.fatal({ err: error }, 'unexpected error, exiting')
      process.exit(1)
    })
  stopOnSignal(log)
  log.info({ version }, `starting version ${version}`)
  prepareDataDir(config.dataDir)

  // Starting the database takes about as long as loading the rest of the program, so they run in parallel.
  const [database, { buildApp }] = await Promise.all([
    openDatabase(config, log, (error) => {
      process.stderr.write(`${error.message}\n`)
      void end(1, log)
    }),
    import('./app.ts'),
  ])
  started.push(database.close)
  const { applied, backup } = await upgradeDatabase({ ...config, database, clock: systemClock })
  if (applied.length) log.info({ applied }, `applied ${applied.length} database migrations`)
  if (backup) say(describeUpgrade(backup))

  const { db, pool, url: databaseUrl, ownerUrl } = database
  const earlierFiles = await keepEarlierFiles(join(webDist, 'assets'), config.dataDir, log)
  const app = await buildApp({ config, db, pool, databaseUrl, ownerUrl, clock: systemClock, log, earlierFiles })
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
  const isConnected = (await app.features.merchant.api.findRealm()) !== undefined
  // If a signal has already closed the database, nothing would stop jobs that start now.
  if (ending) return
  app.startJobs()
  sayWhereItRuns(config, isConnected)
  if (adminLine) say(adminLine)
  // Flushed now, because a killed server never does; it cuts the next start by a third.
  flushCompileCache()
}

function stopOnSignal(log: Logger): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(0, log))
}

async function end(code: number, log: Logger): Promise<void> {
  // Ctrl-C arrives twice: from the terminal, and passed on by the parent process.
  if (ending) return
  ending = true
  say('Stopping. Finishing work in flight first.')
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
