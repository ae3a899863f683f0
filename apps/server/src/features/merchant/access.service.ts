import { setTimeout as delay } from 'node:timers/promises'
import type { Base } from '../../base.ts'
import { inTransaction } from '../../database/transaction.ts'
import { tellOwner } from '../owner-notices/owner-notices.writes.ts'
import { isConnected } from './merchant.rules.ts'
import { type ConnectedRow, findConnection, leaseRefresh, updateConnection, updateRefreshed } from './merchant.store.ts'
import type { QuickbooksOauth } from './quickbooks-oauth.ts'
import { sealTokens } from './sealed-tokens.ts'

export const REFRESH_LEASE_MS = 45_000
const REFRESH_POLL_MS = 100

export type AccessOutcome =
  | { kind: 'granted'; token: string; realmId: string }
  /** No cards can be charged until the owner connects again. */
  | { kind: 'not-connected' }
  /** The provider did not answer: try again later. */
  | { kind: 'unavailable'; problem: string }

type IsStale = (row: ConnectedRow) => boolean

/** The connection's access token: used while it is good, renewed by one process for all. */
export function createAccess(
  deps: Pick<Base, 'db' | 'clock' | 'clockWatch' | 'encryption' | 'environment' | 'ownerEmail' | 'log'> & {
    oauth: QuickbooksOauth
  },
) {
  const { db, clock, encryption, environment, oauth, log } = deps

  function granted(row: ConnectedRow): AccessOutcome {
    return { kind: 'granted', token: encryption.decrypt(row.access_token_encrypted), realmId: row.realm_id }
  }

  /** Returns a token that is not stale, by refreshing it or waiting for the process that does. */
  async function renew(isStale: IsStale): Promise<AccessOutcome> {
    const deadline = Date.now() + REFRESH_LEASE_MS
    while (Date.now() < deadline) {
      const row = await findConnection(db, environment, encryption)
      if (!isConnected(row)) return { kind: 'not-connected' }
      if (!isStale(row)) return granted(row)
      const now = clock.now()
      if (await leaseRefresh(db, environment, now, new Date(now.getTime() + REFRESH_LEASE_MS)))
        return refreshUnderLease(isStale)
      await delay(REFRESH_POLL_MS)
    }
    return { kind: 'unavailable', problem: 'another process is refreshing the access token' }
  }

  /** Rereads the row under the lease, so a refresh token another process just stored isn't spent twice. */
  async function refreshUnderLease(isStale: IsStale): Promise<AccessOutcome> {
    const row = await findConnection(db, environment, encryption)
    if (!isConnected(row) || !row.refresh_token_encrypted) return { kind: 'not-connected' }
    if (!isStale(row)) {
      await updateConnection(db, environment, { refresh_lease_until: null })
      return granted(row)
    }
    const sealedToken = row.refresh_token_encrypted
    const outcome = await oauth.refresh(encryption.decrypt(sealedToken))
    const now = clock.now()
    if (outcome.kind === 'granted') {
      // Store both tokens before using either, because the old refresh token is now dead.
      const isCurrent = await updateRefreshed(db, environment, sealedToken, sealTokens(encryption, outcome.tokens, now))
      if (isCurrent) return { kind: 'granted', token: outcome.tokens.accessToken, realmId: row.realm_id }
      return { kind: 'unavailable', problem: 'the merchant account was just reconnected' }
    }
    log.error({ problem: outcome.problem }, 'access token refresh failed')
    const failure = {
      last_refresh_failed_at: now,
      last_refresh_error: outcome.problem,
      refresh_lease_until: null,
      updated_at: now,
    }
    // A provider outage never disconnects; a dead grant does, unless only our clock says that it is old.
    const isOver = outcome.kind === 'refused' && (await deps.clockWatch.isPlausible())
    const end = isOver ? { access_token_encrypted: null, refresh_token_encrypted: null, disconnected_at: now } : {}
    await inTransaction(db, clock, async (tx) => {
      const isCurrent = await updateRefreshed(tx, environment, sealedToken, { ...failure, ...end })
      if (isCurrent && isOver)
        await tellOwner(tx, now, deps.ownerEmail, { kind: 'connection-lost', params: { environment } })
    })
    return isOver ? { kind: 'not-connected' } : { kind: 'unavailable', problem: outcome.problem }
  }

  return { renew }
}
