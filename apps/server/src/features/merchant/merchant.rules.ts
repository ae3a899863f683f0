import type { ConnectionStatus, RefreshStatus } from '@arcadia/contract/merchant'
import { DAY_MS, MINUTE_MS } from '../../clock.ts'

/** Refresh when less time than this is left (docs/rules.md §10.3). */
export const PROACTIVE_THRESHOLD_MINUTES = 15
/** How often every process checks whether a refresh is due. */
export const CHECK_EVERY_MS = 30_000
const WARN_BEFORE_MS = 30 * DAY_MS

interface Ends {
  refresh_expires_at: Date | null
  hard_expires_at: Date | null
}

/** When the connection expires for good: unused for too long, or at the provider's hard limit. */
export function connectionEndsAt(row: Ends): Date | null {
  const ends = [row.refresh_expires_at, row.hard_expires_at].filter((end) => end !== null)
  return ends.length === 0 ? null : new Date(Math.min(...ends.map(Number)))
}

export function endsSoon(row: Ends, now: Date): boolean {
  const end = connectionEndsAt(row)
  return end !== null && end.getTime() - now.getTime() < WARN_BEFORE_MS
}

interface Connection extends Ends {
  realm_id: string
  connected_at: Date
  disconnected_at: Date | null
  access_token_encrypted: Buffer | null
  access_expires_at: Date | null
  refreshed_at: Date | null
  last_checked_at: Date | null
  last_refresh_failed_at: Date | null
  last_refresh_error: string | null
}
type Connected<Row extends Connection> = Row & { access_token_encrypted: Buffer }

export const isConnected = <Row extends Connection>(row: Row | undefined): row is Connected<Row> =>
  row?.access_token_encrypted != null && row.disconnected_at === null

/** How long the access token is still good. */
export const leftMs = (row: Pick<Connection, 'access_expires_at'>, now: Date) =>
  (row.access_expires_at?.getTime() ?? 0) - now.getTime()

/** For the portal. */
export function statusOf(row: Connection | undefined, now: Date): ConnectionStatus {
  const live = isConnected(row) ? row : null
  const needsRefresh =
    live !== null && leftMs(live, now) < PROACTIVE_THRESHOLD_MINUTES * MINUTE_MS && live.last_refresh_failed_at !== null
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
    endsSoon: live !== null && endsSoon(live, now),
  }
}

export function refreshStatusOf(row: Connection | undefined): RefreshStatus {
  const next = row?.last_checked_at && new Date(row.last_checked_at.getTime() + CHECK_EVERY_MS)
  return {
    autoRefreshEnabled: isConnected(row),
    nextRefreshCheck: isConnected(row) ? (next ?? null) : null,
    proactiveRefreshEnabled: isConnected(row),
    proactiveThreshold: PROACTIVE_THRESHOLD_MINUTES,
    lastRefreshed: row?.refreshed_at ?? null,
    lastFailed: row?.last_refresh_failed_at ?? null,
  }
}
