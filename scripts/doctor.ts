import { createBase } from '../apps/server/src/base.ts'
import { systemClock } from '../apps/server/src/clock.ts'
import { loadEnvironment, readConfig } from '../apps/server/src/config.ts'
import { openDatabase } from '../apps/server/src/database/open-database.ts'
import { examine } from '../apps/server/src/doctor.ts'
import { createFeatures } from '../apps/server/src/features.ts'
import { createLogger } from '../apps/server/src/logger.ts'

/** Says whether what must always be true is true: exit code 0 when it is, 1 when it is not or could not be looked at. */
try {
  const config = readConfig(loadEnvironment())
  const database = await openDatabase(config)
  try {
    const { db, url: databaseUrl } = database
    const log = createLogger('silent', process.stderr)
    const features = createFeatures(createBase({ config, db, databaseUrl, clock: systemClock, log }))
    const findings = await examine({ db, features })
    for (const { about, problems } of findings) {
      process.stdout.write(`${problems.length === 0 ? 'ok   ' : 'WRONG'}  ${about}\n`)
      for (const problem of problems) process.stdout.write(`       - ${problem}\n`)
    }
    process.exitCode = findings.some(({ problems }) => problems.length > 0) ? 1 : 0
  } finally {
    await database.close()
  }
} catch (error) {
  process.stderr.write(`Could not check the site: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
