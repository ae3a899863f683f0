import { execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { cpus, release, type as system, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWebIfStale } from '../scripts/web-build.ts'
import type { Experiment, Row } from './experiment.ts'

// `npm run prove`: runs every experiment in turn and prints one table. Exits with 1 if any row fails.

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, seed: { type: 'string' }, minutes: { type: 'string' } },
})
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const minutes = values.minutes === undefined ? undefined : Number(values.minutes)
if (!Number.isInteger(seed) || (minutes !== undefined && !(minutes > 0)))
  throw new Error('Usage: npm run prove -- [--only R1] [--seed 42] [--minutes 10]')

const experiments = await loadExperiments()
if (!(await buildWebIfStale())) throw new Error('The site could not be built.')
const lines: string[] = []
let failed = 0
for (const experiment of experiments) {
  const started = performance.now()
  const say = (line: string) => console.log(`  ${experiment.id}  ${line}`)
  say(experiment.title)
  for (const row of await rowsOf(experiment, say)) {
    const holds = row.held && row.saboteurCaught !== false
    if (!holds) failed++
    lines.push(formatRow(experiment, row))
    say(`${holds ? '✓' : '✗'} ${row.what}: ${row.figure}`)
  }
  say(`${Math.round((performance.now() - started) / 1000)} s`)
}
console.log(
  [
    '',
    `Commit ${commit()}, seed ${seed}, ${minutes === undefined ? 'short form' : `${minutes} minutes each`}.`,
    `${cpus().length} processors (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${system()} ${release()}, Node ${process.version}.`,
    '',
    '| experiment | what | tried | figure | bar | held | saboteur |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
    `${lines.length - failed} passed, ${failed} failed`,
  ].join('\n'),
)
process.exit(failed ? 1 : 0)

async function loadExperiments(): Promise<Experiment[]> {
  const folder = join(import.meta.dirname, 'experiments')
  const all: Experiment[] = []
  for (const file of (await readdir(folder)).sort())
    all.push(...Object.values<Experiment>(await import(join(folder, file))))
  const wanted = values.only?.flatMap((ids) => ids.toUpperCase().split(','))
  const unknown = wanted?.filter((id) => !all.some((experiment) => experiment.id === id))
  if (unknown?.length) throw new Error(`No experiment ${unknown}. Choose from ${all.map(({ id }) => id).join(', ')}.`)
  return wanted ? all.filter(({ id }) => wanted.includes(id)) : all
}

async function rowsOf(experiment: Experiment, say: (line: string) => void): Promise<Row[]> {
  try {
    return await experiment.run({ seed, minutes, say })
  } catch (error) {
    console.error(error)
    return [{ what: 'the experiment itself', tried: '1', figure: 'it crashed', bar: 'it finishes', held: false }]
  }
}

function formatRow({ id, title }: Experiment, row: Row): string {
  const saboteur = { undefined: '', true: 'caught', false: '**not caught**' }[String(row.saboteurCaught)]
  const cells = [`${id} ${title}`, row.what, row.tried, row.figure, row.bar, row.held ? 'yes' : '**no**', saboteur]
  return `| ${cells.join(' | ')} |`
}

function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' }).trim()
  return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') ? ' with changes' : '')
}
