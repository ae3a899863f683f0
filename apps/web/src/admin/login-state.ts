/** What the login page is told by whoever sends there, in the location's state. */
export interface LoginState {
  /** Where to go on afterwards. */
  from: string
  /** Someone was signed in until now. */
  hasEnded?: boolean
}

export function readLoginState(state: unknown): LoginState {
  const given = typeof state === 'object' && state ? (state as Partial<LoginState>) : {}
  return { from: given.from?.startsWith('/admin') ? given.from : '/admin', hasEnded: given.hasEnded === true }
}
