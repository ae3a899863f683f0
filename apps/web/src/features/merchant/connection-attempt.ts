import { completeConnection, getConnectionStatus } from '@arcadia/contract/merchant'
import { ApiError, call } from '../../api.ts'
import { serverNow } from '../../clock.ts'

export interface ProviderAnswer {
  code: string
  realmId: string
  state: string
}

interface Surroundings {
  token: string
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Between two looks at whether the other load got through, and how many there are: twenty seconds (decisions §10). */
  pollMs?: number
}

const POLLS = 20
const FRESH_MS = 10 * 60_000

/** @throws Error whose message is for the page: the specification's words (admin spec §5) */
export function readProviderAnswer(search: string): ProviderAnswer {
  const params = new URLSearchParams(search)
  const error = params.get('error')
  if (error) throw new Error(`OAuth error: ${error}`)
  const [code, realmId, state] = ['code', 'realmId', 'state'].map((name) => params.get(name))
  if (!code || !realmId || !state) throw new Error('Missing required OAuth parameters')
  return { code, realmId, state }
}

/**
 * Completes an attempt once, however often the page is loaded: a marker keyed by its `state` says how far it is (admin
 * spec §4). `done` was done before; `connected` is news. On a failure the marker goes.
 */
export async function finishAttempt(answer: ProviderAnswer, around: Surroundings): Promise<'connected' | 'done'> {
  const { token, storage } = around
  const key = `arcadia.quickbooks.${answer.state}`
  const marker = storage.getItem(key)
  if (marker === 'done') return 'done'
  try {
    if (marker === 'inflight') await waitForOther(answer, around)
    else {
      storage.setItem(key, 'inflight')
      await complete(answer, token)
    }
    storage.setItem(key, 'done')
    return 'connected'
  } catch (error) {
    storage.removeItem(key)
    throw error instanceof ApiError ? error : new Error('Failed to process OAuth callback', { cause: error })
  }
}

async function complete(query: ProviderAnswer, token: string): Promise<void> {
  try {
    await call(completeConnection, { query }, { token })
  } catch (error) {
    if (!(error instanceof ApiError && error.message.includes('already been used'))) throw error
  }
}

/** An earlier load of this page has asked already; asking again would spend the code twice. */
async function waitForOther({ realmId }: ProviderAnswer, { token, pollMs = 1000 }: Surroundings): Promise<void> {
  for (let polls = 0; polls < POLLS; polls++) {
    const status = await call(getConnectionStatus, { query: {} }, { token })
    const connectedAt = status.lastConnected?.getTime() ?? 0
    if (status.isConnected && status.realmId === realmId && serverNow().getTime() - connectedAt < FRESH_MS) return
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  throw new Error('the other load did not get through')
}
