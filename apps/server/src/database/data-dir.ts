import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '../start-error.ts'

export const isRoot = process.getuid?.() === 0

/** Creates the data folder, readable by its owner only, or says in one line why it cannot be used. */
export function prepareDataDir(dataDir: string): void {
  try {
    if (!existsSync(dataDir)) {
      mkdirSync(dataDir, { recursive: true })
      // The embedded PostgreSQL of root runs as another user, who must be able to pass through.
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
 * Takes the folder of the database for this process and returns how to give it back. The lock is the operating system's (SQLite holds
 * it on an otherwise empty file), so it ends with the process however that ends: nothing is ever stale.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  for (let attempt = 1; ; attempt++) {
    const lock = tryLock(join(folder, 'lock'))
    if (lock) return () => void (lock.isOpen && lock.close())
    // A process that was just killed may take a moment to go.
    if (attempt === 5)
      throw new StartError(
        `DATA_DIR: ${folder} is in use by another running process. Stop it, or set another DATA_DIR; several processes on one database need DATABASE_URL.`,
      )
    await delay(200)
  }
}

/** Whether a running process has this folder. */
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
    throw new StartError(`${file} cannot be locked: ${(error as Error).message}.`)
  }
}

/** The secret kept in this file of the folder, made on the first call, readable by its owner only. */
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

function cannotUse(file: string, error: unknown): StartError {
  return new StartError(
    `${file} cannot be used (${(error as NodeJS.ErrnoException).code}). Was it made by another user?`,
  )
}
