import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Context, Row } from '../experiment.ts'
import { endsWithUs } from './children.ts'

const root = join(import.meta.dirname, '../..')

interface Report {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string }[]
  }[]
}

/**
 * Runs product tests in full and returns a row for each.
 * @param promises each test file or folder with the promise it covers
 * @param settings added to the tests' environment
 */
export async function rowsOfTests(
  promises: Record<string, string>,
  { seed }: Context,
  settings: Record<string, string> = {},
): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'arcadia-prove-'))
  const file = join(folder, 'report.json')
  const args = ['run', ...Object.keys(promises), '--reporter=json', `--outputFile.json=${file}`]
  const tests = spawn(join(root, 'node_modules/.bin/vitest'), args, {
    cwd: root,
    env: { ...process.env, PROVE: '1', TEST_SEED: String(seed), ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await once(endsWithUs(tests, 'SIGTERM'), 'exit')
  const { testResults } = JSON.parse(await readFile(file, 'utf8')) as Report
  await rm(folder, { recursive: true })
  return Object.entries(promises).map(([path, what]) => {
    const files = testResults.filter(({ name }) => name.includes(path))
    const found = files.flatMap(({ assertionResults }) => assertionResults)
    const failed = found.filter(({ status }) => status === 'failed')
    // A file can crash before any of its tests fails.
    const broken = files.filter(
      (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
    )
    failed.push(...broken.map(({ name, status, message }) => ({ fullName: `${name}: ${message}`, status })))
    for (const { fullName } of failed) console.error(`    ${fullName}`)
    const controls = found.filter(({ fullName }) => fullName.includes('negative control'))
    return {
      what: `${what} (${basename(path)})`,
      tried: `${found.length} tests in full form`,
      figure: `${failed.length} failed`,
      bar: '0',
      held: found.length > 0 && failed.length === 0,
      ...(controls.length && { saboteurCaught: controls.every(({ status }) => status === 'passed') }),
    }
  })
}
