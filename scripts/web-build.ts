import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { npm, runQuietly } from './run-quietly.mjs'

export const root = join(import.meta.dirname, '..')
const dist = join(root, 'apps/web/dist')
const stamp = join(dist, '.built-from')

/** Builds the site unless the one in apps/web/dist was built from just these files. False when that failed. */
export async function buildWebIfStale(): Promise<boolean> {
  if (isFresh()) return true
  return withLock(
    join(root, '.cache/web-build.lock'),
    async () => {
      if (isFresh()) return true
      const inputs = hashInputs()
      rmSync(stamp, { force: true })
      const built = await runQuietly('Building the site', ...npm('run', 'build', '--workspace=@arcadia/web'), {
        cwd: root,
      })
      if (built) writeFileSync(stamp, inputs)
      return built
    },
    () => console.log('Waiting for another build of the site …'),
  )
}

function isFresh(): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashInputs()
}

function hashInputs(): string {
  const hash = createHash('sha256')
  const paths = ['package-lock.json', ...filesBelow('apps/web'), ...filesBelow('packages/contract')]
  for (const path of paths)
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  // Settings that are built into the site.
  for (const name of Object.keys(process.env)
    .filter((key) => key.startsWith('VITE_'))
    .sort())
    hash.update(`${name}=${process.env[name]}\0`)
  return hash.digest('hex')
}

const notInputs = /^(apps\/web\/dist|.*\/node_modules)$|\.test\.tsx?$/

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder))
    .sort()
    .map((name) => `${folder}/${name}`)
    .filter((path) => !notInputs.test(path))
    .flatMap((path) => (statSync(join(root, path)).isDirectory() ? filesBelow(path) : [path]))
}
