import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { freeMegabytes, MIN_FREE_MB } from '../checks/disk-check.ts'
import { StartError } from '../start-error.ts'
import { isInUse, keptSecret, lockFolder, prepareDataDir } from './data-dir.ts'
import { OWNER_ROLE, prepareRoles, SERVING_ROLE } from './embedded-roles.ts'
import type { DatabaseLog } from './pool.ts'
import { choosePostgresHome, handOver, type PostgresHome } from './postgres-account.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { cleanEnvironment, startPostmaster } from './postmaster.ts'
import { stopLeftover } from './postmaster-leftover.ts'

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>

interface Options {
  dataDir: string
  log?: DatabaseLog | undefined
  /** Called when a crashed server cannot be restarted. */
  onLost?: ((error: Error) => void) | undefined
  /** Extra server settings; tests trade durability for speed. */
  settings?: Record<string, string>
}

/** Made with the database, in DATA_DIR. */
export const PASSWORD_FILE = 'postgres-password'

/** The cluster's superuser: creates the two roles and hands out access to commands, never serves. */
const user = 'arcadia'
const database = 'arcadia'

/** What a start writes at most before it can say anything: a segment of the WAL, and what a crash left to be replayed. */
const NEEDED_MB = 64

/**
 * Starts the PostgreSQL installed by npm for this process alone, with its files in `dataDir`.
 * @throws StartError that says so if the disk is full
 */
export function startEmbeddedPostgres(options: Options) {
  return start(options).catch(async (error: Error) => {
    const free = await freeMegabytes(options.dataDir).catch(() => NEEDED_MB)
    if (free >= NEEDED_MB) throw error
    throw new StartError(
      `DATA_DIR: the disk of ${options.dataDir} is full, only ${free} MB are free, so the database can't start. Make room there, at least ${MIN_FREE_MB} MB, and start again. (${error.message})`,
    )
  })
}

async function start({ dataDir, log, onLost, settings = {} }: Options) {
  prepareDataDir(dataDir)
  const locks = [await lockFolder(dataDir)]
  const unlock = () => {
    for (const release of locks) release()
  }
  try {
    const password = keptSecret(dataDir, PASSWORD_FILE, () => randomBytes(24).toString('base64url'))
    const binaries = await findPostgresBinaries()
    const home = await choosePostgresHome(dataDir, password, binaries, log)
    // A database outside DATA_DIR is shared with any copy of that DATA_DIR, so its folder is locked too.
    if (dirname(home.directory) !== resolve(dataDir)) locks.push(await lockFolder(dirname(home.directory)))
    if (await isEmpty(home.directory)) await createCluster(home, password, log)
    else await reuseCluster(home, binaries.version)

    const connection = { host: '127.0.0.1', user, password, connectionTimeoutMillis: 5000 }
    const postmaster = await startPostmaster({ home, settings, log, onLost, connection })
    const passwords = await prepareRoles({ ...connection, port: postmaster.port }, database)
    const urlOf = (role: string, secret: string) =>
      `postgres://${role}:${secret}@127.0.0.1:${postmaster.port}/${database}`
    return {
      /**
       * One URL per role: the one that serves, the one that owns and migrates, and the superuser.
       */
      url: urlOf(SERVING_ROLE, passwords.serving),
      ownerUrl: urlOf(OWNER_ROLE, passwords.owner),
      superuserUrl: urlOf(user, password),
      /** Its files: DATA_DIR/postgres, except under root with a private DATA_DIR. */
      directory: home.directory,
      close: async (): Promise<void> => {
        await postmaster.stop()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * The database of the server running on `dataDir`, for a command next to it; undefined if none is running. Only that server knows
 * the roles' passwords, so the command connects as the superuser and switches role.
 */
export async function joinEmbeddedPostgres(dataDir: string) {
  if (!isInUse(dataDir)) return undefined
  const password = keptSecret(dataDir, PASSWORD_FILE, () => '')
  const home = await choosePostgresHome(dataDir, password, await findPostgresBinaries())
  const port = (await readFile(join(home.directory, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[3]
  if (!port) throw new StartError(`DATA_DIR: the server on ${dataDir} is starting or stopping. Try again in a moment.`)
  const urlOf = (role: string) =>
    `postgres://${user}:${password}@127.0.0.1:${port}/${database}?options=${encodeURIComponent(`-c TimeZone=UTC -c role=${role}`)}`
  return { url: urlOf(SERVING_ROLE), ownerUrl: urlOf(OWNER_ROLE), close: async (): Promise<void> => {} }
}

async function isEmpty(directory: string): Promise<boolean> {
  return !(await stat(join(directory, 'PG_VERSION')).catch(() => undefined))
}

/**
 * Creates the files in a temporary folder and moves it into place when complete, so a kill leaves nothing half done.
 */
async function createCluster(home: PostgresHome, password: string, log?: DatabaseLog): Promise<void> {
  log?.info('Creating the database files.')
  const unfinished = `${home.directory}.new`
  const passwordFile = `${home.directory}.new-password`
  try {
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { mode: 0o700 })
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (home.account) for (const path of [unfinished, passwordFile]) await handOver(path, home.account)
    await initdb(home, ['-D', unfinished, `--pwfile=${passwordFile}`])
    await rename(unfinished, home.directory)
  } finally {
    await rm(passwordFile, { force: true })
  }
}

async function initdb({ account, programs }: PostgresHome, where: string[]): Promise<void> {
  const how = [
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  const options = { ...account, cwd: '/', env: cleanEnvironment() }
  await promisify(execFile)(join(programs, 'initdb'), [`--username=${user}`, ...how, ...where], options).catch(
    (error: { stderr?: string; message: string }) => {
      const reason = /error: (.*)/.exec(error.stderr ?? '')?.[1] ?? error.message
      throw new StartError(`Cannot create the database files: ${reason}`)
    },
  )
}

async function reuseCluster(home: PostgresHome, version: string): Promise<void> {
  const theirs = (await readFile(join(home.directory, 'PG_VERSION'), 'utf8')).trim()
  const ours = version.split('.')[0]
  if (theirs !== ours)
    throw new StartError(
      `${home.directory} was written by PostgreSQL ${theirs}; this version uses ${ours}. See docs/operations.md for how to move the data.`,
    )
  await stopLeftover(home.directory)
  if (home.account) {
    if ((await stat(home.directory)).uid !== home.account.uid) await handOver(home.directory, home.account)
    await chmod(home.directory, 0o700)
  }
}
