import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { MISSED } from './support/missed.ts'

// Every benchmark in turn, or those that are named, and what they said as one entry of RESULTS.md. `short` only sees that each
// still runs, and keeps nothing.

const FILES = [
  'page-sizes',
  'reads',
  'holds',
  'tail',
  'processes',
  'peer',
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
const asked = process.argv.slice(2)
const isShort = asked.includes('short')
const names = asked.filter((word) => word !== 'short')
const wrong = names.find((name) => !FILES.includes(name))
if (wrong) throw new Error(`There is no benchmark '${wrong}': ${FILES.join(', ')}.`)
/** Of the minute before: what else the machine had to do. */
const load = loadavg()[0]!

const sections: string[] = []
for (const file of FILES.filter((file) => names.length === 0 || names.includes(file))) {
  const said = await run(join(import.meta.dirname, `${file}.ts`))
  sections.push(`### ${file}\n\n${said.trim()}`)
}
if (!isShort) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const machine = `${cpus().length} cores of ${cpus()[0]!.model}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`
  const title = `## ${new Date().toISOString().slice(0, 10)}, ${commit}, ${machine}`
  const beside = `${load < 0.5 ? 'Nothing else ran' : `Other work ran beside it, load ${load.toFixed(1)}`} when it began.`
  const part = names.length > 0 ? ` Only a part was run: ${names.join(', ')}.` : ''
  appendFileSync(
    join(import.meta.dirname, 'RESULTS.md'),
    `\n${title}\n\n${beside}${part}\n\n${sections.join('\n\n')}\n`,
  )
}

/** What a benchmark says. In its short form a claim that it misses is not looked at. */
async function run(file: string): Promise<string> {
  const child = spawn(process.execPath, [file, ...(isShort ? ['1'] : [])], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (text) => {
    said += text
    process.stdout.write(text)
  })
  const [code] = await once(child, 'close')
  if (code !== 0 && !(isShort && code === MISSED)) process.exitCode = 1
  return said
}
