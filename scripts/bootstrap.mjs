// What runs before anything is installed: without dependencies, on the oldest Node that still gets this far (20).
// Installs what is missing, then hands over to the project's own Node 24: `node scripts/bootstrap.mjs scripts/start.ts`.
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

// Whatever is started from here uses again what Node compiled, and stripped of types, for the one before.
process.env.NODE_COMPILE_CACHE ??= join(root, '.cache/compiled')
module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE)

const [script, ...args] = process.argv.slice(2)
if (!script) fail('Usage: node scripts/bootstrap.mjs <script> [arguments]')

if (!isInstalled()) {
  const wait = () => console.log('Waiting for another install …')
  const isDone = await withLock(join(root, '.cache/install.lock'), install, wait)
  if (!isDone) fail('The dependencies could not be installed. Node 20 or newer, npm and its registry are needed.')
}
await handOver(resolve(root, script))

/** Whether node_modules is what the lock file says; npm writes down what it installed when it is through. */
function isInstalled() {
  try {
    const wanted = packages('package-lock.json')
    const installed = packages('node_modules/.package-lock.json')
    return (
      existsSync(ownNode) &&
      Object.entries(wanted).every(
        ([path, { version, optional }]) =>
          // Those of other machines are not installed on this one; a workspace is a link without a version.
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
  // The one that was waited for may have done it.
  if (isInstalled()) return true
  const quiet = ['--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier']
  const [program, ci] = npm('ci', '--include=dev', ...quiet)
  const isDone = await runQuietly('Installing dependencies (a minute or so)', program, ci, { cwd: root })
  return isDone && (existsSync(ownNode) || installOwnNode())
}

/** Where npm runs no install scripts, the package `node` is there without the program that it would have fetched. */
async function installOwnNode() {
  const cwd = join(root, 'node_modules/node')
  const isThere = await runQuietly('Installing Node 24', process.execPath, ['installArchSpecificPackage.js'], { cwd })
  // npm links programs while it installs, and this one was not there then.
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
  child.on('error', (error) => fail(`${ownNode} cannot be run: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)))
}

/** @param {string} line @returns {never} */
function fail(line) {
  console.error(line)
  process.exit(1)
}
