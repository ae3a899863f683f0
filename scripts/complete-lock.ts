// Some registries lack packages for other platforms. npm then leaves them out of the lock file, and `npm ci` rejects it
// everywhere. Run this after `npm install`: `node scripts/complete-lock.ts`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockedPackage {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

export interface LockFile {
  packages: Record<string, LockedPackage>
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32', 'aix']
const processors = ['arm64', 'arm', 'ia32', 'x64', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32']

/** Optional dependencies missing from the lock file, with what their names tell. */
export function missingOptionalPackages({ packages }: LockFile): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {}
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages))
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const isKnown = `${path}/node_modules/${name}` in packages || `node_modules/${name}` in packages
      // Resolving a range or an alias would need the registry.
      if (isKnown || !/^\d+\.\d+\.\d+$/.test(version)) continue
      missing[`node_modules/${name}`] = { version, ...machineOf(name), ...(dev && { dev }), optional: true }
    }
  return missing
}

/** Parses names like @biomejs/cli-linux-x64-musl. */
function machineOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[/-]/)
  const os = words.filter((word) => systems.includes(word))
  const cpu = words.filter((word) => processors.includes(word))
  const isMusl = words.some((word) => word.startsWith('musl'))
  return {
    ...(cpu.length && { cpu }),
    ...(os.length && { os }),
    ...(os.includes('linux') && { libc: [isMusl ? 'musl' : 'glibc'] }),
  }
}

if (import.meta.main) {
  const file = join(import.meta.dirname, '../package-lock.json')
  const lock = JSON.parse(readFileSync(file, 'utf8')) as LockFile
  const missing = missingOptionalPackages(lock)
  const all = Object.entries({ ...lock.packages, ...missing })
  lock.packages = Object.fromEntries(all.sort(([a], [b]) => a.localeCompare(b, 'en')))
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`Added to the lock file: ${Object.keys(missing).join(', ') || 'nothing'}.`)
}
