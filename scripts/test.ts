import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildWebIfStale, root } from './web-build.ts'

interface Outcome {
  passed: number
  failed: number
}

interface Step {
  name: string
  run: () => Outcome | Promise<Outcome>
}

const reports = join(root, '.cache')

const check: Step[] = [
  // One checker does half the work of four that each read everything, which matters on two processors.
  { name: 'Types', run: () => asOne(tool('tsc', '--project', '.', '--checkers', '1')) },
  { name: 'Format, lint and import rules', run: () => asOne(tool('biome', 'check', '--error-on-warnings')) },
  { name: 'Unused files, exports and dependencies', run: () => asOne(tool('knip')) },
]
const site: Step = { name: 'Site', run: async () => asOne(await buildWebIfStale()) }
const unit: Step = { name: 'Units and features, on PostgreSQL', run: runVitest }
const browser: Step = { name: 'Journeys in a browser', run: runPlaywright }

const suites: Record<string, Step[]> = {
  all: [...check, site, unit, browser],
  check,
  // The server's tests serve the built site.
  unit: [site, unit],
  browser: [site, browser],
}
const [suite = 'all', ...passedOn] = process.argv.slice(2)
const steps = suites[suite]
if (!steps) throw new Error(`There is no suite '${suite}': ${Object.keys(suites).join(', ')}.`)

await runAll(steps)

async function runAll(steps: Step[]): Promise<void> {
  mkdirSync(reports, { recursive: true })
  const total = { passed: 0, failed: 0 }
  const summary: string[] = []
  for (const { name, run } of steps) {
    const started = Date.now()
    console.log(`\n── ${name} ──`)
    const { passed, failed } = await run()
    total.passed += passed
    total.failed += failed
    summary.push(`${failed ? '✗' : '✓'} ${name}: ${passed} passed, ${failed} failed (${secondsSince(started)} s)`)
  }
  console.log(`\n${summary.join('\n')}\n`)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed ? 1 : 0
}

function secondsSince(started: number): string {
  return ((Date.now() - started) / 1000).toFixed(1)
}

/** A check without tests of its own counts as one. */
function asOne(went: boolean): Outcome {
  return went ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function tool(name: string, ...args: string[]): boolean {
  return spawnSync(join(root, 'node_modules/.bin', name), args, { cwd: root, stdio: 'inherit' }).status === 0
}

function runVitest(): Outcome {
  const report = freshReport('vitest.json')
  const went = tool(
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...passedOn,
  )
  return outcome<{ numPassedTests: number; numFailedTests: number }>(went, report, (found) => ({
    passed: found.numPassedTests,
    failed: found.numFailedTests,
  }))
}

function runPlaywright(): Outcome {
  const report = freshReport('playwright.json')
  process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report
  const went = tool('playwright', 'test', '--config=e2e', '--reporter=list,json', ...passedOn)
  // A flaky journey failed at least once, and a customer does not get a second try either.
  return outcome<{ stats: { expected: number; unexpected: number; flaky: number } }>(went, report, ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
  }))
}

function freshReport(name: string): string {
  const report = join(reports, name)
  rmSync(report, { force: true })
  return report
}

/** A run that went wrong without a failed test to show for it (a broken setup, say) counts as one failure. */
function outcome<Report>(went: boolean, report: string, read: (report: Report) => Outcome): Outcome {
  const counted = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')) as Report)
    : { passed: 0, failed: 0 }
  return went ? counted : { ...counted, failed: Math.max(1, counted.failed) }
}
