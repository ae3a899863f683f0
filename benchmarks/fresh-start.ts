import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { npm } from '../scripts/run-quietly.mjs'
import { middleOf, rangeOf } from './support/middle.ts'
import { MISSED } from './support/missed.ts'

// How long `npm start` takes on a fresh clone with a warm package cache, against `npm ci` of the same lock file, and how long a
// second start takes. Clones the last commit. `npm run bench:fresh-start -- 3` for three pairs.

const isShort = process.argv[2] === '1'
const PAIRS = Number(process.argv[2] ?? 2)
const WANTED = { ratio: 1.3, laterSeconds: 3 }

const root = join(import.meta.dirname, '..')
const { HOME = '', PATH = '' } = process.env
const ENV = {
  // A fresh clone has none of this checkout's programs, but the same npm registry.
  PATH: PATH.split(delimiter)
    .filter((folder) => !folder.startsWith(root))
    .join(delimiter),
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^npm_config_registry$|_proxy$|^NODE_EXTRA_CA_CERTS$/i.test(name)),
  ),
  HOME,
  PORT: '0',
}

const installs: number[] = []
const firsts: number[] = []
const laters: number[] = []
// Fills npm's cache; not counted.
if (!isShort) await inClone(install)
for (let pair = 0; pair < PAIRS; pair++) {
  installs.push(await inClone(install))
  await inClone(async (clone) => {
    firsts.push(await start(clone))
    laters.push(await start(clone))
  })
}
const ratios = firsts.map((first, pair) => first / installs[pair]!)
const ratio = middleOf(ratios)
const later = middleOf(laters)
console.log(`| what | seconds (range of ${PAIRS}) | wanted |\n|---|---|---|`)
console.log(`| \`npm ci\` | ${rangeOf(installs, 2)} | |\n| the first \`npm start\` | ${rangeOf(firsts, 2)} | |`)
console.log(`| the first ÷ \`npm ci\` | ${rangeOf(ratios, 2)} | <= ${WANTED.ratio} |`)
console.log(`| a later start | ${rangeOf(laters, 2)} | <= ${WANTED.laterSeconds} |`)
if (ratio > WANTED.ratio || later > WANTED.laterSeconds) process.exitCode = MISSED

async function inClone<Result>(use: (clone: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'arcadia-bench-'))
  try {
    // As root, PostgreSQL runs as another user, who needs access.
    await chmod(folder, 0o711)
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, join(folder, 'arcadia')])
    return await use(join(folder, 'arcadia'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Seconds for `npm ci`, with the options of `npm start`. */
async function install(cwd: string): Promise<number> {
  const started = performance.now()
  const [program, args] = npm('ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund')
  const [code] = await once(spawn(program, args, { cwd, env: ENV, stdio: ['ignore', 'ignore', 'inherit'] }), 'exit')
  if (code !== 0) throw new Error(`npm ci ended with ${code}.`)
  return (performance.now() - started) / 1000
}

/** Seconds until it prints its address. */
async function start(cwd: string): Promise<number> {
  const started = performance.now()
  const [program, args] = npm('start')
  // Its own process group, so all of it can be stopped.
  const server = spawn(program, args, { cwd, env: ENV, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  const ended = once(server, 'exit')
  const seconds = await new Promise<number>((resolve, reject) => {
    createInterface(server.stdout).on('line', (line) => {
      if (process.env.VERBOSE) console.log(((performance.now() - started) / 1000).toFixed(2), line)
      if (/running at http/.test(line)) resolve((performance.now() - started) / 1000)
    })
    server.once('exit', (code) => reject(new Error(`npm start ended with ${code}.`)))
  })
  process.kill(-server.pid!, 'SIGTERM')
  await ended
  return seconds
}
