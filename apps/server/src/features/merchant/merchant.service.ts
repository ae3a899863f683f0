import { setTimeout as delay } from 'node:timers/promises'
import type { ConnectionStatus } from '@arcadia/contract/merchant'
import type { Logger } from 'pino'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/transaction.ts'
import type { Encryption } from '../../encryption.ts'
import {
  type ConnectionRow,
  findConnection,
  leaseRefresh,
  saveConnection,
  updateConnection,
  updateRefreshed,
} from './merchant.store.ts'
import type { QuickbooksEnvironment } from './quickbooks-addresses.ts'
import type { GrantedTokens, QuickbooksOauth } from './quickbooks-oauth.ts'

/** A refresh is due when less is left (decisions §10). */
const PROACTIVE_THRESHOLD_MS = 15 * 60_000
const REFRESH_LEASE_MS = 45_000
const REFRESH_POLL_MS = 100

export type AccessOutcome =
  | { kind: 'granted'; token: string; realmId: string }
  /** There is no connection: no card can be taken until the owner connects again. */
  | { kind: 'not-connected' }
  /** The provider did not answer: try again later. */
  | { kind: 'unavailable'; problem: string }

type ConnectedRow = ConnectionRow & { access_token_encrypted: Buffer }
type IsStale = (row: ConnectedRow) => boolean

export interface Merchant {
  /** The realm that is connected, or undefined. */
  findRealm(): Promise<string | undefined>
  status(): Promise<ConnectionStatus>
  /** A token good for a call now; refreshes it first when it is about to end, once across all processes. */
  access(): Promise<AccessOutcome>
  /** After a 401: a token newer than the one that was refused. */
  accessAfterRefusal(refusedToken: string): Promise<AccessOutcome>
  /** Exchanges a code exactly once and stores what it granted. */
  connect(grant: {
    code: string
    realmId: string
    redirectUri: string
  }): Promise<{ connected: boolean; problem?: string }>
  /** Refreshes ahead of time when less than 15 minutes are left. */
  refreshIfDue(): Promise<void>
}

export function createMerchant(deps: {
  db: Db
  clock: Clock
  encryption: Encryption
  environment: QuickbooksEnvironment
  oauth: QuickbooksOauth
  log: Logger
}): Merchant {
  const { db, clock, encryption, environment, oauth, log } = deps

  const load = () => findConnection(db, environment)
  const isConnected = (row: ConnectionRow | undefined): row is ConnectedRow =>
    row?.access_token_encrypted != null && row.disconnected_at === null

  function sealed(tokens: GrantedTokens, now: Date) {
    return {
      access_token_encrypted: encryption.encrypt(tokens.accessToken),
      refresh_token_encrypted: encryption.encrypt(tokens.refreshToken),
      access_expires_at: new Date(now.getTime() + tokens.accessSeconds * 1000),
      refresh_expires_at: new Date(now.getTime() + tokens.refreshSeconds * 1000),
      last_refresh_failed_at: null,
      last_refresh_error: null,
      refresh_lease_until: null,
      updated_at: now,
    }
  }

  function granted(row: ConnectedRow): AccessOutcome {
    return { kind: 'granted', token: encryption.decrypt(row.access_token_encrypted), realmId: row.realm_id }
  }

  /** Makes sure that `isStale` holds no more: by refreshing, or by waiting for whoever does. */
  async function renew(isStale: IsStale): Promise<AccessOutcome> {
    const deadline = Date.now() + REFRESH_LEASE_MS
    while (Date.now() < deadline) {
      const row = await load()
      if (!isConnected(row)) return { kind: 'not-connected' }
      if (!isStale(row)) return granted(row)
      const now = clock.now()
      if (await leaseRefresh(db, environment, now, new Date(now.getTime() + REFRESH_LEASE_MS)))
        return refreshUnderLease(isStale)
      await delay(REFRESH_POLL_MS)
    }
    return { kind: 'unavailable', problem: 'another process is refreshing the access token' }
  }

  /** The row is read again under the lease: a token that another process has just stored must not be spent twice. */
  async function refreshUnderLease(isStale: IsStale): Promise<AccessOutcome> {
    const row = await load()
    if (!isConnected(row) || !row.refresh_token_encrypted) return { kind: 'not-connected' }
    if (!isStale(row)) {
      await updateConnection(db, environment, { refresh_lease_until: null })
      return granted(row)
    }
    const sealedToken = row.refresh_token_encrypted
    const outcome = await oauth.refresh(encryption.decrypt(sealedToken))
    const now = clock.now()
    if (outcome.kind === 'granted') {
      // Both tokens are stored before either is used: the old refresh token is dead from now on.
      const isCurrent = await updateRefreshed(db, environment, sealedToken, sealed(outcome.tokens, now))
      if (isCurrent) return { kind: 'granted', token: outcome.tokens.accessToken, realmId: row.realm_id }
      return { kind: 'unavailable', problem: 'the merchant account was connected anew meanwhile' }
    }
    log.error({ problem: outcome.problem }, 'the access token could not be refreshed')
    const failure = {
      last_refresh_failed_at: now,
      last_refresh_error: outcome.problem,
      refresh_lease_until: null,
      updated_at: now,
    }
    // A provider's trouble never disconnects; a dead grant does.
    const end =
      outcome.kind === 'refused'
        ? { access_token_encrypted: null, refresh_token_encrypted: null, disconnected_at: now }
        : {}
    await updateRefreshed(db, environment, sealedToken, { ...failure, ...end })
    return outcome.kind === 'refused' ? { kind: 'not-connected' } : { kind: 'unavailable', problem: outcome.problem }
  }

  const leftMs = (row: ConnectionRow) => (row.access_expires_at?.getTime() ?? 0) - clock.now().getTime()

  return {
    async findRealm() {
      const row = await load()
      return isConnected(row) ? row.realm_id : undefined
    },
    async status() {
      const row = await load()
      if (!isConnected(row)) {
        const message = row?.last_refresh_error
          ? 'The connection has ended. Please connect again.'
          : 'Payments are not connected.'
        return {
          isConnected: false,
          realmId: null,
          needsRefresh: false,
          message,
          lastConnected: row?.connected_at ?? null,
          tokenExpiresAt: null,
        }
      }
      const needsRefresh = leftMs(row) < PROACTIVE_THRESHOLD_MS && row.last_refresh_failed_at !== null
      return {
        isConnected: true,
        realmId: row.realm_id,
        needsRefresh,
        message: needsRefresh ? 'The access token needs a refresh.' : 'Payments are connected.',
        lastConnected: row.connected_at,
        tokenExpiresAt: row.access_expires_at,
      }
    },
    access: () => renew((row) => leftMs(row) < 60_000),
    accessAfterRefusal: (refusedToken) =>
      renew((row) => encryption.decrypt(row.access_token_encrypted) === refusedToken),
    async connect({ code, realmId, redirectUri }) {
      const outcome = await oauth.exchangeCode(code, redirectUri)
      if (outcome.kind !== 'granted') return { connected: false, problem: outcome.problem }
      const now = clock.now()
      await saveConnection(db, environment, { realm_id: realmId, connected_at: now, ...sealed(outcome.tokens, now) })
      return { connected: true }
    },
    async refreshIfDue() {
      const row = await load()
      if (isConnected(row) && leftMs(row) < PROACTIVE_THRESHOLD_MS)
        await renew((fresh) => leftMs(fresh) < PROACTIVE_THRESHOLD_MS)
    },
  }
}
