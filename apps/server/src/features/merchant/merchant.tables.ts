import type { Generated } from 'kysely'

export interface MerchantConnectionsTable {
  environment: 'simulator' | 'sandbox' | 'production'
  realm_id: string
  access_token_encrypted: Buffer | null
  refresh_token_encrypted: Buffer | null
  access_expires_at: Date | null
  refresh_expires_at: Date | null
  connected_at: Date
  disconnected_at: Generated<Date | null>
  last_refresh_failed_at: Generated<Date | null>
  last_refresh_error: Generated<string | null>
  refresh_lease_until: Generated<Date | null>
  updated_at: Date
  refreshed_at: Generated<Date | null>
  hard_expires_at: Generated<Date | null>
  end_warned_at: Generated<Date | null>
  last_checked_at: Generated<Date | null>
}

export interface ConnectionAttemptsTable {
  id: Generated<number>
  admin_id: number
  environment: 'simulator' | 'sandbox' | 'production'
  created_at: Date
  ticket_hash: Buffer
  ticket_expires_at: Date
  state_hash: Generated<Buffer | null>
  state_expires_at: Generated<Date | null>
  used_at: Generated<Date | null>
  realm_id: Generated<string | null>
  connected_at: Generated<Date | null>
}
