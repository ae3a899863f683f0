import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { MISSED } from './support/missed.ts'

// Runs every benchmark, or the named ones, and appends their output to RESULTS.md as one entry. `short` only checks that each
// still runs and writes nothing.

const FILES = [
  'page-sizes',
  'reads',
  'holds',
  'tail',
  'processes',
  'peer',
  'beside',
  'growth',
  'flame',
  'subscribers',
  'memory',
  'start',
  'fresh-start',
  'first-visit',
  'interactions',
  'portal-first-screen',
  'lighthouse',
]
const args = process.argv.slice(2)
const isShort = args.includes('short')
const names = args.filter((word) => word !== 'short')
const wrong = names.find((name) => !FILES.includes(name))
if (wrong) throw new Error(`No benchmark '${wrong}'. Choose from ${FILES.join(', ')}.`)
/** The machine's load over the minute before. */
const load = loadavg()[0]!

const sections: string[] = []
for (const file of FILES.filter((file) => names.length === 0 || names.includes(file))) {
  const output = await run(join(import.meta.dirname, `${file}.ts`))
  sections.push(`### ${file}\n\n${output.trim()}`)
}
if (!isShort) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const machine = `${cpus().length} cores of ${cpus()[0]!.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`
  const title = `## ${new Date().toISOString().slice(0, 10)}, ${commit}, ${machine}`
  const otherWork = `${load < 0.5 ? 'Nothing else was running' : `Other work was running, load ${load.toFixed(1)},`} at the start.`
  const part = names.length > 0 ? ` Only these were run: ${names.join(', ')}.` : ''
  appendFileSync(
    join(import.meta.dirname, 'RESULTS.md'),
    `\n${title}\n\n${otherWork}${part}\n\n${sections.join('\n\n')}\n`,
  )
}

/** Runs a benchmark and returns its output. A short run ignores missed targets. */
async function run(file: string): Promise<string> {
  const child = spawn(process.execPath, [file, ...(isShort ? ['1'] : [])], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
    process.stdout.write(text)
  })
  const [code] = await once(child, 'close')
  if (code !== 0 && !(isShort && code === MISSED)) process.exitCode = 1
  return output
}
