import { createBase } from '../apps/server/src/base.ts'
import { systemClock } from '../apps/server/src/clock.ts'
import { examine } from '../apps/server/src/doctor.ts'
import { examineSettings } from '../apps/server/src/doctor-settings.ts'
import { createFeatures } from '../apps/server/src/features.ts'
import { createLogger } from '../apps/server/src/logger.ts'
import { version } from '../apps/server/src/version.ts'
import { runCommand } from './run-command.ts'

// `npm run doctor`: checks the invariants. Exits with 0 if they hold, 1 if not or if they could not be checked.

const check: Parameters<typeof runCommand>[0] =
  (config) =>
  async ({ db, url: databaseUrl }) => {
    const log = createLogger('silent', process.stderr)
    const features = createFeatures(createBase({ config, db, databaseUrl, clock: systemClock, log }))
    const first = examineSettings({ config, db, clock: systemClock })
    const findings = await examine({ db, features, first })
    process.stdout.write(`Arcadia ${version}\n`)
    for (const { about, problems } of findings) {
      process.stdout.write(`${problems.length === 0 ? 'ok   ' : 'WRONG'}  ${about}\n`)
      for (const problem of problems) process.stdout.write(`       - ${problem}\n`)
    }
    process.exitCode = findings.some(({ problems }) => problems.length > 0) ? 1 : 0
  }

await runCommand(check, { joins: true })
