import { type Answer, invalid, Refused } from './answers.ts'
import type { Exchange, Simulator } from './context.ts'
import type { Connection } from './oauth/connections.ts'
import { getSettings } from './settings.ts'
import type { Change } from './state.ts'

/** The first response to a Request-Id, returned to repeats. */
export interface RememberedRequest {
  /** The operation and its subject; the id can't be used for another. */
  target: string
  answer: Answer
  at: number
  /** The charge it made, so a void can find it. */
  chargeId: string | null
}

/** An operation's response and its changes. */
export interface Result {
  answer: Answer
  changes: Change[]
  chargeId?: string
}

/**
 * Runs an operation once per Request-Id: a repeat gets the first response, whatever its body. The result and its
 * Request-Id are one commit. Refused (thrown) operations change nothing and are not remembered.
 */
export function once(
  simulator: Simulator,
  connection: Connection,
  { request, call }: Exchange,
  target: string,
  perform: () => Result,
): Answer {
  const { store, clock } = simulator
  const requestId = requestIdOf(request.headers['request-id'])
  if (requestId !== null && getSettings(store).requestMemory !== 'voids-only') {
    const known = recall(simulator, connection.clientId, requestId)
    if (known && known.target !== target) throw new Refused(invalid('requestId'))
    if (known) {
      call.isReplay = true
      return known.answer
    }
  }
  const { answer, changes, chargeId = null } = perform()
  const memory: RememberedRequest = { target, answer, at: clock.now(), chargeId }
  store.commit(
    requestId === null ? changes : [...changes, ['requests', memoryKey(connection.clientId, requestId), memory]],
  )
  return answer
}

/** What the provider still remembers of a Request-Id in the current memory mode. */
export function recall(
  { store, clock }: Simulator,
  clientId: string,
  requestId: string,
): RememberedRequest | undefined {
  const mode = getSettings(store).requestMemory
  if (mode === 'none') return undefined
  const known = store.get('requests', memoryKey(clientId, requestId))
  const day = 24 * 60 * 60 * 1000
  return known && mode === '24h' && clock.now() - known.at >= day ? undefined : known
}

/** The Request-Id: at most 50 letters, digits and hyphens. Without one nothing is remembered. */
export function requestIdOf(header: string | string[] | undefined): string | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !/^[A-Za-z0-9-]{1,50}$/.test(header)) throw new Refused(invalid('request'))
  return header
}

function memoryKey(clientId: string, requestId: string): string {
  return `${clientId} ${requestId}`
}
