import { systemClock } from '../apps/server/src/clock.ts'
import { migrate } from '../apps/server/src/database/migrate.ts'
import { playDemo } from '../apps/server/src/demo/demo.ts'
import { StartError } from '../apps/server/src/start-error.ts'
import { describeFirstAdmin } from '../apps/server/src/start-messages.ts'
import { runCommand } from './run-command.ts'
import { buildWebIfStale } from './web-build.ts'

// `npm run seed`: fills an empty database with a past and a coming season, played through the app, to show the portal in use.

await runCommand(async (config) => {
  const unknown = process.argv.slice(2)
  if (unknown.length > 0) throw new StartError(`seed takes no arguments: ${unknown.join(' ')}`)
  if (config.quickbooks.environment === 'production')
    throw new StartError('seed refuses to add made-up bookings in production (QUICKBOOKS_ENVIRONMENT).')
  if (!(await buildWebIfStale())) throw new StartError('seed needs the site, and it could not be built.')
  return async (database) => {
    await migrate(database.owner.pool, database)
    const startedAt = performance.now()
    const seconds = () => Math.ceil((performance.now() - startedAt) / 1000)
    console.log('Playing two seasons …')
    const progress = setInterval(() => console.log(`  still running (${seconds()} s)`), 10_000)
    const { firstAdmin } = await playDemo(config, database, systemClock.now()).finally(() => clearInterval(progress))
    if (firstAdmin) console.log(describeFirstAdmin(firstAdmin, config.dataDir))
    console.log(`Seeded in ${seconds()} s.`)
  }
})
