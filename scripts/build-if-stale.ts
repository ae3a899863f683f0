import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { runQuietly } from './run-quietly.mjs'

export const root = join(import.meta.dirname, '..')

interface Build {
  /** Completes 'Building the …'. */
  name: string
  /** Output folder. */
  dist: string
  command: [program: string, args: string[]]
  /** Input files and folders. */
  from: readonly string[]
}

/** Builds unless the output was built from exactly these inputs. Returns false if the build failed. */
export async function buildIfStale({ name, dist, command, from }: Build): Promise<boolean> {
  const stamp = join(root, dist, '.built-from')
  // A ready archive brings what was built, without what builds.
  if (!existsSync(join(root, 'node_modules/.bin/vite'))) return true
  const isFresh = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(from)
  if (isFresh()) return true
  return withLock(
    join(root, `.cache/build-of-${name}.lock`),
    async () => {
      if (isFresh()) return true
      const inputs = hashOf(from)
      rmSync(stamp, { force: true })
      const built = await runQuietly(`Building the ${name}`, ...command, { cwd: root })
      if (built) writeFileSync(stamp, inputs)
      return built
    },
    () => console.log(`Waiting for another build of the ${name} …`),
  )
}

function hashOf(from: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of ['package-lock.json', ...from].flatMap(filesOf))
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  // Settings compiled into the build.
  for (const name of Object.keys(process.env)
    .filter((key) => key.startsWith('VITE_'))
    .sort())
    hash.update(`${name}=${process.env[name]}\0`)
  return hash.digest('hex')
}

const notInputs = /\/(dist|node_modules|testing)$|\.test\.tsx?$/

function filesOf(path: string): string[] {
  if (notInputs.test(path)) return []
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesOf(`${path}/${name}`))
}
