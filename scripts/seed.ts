import { systemClock } from '../apps/server/src/clock.ts'
import { loadEnvironment, readConfig } from '../apps/server/src/config.ts'
import { migrate } from '../apps/server/src/database/migrate.ts'
import { openDatabase } from '../apps/server/src/database/open-database.ts'
import { ensureFirstAdmin } from '../apps/server/src/features/accounts/first-admin.ts'
import { seedConfig } from '../apps/server/src/features/configuration/configuration.service.ts'
import { DEMO, LARGE, seed } from '../apps/server/src/seed.ts'
import { StartError } from '../apps/server/src/start-error.ts'
import { describeFirstAdmin } from '../apps/server/src/start-messages.ts'

// `npm run seed`: a small season that shows the portal alive. `npm run seed -- --large`: years of business, to see that
// the portal stays quick. Into the database of DATABASE_URL, or the embedded one of DATA_DIR while no server runs on it.

try {
  const unknown = process.argv.slice(2).filter((word) => word !== '--large')
  if (unknown.length > 0) throw new StartError(`seed: ${unknown.join(' ')} is not known; it takes --large or nothing.`)
  const config = readConfig(loadEnvironment())
  if (config.quickbooks.environment === 'production')
    throw new StartError('seed: invented bookings have no place in production (QUICKBOOKS_ENVIRONMENT).')
  const { db, pool, close } = await openDatabase(config)
  try {
    await migrate(pool)
    await seedConfig(db, systemClock)
    const firstAdmin = await ensureFirstAdmin(db, systemClock, config)
    if (firstAdmin) console.log(describeFirstAdmin(firstAdmin, config.dataDir))
    const startedAt = performance.now()
    const rows = await seed(db, systemClock, process.argv.includes('--large') ? LARGE : DEMO)
    const written = Object.entries(rows).map(([table, count]) => `${count} ${table}`)
    console.log(`Seeded ${written.join(', ')} in ${Math.ceil((performance.now() - startedAt) / 1000)} s.`)
  } finally {
    await close()
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
