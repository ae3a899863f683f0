import { join } from 'node:path'
import { simulator } from '@arcadia/provider-simulator/simulator'
import type { FastifyInstance } from 'fastify'
import type { App } from './app.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './database/transaction.ts'
import { connectFirstRun } from './features/merchant/first-connection.ts'
import { quickbooksAddresses } from './features/merchant/quickbooks-addresses.ts'

/** Serves the payments simulator under `/simulator`, its state in `DATA_DIR/simulator`. */
export async function mountSimulator(http: FastifyInstance, { dataDir, quickbooks }: Config): Promise<void> {
  const { simulatorUrl: publicUrl, clientId, clientSecret, redirectUri } = quickbooks
  const stateDir = join(dataDir, 'simulator')
  const redirectUris = [redirectUri]
  await http.register(simulator, { prefix: '/simulator', stateDir, publicUrl, clientId, clientSecret, redirectUris })
}

/** Connects the pretend merchant on the first run. @throws Error when the simulator does not answer */
export async function connectToSimulator({ quickbooks }: Config, app: App, db: Db, clock: Clock): Promise<void> {
  const { clientId, redirectUri, simulatorUrl } = quickbooks
  const { authorize } = quickbooksAddresses('simulator', simulatorUrl)
  await connectFirstRun(
    { db, clock, merchant: app.features.merchant.api },
    { authorizeUrl: authorize, clientId, redirectUri },
  )
}
