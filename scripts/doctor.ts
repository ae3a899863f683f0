import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createBase } from '../apps/server/src/base.ts'
import { examine, listChecks } from '../apps/server/src/checks/checks.ts'
import { systemClock } from '../apps/server/src/clock.ts'
import { PASSWORD_FILE } from '../apps/server/src/database/embedded-postgres.ts'
import { createFeatures } from '../apps/server/src/features.ts'
import { createLogger } from '../apps/server/src/logger.ts'
import { shellCommand } from '../apps/server/src/shell-command.ts'
import { StartError } from '../apps/server/src/start-error.ts'
import { version } from '../apps/server/src/version.ts'
import { runCommand } from './run-command.ts'

// `npm run doctor`: everything that can be wrong. Exits with 0 if nothing is, 1 if something is or could not be checked. With
// `--production`, as if guests were about to pay real money.

const check: Parameters<typeof runCommand>[0] = (config) => {
  const [flag, ...more] = process.argv.slice(2)
  if (more.length > 0 || (flag !== undefined && flag !== '--production'))
    throw new StartError(`Usage: ${shellCommand('doctor')}, or ${shellCommand('doctor', '--production')}`)
  demandDatabase(config)
  const isForReal = flag === '--production' || config.quickbooks.environment === 'production'
  return async ({ db, url: databaseUrl }) => {
    const log = createLogger('silent', process.stderr)
    const features = createFeatures(createBase({ config, db, databaseUrl, clock: systemClock, log }))
    const findings = await examine(listChecks({ config, db, clock: systemClock, isForReal }, features))
    process.stdout.write(`Arcadia ${version}\n`)
    for (const { about, problems, remedy } of findings) {
      process.stdout.write(`${problems.length === 0 ? 'ok   ' : 'WRONG'}  ${about}\n`)
      for (const problem of problems) process.stdout.write(`       - ${problem}\n`)
      if (problems.length > 0 && remedy) process.stdout.write(`         ${remedy}\n`)
    }
    process.exitCode = findings.some(({ problems }) => problems.length > 0) ? 1 : 0
  }
}

/** It looks, and makes nothing. */
function demandDatabase({ databaseUrl, dataDir }: Parameters<typeof check>[0]): void {
  if (databaseUrl || existsSync(join(dataDir, PASSWORD_FILE))) return
  throw new StartError(`DATA_DIR: there is no database in ${dataDir} yet. Start the site first. Nothing was changed.`)
}

await runCommand(check, { joins: true, makesKey: false })
