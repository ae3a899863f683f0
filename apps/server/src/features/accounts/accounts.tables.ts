import type { Generated } from 'kysely'

export interface UsersTable {
  id: Generated<number>
  username: string
  email: string
  email_confirmed_at: Generated<Date | null>
  /** The new address, until it is confirmed. */
  pending_email: Generated<string | null>
  /** Null while nobody has set a password. */
  password_hash: string | null
  first_name: string | null
  last_name: string | null
  phone_number: string | null
  /** Left out by who serves: the owner of the database makes admins. */
  role: Generated<'USER' | 'ADMIN'>
  is_active: Generated<boolean>
  closed_at: Generated<Date | null>
  created_at: Date
  updated_at: Date
}

export interface SessionsTable {
  token_hash: Buffer
  user_id: number
  created_at: Date
  expires_at: Date
  revoked_at: Generated<Date | null>
}

export interface AccountLinksTable {
  token_hash: Buffer
  user_id: number
  purpose: 'CONFIRM_EMAIL' | 'RESET_PASSWORD'
  email: string
  created_at: Date
  expires_at: Date
  used_at: Generated<Date | null>
}

export interface ResetRequestsTable {
  id: Generated<number>
  email: string
  asked_at: Date
}

export interface SignInFailuresTable {
  id: Generated<number>
  account: string
  origin: string
  is_known_origin: boolean
  failed_at: Date
}

export interface KnownOriginsTable {
  user_id: number
  origin: string
  last_sign_in_at: Date
}

export interface SecondFactorsTable {
  user_id: number
  secret_encrypted: Buffer
  created_at: Date
  /** Null while it is being set up. */
  confirmed_at: Generated<Date | null>
  last_step: Generated<number>
}

export interface RecoveryCodesTable {
  user_id: number
  code_hash: Buffer
  used_at: Generated<Date | null>
}
