import { randomUUID } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import { waitForOtherStarts } from '../../database/first-run.ts'
import { type Db, inTransaction } from '../../database/transaction.ts'
import type { Merchant } from './merchant.service.ts'
import { findConnection } from './merchant.store.ts'
import { quickbooksAddresses, type SimulatorPlace } from './quickbooks-addresses.ts'

/** The simulator's first pretend company. */
const SIMULATED_REALM = '9341452819930471201'

interface SimulatedApp extends Pick<SimulatorPlace, 'simulatorUrl'> {
  clientId: string
  redirectUri: string
}

/**
 * On first run with the simulator, connects the merchant account so trips can be booked right away. Gives consent on the
 * simulator's page over HTTP, as the owner would. Only one of several starting processes does it.
 */
export async function connectFirstRun(
  { db, clock, merchant }: { db: Db; clock: Clock; merchant: Pick<Merchant, 'connect'> },
  app: SimulatedApp,
): Promise<void> {
  if (await findConnection(db, 'simulator')) return
  await inTransaction(db, clock, async (tx) => {
    await waitForOtherStarts(tx, 'first connection')
    if (await findConnection(tx, 'simulator')) return
    const { code, realmId } = await consent(app)
    const outcome = await merchant.connect({ code, realmId, redirectUri: app.redirectUri })
    if (!outcome.connected) throw new Error(`The payments simulator did not connect: ${outcome.problem}`)
  })
}

/** Agrees on the simulator's page, as the owner would. */
export async function consent(app: SimulatedApp) {
  const { authorize } = quickbooksAddresses('simulator', { simulatorUrl: app.simulatorUrl })
  const response = await fetch(authorize, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      client_id: app.clientId,
      redirect_uri: app.redirectUri,
      response_type: 'code',
      scope: 'com.intuit.quickbooks.payment',
      state: randomUUID(),
      decision: 'approve',
      realm: SIMULATED_REALM,
    }),
  }).catch((error: Error) => {
    throw new Error(`The payments simulator at ${authorize} does not answer: ${error.message}`)
  })
  const target = response.headers.get('location')
  const code = target && new URL(target).searchParams.get('code')
  if (!code)
    throw new Error(`The payments simulator at ${authorize} refused the first connection (HTTP ${response.status}).`)
  return { code, realmId: new URL(target).searchParams.get('realmId') ?? SIMULATED_REALM }
}
