import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, cp, lchown, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'
import { isRoot } from './data-dir.ts'
import type { DatabaseLog } from './pool.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

/** Who runs the embedded PostgreSQL, where its files are, and where its programs are. */
export interface PostgresHome {
  /** Only set for root: PostgreSQL refuses to run as root. */
  account: { uid: number; gid: number } | undefined
  directory: string
  programs: string
}

const nobody = { uid: 65534, gid: 65534 }

/**
 * An ordinary user runs PostgreSQL itself, in DATA_DIR. Root runs it as nobody (no user is made for it), and where
 * nobody cannot enter, as below a private home, moves what it must to a folder that it can; the same one each time.
 */
export async function choosePostgresHome(
  dataDir: string,
  password: string,
  binaries: PostgresBinaries,
  log?: DatabaseLog,
): Promise<PostgresHome> {
  const directory = join(dataDir, 'postgres')
  const owner = await stat(directory).catch(() => undefined)
  if (!isRoot) {
    if (owner && owner.uid !== process.getuid?.())
      throw new StartError(`${directory} belongs to user id ${owner.uid}. Start as that user, or set another DATA_DIR.`)
    return { account: undefined, directory, programs: join(binaries.folder, 'bin') }
  }
  const account = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody
  return {
    account,
    directory: canEnter(dataDir, account) ? directory : await otherDirectory(dataDir, password, log),
    programs: join(canRun(binaries.folder, account) ? binaries.folder : await copyOf(binaries, log), 'bin'),
  }
}

/** Asked of the system as that user, because only the system knows all its rules. */
function canEnter(folder: string, account: { uid: number; gid: number }): boolean {
  const options = { ...account, cwd: '/', stdio: 'ignore' } as const
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], options).status === 0
}

function canRun(folder: string, account: { uid: number; gid: number }): boolean {
  return ['postgres', 'initdb'].every((name) => {
    const options = { ...account, cwd: '/', stdio: 'ignore' } as const
    return spawnSync(join(folder, 'bin', name), ['--version'], options).status === 0
  })
}

/** Found again by the password that DATA_DIR holds: with another DATA_DIR, or an emptied one, comes another database. */
async function otherDirectory(dataDir: string, password: string, log?: DatabaseLog): Promise<string> {
  const parent = join(await openFolder(), createHash('sha256').update(password).digest('hex').slice(0, 12))
  await mkdir(parent, { recursive: true })
  await chmod(parent, 0o711)
  log?.info(`The database is kept in ${parent}, because its user cannot enter ${dataDir}.`)
  return join(parent, 'postgres')
}

async function copyOf({ folder, version }: PostgresBinaries, log?: DatabaseLog): Promise<string> {
  const copy = join(await openFolder(), `programs-${version}`)
  if (await stat(copy).catch(() => undefined)) return copy
  log?.info(`PostgreSQL's programs are copied to ${copy}, because their user cannot enter ${dirname(folder)}.`)
  const unfinished = `${copy}.${process.pid}`
  await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true })
  for (const entry of await readdir(unfinished, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
  await chmod(unfinished, 0o755)
  await rename(unfinished, copy).catch(async (error: NodeJS.ErrnoException) => {
    // Another process made the copy first, and its copy is the same.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    await rm(unfinished, { recursive: true })
  })
  return copy
}

/** A lasting folder of root's that everybody may pass through. */
async function openFolder(): Promise<string> {
  for (const parent of ['/var/lib', '/var/tmp']) {
    const folder = join(parent, 'arcadia-postgres')
    try {
      await mkdir(folder, { recursive: true })
      // In a shared parent somebody else might have made it, to put programs of theirs there.
      if ((await stat(folder)).uid !== 0) continue
      await chmod(folder, 0o711)
      if (canEnter(folder, nobody)) return folder
    } catch {}
  }
  throw new StartError(
    'No folder for the embedded PostgreSQL can be found. Start as an ordinary user or set DATABASE_URL.',
  )
}

/** Hands a file, or a folder and all in it, to the account, also after root restored it from a backup. */
export async function handOver(path: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  await lchown(path, uid, gid)
  if (!(await stat(path)).isDirectory()) return
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
    await lchown(join(entry.parentPath, entry.name), uid, gid)
}
