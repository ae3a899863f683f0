// Runs before anything is installed: no dependencies, on Node 20 and up. Installs what is missing, then hands over to the
// project's own Node 24: `node scripts/bootstrap.mjs scripts/start.ts`.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { withLock } from './lock.mjs'
import { npm, runQuietly } from './run-quietly.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules/.bin')
const ownNode = join(bin, 'node')

// Child processes share Node's cache of compiled and type-stripped code.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache/compiled')
module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE)

const [script, ...args] = process.argv.slice(2)
if (!script) fail('Usage: node scripts/bootstrap.mjs <script> [arguments]')

if (!isInstalled()) {
  const wait = () => console.log('Waiting for another install …')
  const isDone = await withLock(join(root, '.cache/install.lock'), install, wait)
  if (!isDone)
    fail(
      'Could not install the dependencies. This needs Node 20 or newer, npm, access to its registry and 1 GB of memory.',
    )
}
await handOver(resolve(root, script))

/** Whether node_modules matches the lock file; npm records what it installed once it is done. */
function isInstalled() {
  try {
    const wanted = packages('package-lock.json')
    const installed = packages('node_modules/.package-lock.json')
    return (
      existsSync(ownNode) &&
      Object.entries(wanted).every(
        ([path, { version, optional }]) =>
          // Optional packages for other platforms are not installed; a workspace is a link without a version.
          !path.startsWith('node_modules/') || (optional && !installed[path]) || installed[path]?.version === version,
      )
    )
  } catch {
    return false
  }
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packages(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
}

async function install() {
  // The install we waited for may have done it.
  if (isInstalled()) return true
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier']
  const [program, ci] = npm('ci', '--include=dev', ...quiet)
  const isDone = await runQuietly('Installing dependencies (a minute or so)', program, ci, { cwd: root })
  return isDone && (existsSync(ownNode) || installOwnNode())
}

/** Fetches the Node program when npm skips install scripts and leaves the `node` package without it. */
async function installOwnNode() {
  const cwd = join(root, 'node_modules/node')
  const isThere = await runQuietly('Installing Node 24', process.execPath, ['installArchSpecificPackage.js'], { cwd })
  // npm links programs during the install, before this one existed.
  if (isThere && !existsSync(ownNode)) symlinkSync('../node/bin/node', ownNode)
  return isThere
}

/** @param {string} path */
async function handOver(path) {
  process.env.PATH = `${bin}${delimiter}${process.env.PATH}`
  if (Number.parseInt(process.versions.node, 10) >= 24) {
    process.argv = [process.argv[0] ?? 'node', path, ...args]
    await import(pathToFileURL(path).href)
    return
  }
  const child = spawn(ownNode, [path, ...args], { stdio: 'inherit' })
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`Could not run ${ownNode}: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)))
}

/** @param {string} line @returns {never} */
function fail(line) {
  console.error(line)
  process.exit(1)
}
