import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf } from '@arcadia/contract/addresses'
import { getAvailabilityRange } from '@arcadia/contract/availability'
import { buildServerIfStale, serverProgram } from '../scripts/server-build.ts'
import { buildWebIfStale } from '../scripts/web-build.ts'
import { middleOf, rangeOf } from './support/middle.ts'
import { MISSED } from './support/missed.ts'
import { startProgram } from './support/site-under-test.ts'

// How long a restart with data takes until the first correct availability, against the unavoidable part: an empty Node program
// and PostgreSQL's own start.

const PAIRS = Number(process.argv[2] ?? 5)
const WANTED = 2.5
const MONTH = addressOf(getAvailabilityRange, { query: { startDate: '2027-06-01', endDate: '2027-06-30' } })

if (!(await buildServerIfStale()) || !(await buildWebIfStale())) throw new Error('The site could not be built.')
const folder = await mkdtemp(join(tmpdir(), 'arcadia-bench-'))
await chmod(folder, 0o711)
try {
  // The first creates the data, the second fills the compile cache.
  for (let start = 0; start < 2; start++) await restart()
  const pairs: { ours: number; node: number; postgres: number }[] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    const node = timeOf(() => spawnSync(process.execPath, ['-e', '0']))
    pairs.push({ ours: await restart(), node, postgres: await postgresItself() })
  }
  const ratios = pairs.map(({ ours, node, postgres }) => ours / (node + postgres))
  const milliseconds = (which: 'ours' | 'node' | 'postgres') => Math.round(middleOf(pairs.map((pair) => pair[which])))
  console.log('| restart | ratio (range) | wanted | ours | node -e 0 | PostgreSQL |\n|---|---|---|---|---|---|')
  console.log(
    `| to the first availability | ${rangeOf(ratios, 1)} | <= ${WANTED} | ${milliseconds('ours')} ms | ${milliseconds('node')} ms | ${milliseconds('postgres')} ms |`,
  )
  if (middleOf(ratios) > WANTED) process.exitCode = MISSED
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** Milliseconds until the first correct availability. */
async function restart(): Promise<number> {
  const started = performance.now()
  const site = await startProgram(serverProgram, {
    DATA_DIR: folder,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  })
  const days = (await (await fetch(site.address + MONTH)).json()) as object
  const took = performance.now() - started
  if (Object.keys(days).length !== 30) throw new Error('Expected 30 days of availability.')
  await site.stop()
  return took
}

function timeOf(work: () => void): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

/** Milliseconds from PostgreSQL's first line to its ready line in the latest log. */
async function postgresItself(): Promise<number> {
  const log = await readFile(join(folder, 'postgres.log'), 'utf8')
  const at = (what: string) => {
    const line = log.split('\n').findLast((one) => one.includes(what))
    return new Date(line!.slice(0, 23).replace(' ', 'T')).getTime()
  }
  return at('ready to accept connections') - at('starting PostgreSQL')
}
