import { setTimeout as delay } from 'node:timers/promises'
import type { ConnectionStatus, RefreshStatus } from '@arcadia/contract/merchant'
import type { Base } from '../../base.ts'
import { MINUTE_MS } from '../../clock.ts'
import { inTransaction } from '../../database/transaction.ts'
import { tellOwner } from '../owner-notices/tell-owner.service.ts'
import { CHECK_EVERY_MS, connectionEndsAt, endsSoon, PROACTIVE_THRESHOLD_MINUTES } from './merchant.rules.ts'
import {
  type ConnectionRow,
  findConnection,
  leaseRefresh,
  saveConnection,
  updateConnection,
  updateRefreshed,
} from './merchant.store.ts'
import type { QuickbooksOauth } from './quickbooks-oauth.ts'
import { sealTokens } from './sealed-tokens.ts'

const PROACTIVE_THRESHOLD_MS = PROACTIVE_THRESHOLD_MINUTES * MINUTE_MS
/** A refresh requested this soon after another one shares its result. */
const SAME_REFRESH_MS = 10_000
const REFRESH_LEASE_MS = 45_000
const REFRESH_POLL_MS = 100

export type AccessOutcome =
  | { kind: 'granted'; token: string; realmId: string }
  /** No cards can be charged until the owner connects again. */
  | { kind: 'not-connected' }
  /** The provider did not answer: try again later. */
  | { kind: 'unavailable'; problem: string }

type ConnectedRow = ConnectionRow & { access_token_encrypted: Buffer }
type IsStale = (row: ConnectedRow) => boolean

export type Merchant = ReturnType<typeof createMerchant>

