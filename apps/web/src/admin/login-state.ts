import { portal } from '@arcadia/contract/addresses'
/** What a redirect passes to the sign-in page, in the location's state. */
export interface LoginState {
  /** Where to go on afterwards. */
  from: string
  /** The session just ended. */
  hasEnded?: boolean
}

export function readLoginState(state: unknown): LoginState {
  const given = typeof state === 'object' && state ? (state as Partial<LoginState>) : {}
  const isOurs = [portal.path, portal.quickbooksCallback.path].some((path) => given.from?.startsWith(path))
  return { from: (isOurs && given.from) || portal.href(), hasEnded: given.hasEnded === true }
}
