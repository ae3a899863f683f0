import { login, logout, type Role, type Session } from '@arcadia/contract/accounts'
import type { Input } from '@arcadia/contract/endpoint'
import { ApiError, call } from '../../api/call.ts'

/**
 * Signs in where only one role is allowed. A session of another role is ended at once, so it doesn't live on unused,
 * and refused with `words`.
 */
export async function signInAs(
  role: Role,
  credentials: Input<typeof login>['body'],
  words: { otherRole: string; fallback: string },
): Promise<Session> {
  const session = await call(login, { body: credentials }, { fallback: words.fallback })
  demandRole(session, role, words.otherRole)
  return session
}

/** @throws ApiError `wrong-role` with `words`, after ending the session */
export function demandRole(session: Session, role: Role, words: string): void {
  if (session.user.role === role) return
  // If this call is lost, the session expires on its own.
  call(logout, {}, { as: session }).catch(() => {})
  throw new ApiError(words, { status: 403, code: 'wrong-role' })
}
