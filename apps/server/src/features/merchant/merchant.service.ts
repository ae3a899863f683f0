import type { ConnectionStatus, RefreshStatus } from '@arcadia/contract/merchant'
import { MINUTE_MS } from '../../clock.ts'
import { inTransaction } from '../../database/transaction.ts'
import { tellOwner } from '../owner-notices/owner-notices.writes.ts'
import { type AccessOutcome, createAccess, REFRESH_LEASE_MS } from './access.service.ts'
import {
  endsSoon,
  isConnected,
  leftMs,
  PROACTIVE_THRESHOLD_MINUTES,
  refreshStatusOf,
  statusOf,
} from './merchant.rules.ts'
import {
  type ConnectedRow,
  findConnection,
  leaseRefresh,
  markEndWarned,
  saveConnection,
  updateConnection,
  updateRefreshed,
} from './merchant.store.ts'
import { sealTokens } from './sealed-tokens.ts'

const PROACTIVE_THRESHOLD_MS = PROACTIVE_THRESHOLD_MINUTES * MINUTE_MS
/** A refresh requested this soon after another one shares its result. */
const SAME_REFRESH_MS = 10_000

interface Consent {
  code: string
  realmId: string
  redirectUri: string
}

export type Merchant = ReturnType<typeof createMerchant>

export function createMerchant(deps: Parameters<typeof createAccess>[0]) {
  const { db, clock, encryption, environment, oauth, log } = deps
  const { renew } = createAccess(deps)
  const load = () => findConnection(db, environment, encryption)

  /** Warns once per connection. */
  async function warnOfEnd(row: ConnectedRow): Promise<void> {
    if (row.end_warned_at || !endsSoon(row, clock.now())) return
    await inTransaction(db, clock, async (tx, now) => {
      if (await markEndWarned(tx, environment, now))
        await tellOwner(tx, now, deps.ownerEmail, { kind: 'connection-ends-soon', params: { environment } })
    })
  }

  return {
    /** Returns the connected realm, or undefined. */
    async findRealm(): Promise<string | undefined> {
      const row = await load()
      return isConnected(row) ? row.realm_id : undefined
    },
    status: async (): Promise<ConnectionStatus> => statusOf(await load(), clock.now()),
    refreshStatus: async (): Promise<RefreshStatus> => refreshStatusOf(await load()),

    /** Refreshes on the owner's request; concurrent requests share one refresh. */
    refresh(): Promise<AccessOutcome> {
      const since = clock.now().getTime() - SAME_REFRESH_MS
      return renew((row) => (row.refreshed_at?.getTime() ?? 0) <= since)
    },

    /** A token valid for a call; refreshes one about to expire first, once across all processes. */
    access: (): Promise<AccessOutcome> => renew((row) => leftMs(row, clock.now()) < MINUTE_MS),

    /** After a 401, a newer token than the refused one. */
    accessAfterRefusal: (refusedToken: string): Promise<AccessOutcome> =>
      renew((row) => encryption.decrypt(row.access_token_encrypted) === refusedToken),

    /** Exchanges a code exactly once and stores the granted tokens. */
    async connect({ code, realmId, redirectUri }: Consent): Promise<{ connected: boolean; problem?: string }> {
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
      return renew((fresh) => leftMs(fresh, clock.now()) < PROACTIVE_THRESHOLD_MS)
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
}
