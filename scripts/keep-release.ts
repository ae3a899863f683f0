import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { RELEASE_KEY, releases } from '../apps/server/src/testing/releases.ts'
import { version } from '../apps/server/src/version.ts'
import { root } from './build-if-stale.ts'
import { npm } from './run-quietly.mjs'

// `npm run keep-release`: keeps what every later version has to upgrade, before a release is tagged (docs/releasing.md). What
// was kept of a version from before 1.0.0 is replaced; from then on it never changes.

const migrations = join(root, 'apps/server/migrations')
const kept = readdirSync(releases)
const isFinal = (name: string) => Number.parseInt(name, 10) > 0

if (isFinal(version) && kept.includes(`${version}.sql.gz`)) {
  console.error(`keep-release: ${version} is kept already, and a release never changes.`)
  process.exitCode = 1
} else {
  if (kept.some(isFinal)) refuseChanges()
  else for (const name of kept) rmSync(join(releases, name))
  keepMigrations()
  keepDatabase()
}

function digests(): Map<string, string> {
  const names = readdirSync(migrations).filter((name) => name.endsWith('.sql'))
  const digest = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(migrations, name)))
      .digest('hex')
  return new Map(names.sort().map((name) => [name, digest(name)]))
}

function refuseChanges(): void {
  const now = digests()
  for (const line of readFileSync(join(migrations, 'released.txt'), 'utf8').trim().split('\n')) {
    const [digest, name = ''] = line.split('  ')
    if (now.get(name) !== digest)
      throw new Error(`keep-release: ${name} was released and has changed. Add a new migration instead.`)
  }
}

function keepMigrations(): void {
  const lines = [...digests()].map(([name, digest]) => `${digest}  ${name}\n`)
  writeFileSync(join(migrations, 'released.txt'), lines.join(''))
  const functions = join(migrations, 'functions')
  const texts = readdirSync(functions)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => readFileSync(join(functions, name), 'utf8'))
  writeFileSync(join(releases, `${version}.functions.gz`), gzipSync(texts.join('\n'), { level: 9 }))
}

function keepDatabase(): void {
  const dataDir = mkdtempSync(join(tmpdir(), 'keep-release-'))
  const file = join(dataDir, 'demo.sql.gz')
  const env = { ...process.env, DATA_DIR: dataDir, ENCRYPTION_KEY: RELEASE_KEY }
  for (const command of [['seed'], ['backup', file]]) {
    const [program, args] = npm('run', '--silent', ...command)
    execFileSync(program, args, { cwd: root, env, stdio: 'inherit' })
  }
  writeFileSync(join(releases, `${version}.sql.gz`), gzipSync(gunzipSync(readFileSync(file)), { level: 9 }))
  rmSync(dataDir, { recursive: true })
}
