import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, cp, lchown, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'
import { isRoot } from './data-dir.ts'
import type { DatabaseLog } from './pool.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'

/** The user, data directory and programs of the embedded PostgreSQL. */
export interface PostgresHome {
  /** Set only under root: PostgreSQL refuses to run as root. */
  account: { uid: number; gid: number } | undefined
  directory: string
  programs: string
}

const nobody = { uid: 65534, gid: 65534 }

/**
 * An ordinary user runs PostgreSQL as itself, in DATA_DIR. Root runs it as the user nobody, and if that user can't enter
 * the data or program folder, as in a private home, uses a folder that it can enter; the same one each time.
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

/** Tries it as that user, because only the operating system knows all its access rules. */
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

/** Named after the password in DATA_DIR, so another or emptied DATA_DIR gets another database. */
async function otherDirectory(dataDir: string, password: string, log?: DatabaseLog): Promise<string> {
  const parent = join(await openFolder(), createHash('sha256').update(password).digest('hex').slice(0, 12))
  await mkdir(parent, { recursive: true })
  await chmod(parent, 0o711)
  log?.info(`The database is in ${parent}, because its user cannot enter ${dataDir}.`)
  return join(parent, 'postgres')
}

async function copyOf({ folder, version }: PostgresBinaries, log?: DatabaseLog): Promise<string> {
  const copy = join(await openFolder(), `programs-${version}`)
  if (await stat(copy).catch(() => undefined)) return copy
  log?.info(`Copying PostgreSQL's programs to ${copy}, because their user cannot enter ${dirname(folder)}.`)
  const unfinished = `${copy}.${process.pid}`
  await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true })
  for (const entry of await readdir(unfinished, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
  await chmod(unfinished, 0o755)
  await rename(unfinished, copy).catch(async (error: NodeJS.ErrnoException) => {
    // Another process made the same copy first.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    await rm(unfinished, { recursive: true })
  })
  return copy
}

/** A persistent folder, owned by root, that every user can traverse. */
async function openFolder(): Promise<string> {
  for (const parent of ['/var/lib', '/var/tmp']) {
    const folder = join(parent, 'arcadia-postgres')
    try {
      await mkdir(folder, { recursive: true })
      // In a shared parent folder another user could have created it to plant programs.
      if ((await stat(folder)).uid !== 0) continue
      await chmod(folder, 0o711)
      if (canEnter(folder, nobody)) return folder
    } catch {}
  }
  throw new StartError('Found no folder for the embedded PostgreSQL. Start as an ordinary user or set DATABASE_URL.')
}

/** Changes the owner of a file, or of a folder with its contents, also after root restored it from a backup. */
export async function handOver(path: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  await lchown(path, uid, gid)
  if (!(await stat(path)).isDirectory()) return
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true }))
    await lchown(join(entry.parentPath, entry.name), uid, gid)
}
