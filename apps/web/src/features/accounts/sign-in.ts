import { login, logout, type Role, type Session } from '@arcadia/contract/accounts'
import type { Input } from '@arcadia/contract/endpoint'
import { ApiError, call } from '../../api/call.ts'

/**
 * Signs in where only one role belongs. A session of another role is given back at once, so that it does not live on
 * unused, and refused with these words.
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

/** @throws ApiError `wrong-role`, with these words, after giving the session back */
export function demandRole(session: Session, role: Role, words: string): void {
  if (session.user.role === role) return
  // It ends by its own date if this does not arrive.
  call(logout, {}, { as: session }).catch(() => {})
  throw new ApiError(words, { status: 403, code: 'wrong-role' })
}
