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
}
