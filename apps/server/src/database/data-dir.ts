import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../start-error.ts'

export const isRoot = process.getuid?.() === 0

/** Creates the data folder, readable only by its owner. @throws StartError if it can't be used */
export function prepareDataDir(dataDir: string): void {
  try {
    if (!existsSync(dataDir)) {
      mkdirSync(dataDir, { recursive: true })
      // Under root, the embedded PostgreSQL runs as another user, who must be able to traverse the folder.
      chmodSync(dataDir, isRoot ? 0o711 : 0o700)
    }
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(
      `DATA_DIR ${dataDir} cannot be written to (${code}). Change its owner or set another DATA_DIR.`,
    )
  }
}

/**
 * Locks the database folder for this process and returns the function that unlocks it. SQLite holds an operating system lock on
 * an otherwise empty file, so the lock ends with the process and never goes stale.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  for (let attempt = 1; ; attempt++) {
    const lock = tryLock(join(folder, 'lock'))
    if (lock) return () => void (lock.isOpen && lock.close())
    // A process that was just killed may take a moment to exit.
    if (attempt === 5)
      throw new StartError(
        `DATA_DIR: ${folder} is in use by another running process. Stop it or set another DATA_DIR; to run several processes on one database, set DATABASE_URL.`,
      )
    await delay(200)
  }
}

/** Whether a running process holds the folder's lock. */
export function isInUse(folder: string): boolean {
  if (!existsSync(join(folder, 'lock'))) return false
  const lock = tryLock(join(folder, 'lock'))
  lock?.close()
  return !lock
}

const sqliteBusy = 5

function tryLock(file: string): DatabaseSync | undefined {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file)
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return lock
  } catch (error) {
    lock?.close()
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined
    throw new StartError(`Cannot lock ${file}: ${(error as Error).message}.`)
  }
}

/** Reads a secret from a file in the folder; the first call creates it, readable only by its owner. */
export function keptSecret(dataDir: string, name: string, make: () => string): string {
  const file = join(dataDir, name)
  try {
    writeFileSync(file, make(), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw cannotUse(file, error)
  }
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw cannotUse(file, error)
  }
}

/** Puts a secret in the place of the one in the folder, which is kept beside it as `<name>.replaced`. */
export function replaceSecret(dataDir: string, name: string, secret: string): void {
  const file = join(dataDir, name)
  try {
    writeFileSync(`${file}.new`, secret, { mode: 0o600, flush: true })
    if (existsSync(file)) renameSync(file, `${file}.replaced`)
    renameSync(`${file}.new`, file)
  } catch (error) {
    throw cannotUse(file, error)
  }
}

function cannotUse(file: string, error: unknown): StartError {
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
    return new StartError(`Cannot write ${file}: the disk is full. Make room there, and start again.`)
  return new StartError(
    `Cannot use ${file} (${(error as NodeJS.ErrnoException).code}). Does it belong to another user?`,
  )
}
