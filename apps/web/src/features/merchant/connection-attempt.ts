import type { Session } from '@arcadia/contract/accounts'
import { completeConnection, getConnectionStatus } from '@arcadia/contract/merchant'
import { ApiError, call } from '../../api/call.ts'
import { serverNow } from '../../api/clock.ts'

export interface ProviderAnswer {
  code: string
  realmId: string
  state: string
}

interface Surroundings {
  session: Session
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** The interval between checks whether the other page load got through. */
  pollMs?: number
}

export const CONNECTED = 'QuickBooks connected successfully'

/** What QuickBooks may answer (RFC 6749). Anyone can write an address with other words, which would be shown as ours. */
const REFUSALS =
  'access_denied invalid_request unauthorized_client unsupported_response_type invalid_scope server_error temporarily_unavailable'.split(
    ' ',
  )

const POLLS = 20
const FRESH_MS = 10 * 60_000

/** @throws Error whose message the page shows, worded as docs/rules.md §10.2 says */
export function readProviderAnswer(search: string): ProviderAnswer {
  const params = new URLSearchParams(search)
  const error = params.get('error')
  if (error) throw new Error(`OAuth error: ${REFUSALS.includes(error) ? error : 'unknown'}`)
  const [code, realmId, state] = ['code', 'realmId', 'state'].map((name) => params.get(name))
  if (!code || !realmId || !state) throw new Error('Missing required OAuth parameters')
  return { code, realmId, state }
}

/**
 * Completes an attempt once, no matter how often the page loads, tracked by a marker keyed by its `state`
 * (docs/rules.md §10.2). Returns `done` if it was completed earlier, `connected` if now. A failure clears the marker.
 */
export async function finishAttempt(answer: ProviderAnswer, around: Surroundings): Promise<'connected' | 'done'> {
  const { storage } = around
  const key = `arcadia.quickbooks.${answer.state}`
  const marker = storage.getItem(key)
  if (marker === 'done') return 'done'
  try {
    if (marker === 'inflight') await waitForOutcome(answer, around)
    else {
      storage.setItem(key, 'inflight')
      await complete(answer, around)
    }
    storage.setItem(key, 'done')
    return 'connected'
  } catch (error) {
    storage.removeItem(key)
    throw error instanceof ApiError ? error : new Error('Failed to process OAuth callback', { cause: error })
  }
}

async function complete(answer: ProviderAnswer, around: Surroundings): Promise<void> {
  try {
    await call(completeConnection, { query: answer }, { as: around.session })
  } catch (error) {
    // The page is closing or the answer was lost: it may have got through.
    if (hadNoAnswer(error)) return waitForOutcome(answer, around)
    if (!(error instanceof ApiError && error.message.includes('already been used'))) throw error
  }
}

/** Polls, because asking again would spend the code twice. */
async function waitForOutcome({ realmId }: ProviderAnswer, { session, pollMs = 1000 }: Surroundings): Promise<void> {
  for (let polls = 0; polls < POLLS; polls++) {
    if (await isConnectedNow(realmId, session)) return
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  throw new Error('the other page load did not get through')
}

async function isConnectedNow(realmId: string, session: Session): Promise<boolean> {
  try {
    const status = await call(getConnectionStatus, { query: {} }, { as: session })
    const connectedAt = status.lastConnected?.getTime() ?? 0
    return status.isConnected && status.realmId === realmId && serverNow().getTime() - connectedAt < FRESH_MS
  } catch (error) {
    if (hadNoAnswer(error)) return false
    throw error
  }
}

function hadNoAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'no-answer'
}
