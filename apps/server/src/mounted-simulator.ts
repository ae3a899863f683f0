import { join } from 'node:path'
import { simulator } from '@arcadia/provider-simulator/simulator'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'

/** Serves the payments simulator under `/simulator`, with its state in `DATA_DIR/simulator`. */
export async function mountSimulator(http: FastifyInstance, { dataDir, quickbooks }: Config): Promise<void> {
  const { publicSimulatorUrl: publicUrl, clientId, clientSecret, redirectUri } = quickbooks
  const stateDir = join(dataDir, 'simulator')
  const redirectUris = [redirectUri]
  await http.register(simulator, { prefix: '/simulator', stateDir, publicUrl, clientId, clientSecret, redirectUris })
}
