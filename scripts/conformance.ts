import { loadEnvironment, readSandboxApp } from '../apps/server/src/config.ts'
import { prepareDataDir } from '../apps/server/src/database/data-dir.ts'
import { meet } from '../apps/server/src/features/provider/conformance.ts'
import { writeConformance } from '../apps/server/src/features/provider/conformance-record.ts'
import { version } from '../apps/server/src/version.ts'

// `npm run conformance`: looks at QuickBooks' sandbox for every fact that we rely on, and prints a table to send in. Exits with 0
// if all were seen, 1 if not. No secret is in the table (docs/going-live.md).

try {
  const { dataDir, app } = readSandboxApp(loadEnvironment())
  const met = await meet(app)
  const seen = met.filter(({ instead }) => instead === undefined).length
  const at = new Date()
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const rows = met.map(({ fact, instead }) =>
    instead === undefined ? `| ${cell(fact)} | seen | |` : `| ${cell(fact)} | NOT SEEN | ${cell(instead)} |`,
  )
  const where = app.environment === 'sandbox' ? "QuickBooks' sandbox" : 'the simulator, which proves nothing'
  process.stdout.write(
    [
      `Arcadia ${version} and ${where}, ${at.toISOString()}: ${seen} of ${met.length} facts seen.`,
      '',
      '| fact | | what came instead |',
      '| --- | --- | --- |',
      ...rows,
      '',
    ].join('\n'),
  )
  if (app.environment === 'sandbox') {
    prepareDataDir(dataDir)
    writeConformance(dataDir, { at, version, seen, facts: met.length })
  }
  process.exitCode = seen === met.length ? 0 : 1
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