export function createMerchant(
  deps: Pick<Base, 'db' | 'clock' | 'encryption' | 'environment' | 'ownerEmail' | 'log'> & { oauth: QuickbooksOauth },
) {
  const { db, clock, encryption, environment, oauth, log } = deps

  const load = () => findConnection(db, environment)
  const isConnected = (row: ConnectionRow | undefined): row is ConnectedRow =>
    row?.access_token_encrypted != null && row.disconnected_at === null

  function granted(row: ConnectedRow): AccessOutcome {
    return { kind: 'granted', token: encryption.decrypt(row.access_token_encrypted), realmId: row.realm_id }
  }

  /** Returns a token that is not stale, by refreshing it or waiting for the process that does. */
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

  /** Rereads the row under the lease, so a refresh token another process just stored isn't spent twice. */
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
    // A provider outage never disconnects; a dead grant does.
    const end =
      outcome.kind === 'refused'
        ? { access_token_encrypted: null, refresh_token_encrypted: null, disconnected_at: now }
        : {}
    await inTransaction(db, clock, async (tx) => {
      const isCurrent = await updateRefreshed(tx, environment, sealedToken, { ...failure, ...end })
      if (isCurrent && outcome.kind === 'refused')
        await tellOwner(tx, now, deps.ownerEmail, { kind: 'connection-lost', params: { environment } })
    })
    return outcome.kind === 'refused' ? { kind: 'not-connected' } : { kind: 'unavailable', problem: outcome.problem }
  }

  const leftMs = (row: ConnectionRow) => (row.access_expires_at?.getTime() ?? 0) - clock.now().getTime()

  return {
    /** Returns the connected realm, or undefined. */
    async findRealm(): Promise<string | undefined> {
      const row = await load()
      return isConnected(row) ? row.realm_id : undefined
    },
    async status(): Promise<ConnectionStatus> {
      const row = await load()
      const live = isConnected(row) ? row : null
      const needsRefresh =
        live !== null && leftMs(live) < PROACTIVE_THRESHOLD_MS && live.last_refresh_failed_at !== null
      const messageIfNotConnected = row?.last_refresh_error
        ? 'The connection has ended. Please connect again.'
        : 'Payments are not connected.'
      const messageIfConnected = needsRefresh ? 'The access token needs a refresh.' : 'Payments are connected.'
      return {
        isConnected: live !== null,
        realmId: live?.realm_id ?? null,
        needsRefresh,
        message: live ? messageIfConnected : messageIfNotConnected,
        lastConnected: row?.connected_at ?? null,
        tokenExpiresAt: live?.access_expires_at ?? null,
        connectionEndsAt: live && connectionEndsAt(live),
        endsSoon: live !== null && endsSoon(live, clock.now()),
      }
    },
    async refreshStatus(): Promise<RefreshStatus> {
      const row = await load()
      const next = row?.last_checked_at && new Date(row.last_checked_at.getTime() + CHECK_EVERY_MS)
      return {
        autoRefreshEnabled: isConnected(row),
        nextRefreshCheck: isConnected(row) ? (next ?? null) : null,
        proactiveRefreshEnabled: isConnected(row),
        proactiveThreshold: PROACTIVE_THRESHOLD_MINUTES,
        lastRefreshed: row?.refreshed_at ?? null,
        lastFailed: row?.last_refresh_failed_at ?? null,
      }
    },

    /** Refreshes on the owner's request; concurrent requests share one refresh. */
    refresh(): Promise<AccessOutcome> {
      const since = clock.now().getTime() - SAME_REFRESH_MS
      return renew((row) => (row.refreshed_at?.getTime() ?? 0) <= since)
    },

    /** A token valid for a call; refreshes one about to expire first, once across all processes. */
    access: (): Promise<AccessOutcome> => renew((row) => leftMs(row) < MINUTE_MS),

    /** After a 401, a newer token than the refused one. */
    accessAfterRefusal: (refusedToken: string): Promise<AccessOutcome> =>
      renew((row) => encryption.decrypt(row.access_token_encrypted) === refusedToken),

    /** Exchanges a code exactly once and stores the granted tokens. */
    async connect({
      code,
      realmId,
      redirectUri,
    }: {
      code: string
      realmId: string
      redirectUri: string
    }): Promise<{ connected: boolean; problem?: string }> {
      const outcome = await oauth.exchangeCode(code, redirectUri)
      if (outcome.kind !== 'granted') return { connected: false, problem: outcome.problem }
      const now = clock.now()
      await saveConnection(db, environment, {
        realm_id: realmId,
        connected_at: now,
        ...sealTokens(encryption, outcome.tokens, now),
      })
      return { connected: true }
    },

    /** Refreshes the token when less than 15 minutes are left, and warns before the connection expires for good. */
    async refreshIfDue(): Promise<AccessOutcome> {
      const row = await load()
      if (!isConnected(row)) return { kind: 'not-connected' }
      await updateConnection(db, environment, { last_checked_at: clock.now() })
      await warnOfEnd(row)
      return renew((fresh) => leftMs(fresh) < PROACTIVE_THRESHOLD_MS)
    },

    /**
     * Revokes the tokens of a disconnected account at the provider, then deletes them. Until then they are kept but not used.
     */
    async forgetDisconnected(): Promise<void> {
      const row = await load()
      if (!row?.disconnected_at || !row.refresh_token_encrypted) return
      const now = clock.now()
      if (!(await leaseRefresh(db, environment, now, new Date(now.getTime() + REFRESH_LEASE_MS)))) return
      const leased = await load()
      if (!leased?.disconnected_at || !leased.refresh_token_encrypted) return
      const isRevoked = await oauth.revoke(encryption.decrypt(leased.refresh_token_encrypted))
      if (!isRevoked) log.warn('could not revoke the connection at the provider; will retry')
      await updateRefreshed(db, environment, leased.refresh_token_encrypted, {
        refresh_lease_until: null,
        ...(isRevoked && { access_token_encrypted: null, refresh_token_encrypted: null }),
      })
    },
  }

  /** Warns once per connection. */
  async function warnOfEnd(row: ConnectedRow): Promise<void> {
    if (row.end_warned_at || !endsSoon(row, clock.now())) return
    await inTransaction(db, clock, async (tx, now) => {
      const isFirst = await tx
        .updateTable('merchant_connections')
        .set({ end_warned_at: now })
        .where('environment', '=', environment)
        .where('end_warned_at', 'is', null)
        .executeTakeFirst()
      if (isFirst.numUpdatedRows === 1n)
        await tellOwner(tx, now, deps.ownerEmail, { kind: 'connection-ends-soon', params: { environment } })
    })
  }
}
