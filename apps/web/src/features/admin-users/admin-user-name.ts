import type { AdminUser } from '@arcadia/contract/admin-accounts'

/** The name, or the username where none was given. */
export function nameOf({ firstName, lastName, username }: AdminUser): string {
  return [firstName, lastName].filter(Boolean).join(' ') || username
}
