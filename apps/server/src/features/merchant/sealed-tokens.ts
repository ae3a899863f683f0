import type { Encryption } from '../../encryption.ts'
import type { GrantedTokens } from './quickbooks-oauth.ts'

/** Columns for freshly granted tokens: encrypted, with expiry times; clears earlier failures. */
export function sealTokens(encryption: Encryption, tokens: GrantedTokens, now: Date) {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  return {
    access_token_encrypted: encryption.encrypt(tokens.accessToken),
    refresh_token_encrypted: encryption.encrypt(tokens.refreshToken),
    access_expires_at: after(tokens.accessSeconds),
    refresh_expires_at: after(tokens.refreshSeconds),
    ...(tokens.hardSeconds !== undefined && { hard_expires_at: after(tokens.hardSeconds) }),
    last_refresh_failed_at: null,
    last_refresh_error: null,
    refresh_lease_until: null,
    refreshed_at: now,
    updated_at: now,
  }
}
