import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './build-if-stale.ts'
import { buildServerIfStale } from './server-build.ts'
import { type Outcome, readPlaywright, readVitest } from './test-reports.ts'
import { buildWebIfStale } from './web-build.ts'

interface Step {
  name: string
  /** Streams the output if live; otherwise prints it at the end, so parallel steps do not mix. */
  run: (isLive: boolean) => Promise<Outcome>
}

const reports = join(root, '.cache')
process.env.GOGC ??= '400'

const types: Step = {
  name: 'Types',
  // One checker does half the work of four that each read everything, which matters on two processors. GOGC makes it collect
  // garbage less often; that was a third of its work.
  run: async (isLive) => asOne(await tool(isLive, 'tsc', '--project', '.', '--checkers', '1')),
}
const lint: Step = {
  name: 'Format, lint and import rules',
  run: async (isLive) => asOne(await tool(isLive, 'biome', 'check', '--error-on-warnings')),
}
const unused: Step = {
  name: 'Unused files, exports and dependencies',
  run: async (isLive) => asOne(await tool(isLive, 'knip')),
}
const site: Step = {
  name: 'Site',
  run: async () => asOne((await Promise.all([buildWebIfStale(), buildServerIfStale()])).every(Boolean)),
}
const unit: Step = { name: 'Units and features, on PostgreSQL', run: runVitest }
const browser: Step = { name: 'Journeys in a browser', run: runPlaywright }

/** Steps in one array run in parallel; unit tests and journeys need the built site. */
const suites: Record<string, Step[][]> = {
  all: [
    [lint, unused, site],
    // Type checking, the longest check, runs while the tests wait.
    [types, unit, browser],
  ],
  check: [[types, lint, unused]],
  unit: [[site], [unit]],
  browser: [[site], [browser]],
}
const [suite = 'all', ...passedOn] = process.argv.slice(2)
const stages = suites[suite]
if (!stages) throw new Error(`No suite '${suite}'. Choose from ${Object.keys(suites).join(', ')}.`)

await runAll(stages)

async function runAll(stages: Step[][]): Promise<void> {
  mkdirSync(reports, { recursive: true })
  let total = 0
  const failures: string[] = []
  const summary: string[] = []
  for (const steps of stages) {
    console.log(`\n── ${steps.map(({ name }) => name).join(' · ')} ──`)
    const started = Date.now()
    await Promise.all(
      steps.map(async ({ name, run }, index) => {
        const outcome = await run(index === steps.length - 1)
        const { passed } = outcome
        const failed = outcome.failures.length
        total += passed
        failures.push(...outcome.failures.map((failure) => `✗ ${name}: ${failure}`))
        const line = `${failed ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed (${secondsSince(started)} s)`
        summary.push(line)
        if (steps.length > 1) console.log(line)
      }),
    )
  }
  // Last, because only the end of a long output may be kept.
  console.log(['', ...summary, '', ...failures, `${total} passed, ${failures.length} failed`].join('\n'))
  process.exitCode = failures.length ? 1 : 0
}

function secondsSince(started: number): string {
  return ((Date.now() - started) / 1000).toFixed(1)
}

/** Counts a check without tests as one test. */
function asOne(succeeded: boolean): Outcome {
  return succeeded ? { passed: 1, failures: [] } : { passed: 0, failures: ['see its output above'] }
}

async function tool(isLive: boolean, name: string, ...args: string[]): Promise<boolean> {
  const child = spawn(join(root, 'node_modules/.bin', name), args, {
    cwd: root,
    stdio: isLive ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  const [code] = await once(child, 'close')
  process.stdout.write(output)
  return code === 0
}

async function runVitest(isLive: boolean): Promise<Outcome> {
  const report = freshReport('vitest.json')
  const succeeded = await tool(
    isLive,
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...passedOn,
  )
  return outcome(succeeded, report, readVitest)
}

async function runPlaywright(isLive: boolean): Promise<Outcome> {
  const report = freshReport('playwright.json')
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report
  const succeeded = await tool(isLive, 'playwright', 'test', '--config=e2e', '--reporter=list,json', ...passedOn)
  return outcome(succeeded, report, readPlaywright)
}

function freshReport(name: string): string {
  const report = join(reports, name)
  rmSync(report, { force: true })
  return report
}

/** A run that fails without a failed test (a broken setup, say) counts as one failure. */
function outcome(succeeded: boolean, report: string, read: (report: string) => Outcome): Outcome {
  const { passed, failures } = existsSync(report) ? read(report) : { passed: 0, failures: [] }
  return { passed, failures: succeeded || failures.length ? failures : ['see its output above'] }
}
