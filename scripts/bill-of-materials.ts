import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noticesOf, thirdPartyAt } from '../apps/web/third-party.ts'
import { root } from './build-if-stale.ts'
import { npm } from './run-quietly.mjs'

export interface Platform {
  os: string
  cpu: string
  libc: string
}

interface Locked extends Partial<Record<keyof Platform, string[]>> {
  version?: string
  dev?: boolean
  /** Of a workspace's link: its folder. */
  resolved?: string
  workspaces?: string[]
  devDependencies?: Record<string, string>
}

interface Lock {
  version: string
  packages: Record<string, Locked>
}

interface Materials {
  /** When the release was committed. */
  at: Date
  /** Only what runs there; all platforms without it. */
  platform?: Platform
  /** Folders with a `node_modules`, to read the licenses from. */
  installedIn: string[]
}

const PROGRAMS = ['apps/server', 'apps/provider-simulator', 'apps/web', 'packages/contract']
const TESTS = ['e2e', 'benchmarks', 'prove']

/** What a release contains of others, without what only builds and tests it: a CycloneDX document by npm, and the notices. */
export function billOfMaterials({ at, platform, installedIn }: Materials): { bom: string; notices: string } {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const fits = (locked: Locked) =>
    !platform || (['os', 'cpu', 'libc'] as const).every((key) => locked[key]?.includes(platform[key]) ?? true)
  const running = Object.entries(lock.packages).filter(
    ([path, locked]) => !locked.dev && !TESTS.includes(locked.resolved ?? path) && fits(locked),
  )
  const bom = listByNpm({ ...lock, packages: Object.fromEntries(running) })
  // The same commit gives the same file.
  bom.serialNumber = undefined
  bom.metadata.timestamp = at.toISOString()
  const folders = running
    .filter(([path, { version }]) => path.includes('node_modules/') && version)
    .flatMap(([path]) => installedIn.map((folder) => join(folder, path)).find((folder) => existsSync(folder)) ?? [])
  const inPostgres = readFileSync(join(root, 'scripts/notices-of-postgresql.txt'), 'utf8')
  return {
    bom: `${JSON.stringify(bom, null, 2)}\n`,
    notices: `${noticesOf(folders.map(thirdPartyAt))}\n${'-'.repeat(80)}\n\n${inPostgres}`,
  }
}

/** npm lists manifests and a lock file that name only what runs, because it refuses what the tests' packages ask for. */
function listByNpm(lock: Lock): { serialNumber?: string | undefined; metadata: { timestamp: string } } {
  const folder = join(root, '.cache/manifests')
  rmSync(folder, { recursive: true, force: true })
  const packages = { ...lock.packages }
  for (const path of ['', ...PROGRAMS]) {
    const { devDependencies: _, ...locked } = packages[path]!
    const { devDependencies: __, ...manifest } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
    // It lists no package without a version.
    const own = { version: lock.version, ...(path === '' && { workspaces: PROGRAMS }) }
    packages[path] = { ...locked, ...own }
    mkdirSync(join(folder, path), { recursive: true })
    writeFileSync(join(folder, path, 'package.json'), JSON.stringify({ ...manifest, ...own }))
  }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }))
  const [program, args] = npm('sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only')
  return JSON.parse(execFileSync(program, args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }))
}
