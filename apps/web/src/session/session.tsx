import type { Session } from '@arcadia/contract/accounts'
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { createSessionStore, type SessionStore } from './session-store.ts'

// Customer and admin sessions are separate, so that one person can have both (docs/rules.md §4.1).

export const customerSession = createSessionStore({
  tokenKey: 'arcadia.token',
  userKey: 'arcadia.user',
  storage: () => window.localStorage,
})

export const adminSession = createSessionStore({
  tokenKey: 'arcadia.admin.token',
  userKey: 'arcadia.admin.user',
  storage: () => window.localStorage,
  accepts: (user) => user.role === 'ADMIN',
})

const sessions = { customer: customerSession, admin: adminSession }

export type SessionName = keyof typeof sessions

/** The current session. */
export const sessionOf = (name: SessionName) => sessions[name].getState().session

/** Calls back when the signed-in person changes, including to nobody. */
export function onPersonChange(listener: (name: SessionName) => void) {
  customerSession.onPersonChange(() => listener('customer'))
  adminSession.onPersonChange(() => listener('admin'))
}

/** How the names begin under which each side's last answers are kept on this device (docs/rules.md §23.7). */
export const LAST_KNOWN = { customer: 'arcadia.last.', admin: 'arcadia.admin.last.' }

// Also on pages that read none of them.
onPersonChange((name) => removeFrom(window.localStorage, LAST_KNOWN[name]))

function removeFrom(storage: Storage, ...kinds: string[]) {
  for (const key of Object.keys(storage)) if (kinds.some((kind) => key.startsWith(kind))) storage.removeItem(key)
}

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    for (const session of Object.values(sessions)) session.storageChanged(key)
  })
  // A page that the browser froze was told of nothing meanwhile.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const session of Object.values(sessions)) session.storageChanged(null)
  })
}

/** Ends the session with this token, after the server refused it. */
export function endSession(token: string, isQuiet?: boolean) {
  for (const session of Object.values(sessions)) session.end(token, isQuiet)
}

function useSessionStore(store: SessionStore) {
  const { session, isLoading } = useSyncExternalStore(store.subscribe, store.getState, store.getServerState)
  return { session, user: session?.user ?? null, isLoading }
}

async function revoke(session: Session) {
  const [{ call }, { logout }] = await Promise.all([import('../api/call.ts'), import('@arcadia/contract/accounts')])
  await call(logout, {}, { as: session })
}

/**
 * Signs out locally at once and drops this tab's drafts. The server call runs in the background; if it is
 * lost, the token expires on its own.
 */
function signOutOf(store: SessionStore, ...typed: string[]) {
  const { session } = store.getState()
  store.signOut()
  removeFrom(sessionStorage, ...typed)
  if (session) revoke(session).catch(() => {})
}

const customerActions = {
  signIn: (session: Session) => customerSession.signIn(session),
  signOut: () => signOutOf(customerSession, 'arcadia.booking', 'arcadia.draft.customer.'),
}

/** The signed-in customer. */
export function useSession() {
  return { ...useSessionStore(customerSession), ...customerActions }
}

const adminActions = {
  login: (session: Session) => adminSession.signIn(session),
  logout: () => signOutOf(adminSession, 'arcadia.draft.admin.'),
}

/**
 * The context holds the store, not its value: a context that changes during hydration forces React to hydrate the page
 * in one piece.
 */
const AdminAuth = createContext<SessionStore | null>(null)

export function AdminAuthProvider({ children }: { children: ReactNode }) {
  return <AdminAuth value={adminSession}>{children}</AdminAuth>
}

/** The signed-in admin. */
export function useAdminAuth() {
  const store = useContext(AdminAuth)
  if (!store) throw new Error('useAdminAuth must be used within an AdminAuthProvider')
  const state = useSessionStore(store)
  return { ...state, isAuthenticated: state.user?.role === 'ADMIN', ...adminActions }
}
