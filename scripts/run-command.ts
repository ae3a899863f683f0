import { type Config, loadEnvironment, readConfig, type Variables } from '../apps/server/src/config.ts'
import { type OpenedDatabase, openDatabase } from '../apps/server/src/database/open-database.ts'
import { AppError } from '../apps/server/src/http/app-error.ts'
import { StartError } from '../apps/server/src/start-error.ts'

type Work = (database: OpenedDatabase) => Promise<void>

/**
 * Runs a shell command. `prepare` returns the work to do once the database is open: the one at DATABASE_URL, or the embedded one
 * in DATA_DIR, which a server may be using only with `joins`; a missing encryption key is made unless `makesKey` is false.
 * `settings` may be found out first. Expected errors print one line.
 */
export async function runCommand(
  prepare: (config: Config) => Promise<Work> | Work,
  {
    joins = false,
    makesKey = true,
    settings = loadEnvironment,
  }: { joins?: boolean; makesKey?: boolean; settings?: () => Variables | Promise<Variables> } = {},
): Promise<void> {
  try {
    const config = readConfig(await settings(), { makesKey })
    const work = await prepare(config)
    const database = await openDatabase(config, undefined, undefined, joins)
    try {
      await work(database)
    } finally {
      await database.close()
    }
  } catch (error) {
    if (!(error instanceof StartError || error instanceof AppError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
