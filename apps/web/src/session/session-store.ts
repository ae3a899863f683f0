import type { Session, User } from '@arcadia/contract/accounts'
import { createListeners } from '../listeners.ts'

export interface SessionState {
  session: Session | null
  /** True until the stored session has been read once. */
  isLoading: boolean
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

interface SessionStoreOptions {
  tokenKey: string
  userKey: string
  storage: () => Storage
  /** The role whose stored session is restored; others are deleted. */
  accepts?: (user: User) => boolean
}

export type SessionStore = ReturnType<typeof createSessionStore>

const LOADING: SessionState = { session: null, isLoading: true }

/** One signed-in person, kept in browser storage under two keys and published to subscribers. */
export function createSessionStore({ tokenKey, userKey, storage, accepts = () => true }: SessionStoreOptions) {
  let state = LOADING
  const changes = createListeners()
  const ends = createListeners()
  const persons = createListeners()

  function change(session: Session | null) {
    const before = state.session
    // The token and the user of a sign-in in another tab may arrive one after the other.
    const isOther = session?.token !== before?.token || session?.user.id !== before?.user.id
    state = { session, isLoading: false }
    if (isOther) persons.tell()
    changes.tell()
  }

  function forget() {
    storage().removeItem(tokenKey)
    storage().removeItem(userKey)
  }

  function restore(): Session | null {
    const token = storage().getItem(tokenKey)
    const storedUser = storage().getItem(userKey)
    if (!token || !storedUser) return null
    const user = parseUser(storedUser)
    if (user && accepts(user)) return { token, user }
    forget()
    return null
  }

  const store = {
    subscribe: changes.subscribe,
    getState(): SessionState {
      if (state.isLoading) state = { session: restore(), isLoading: false }
      return state
    },
    /** What prerendered HTML shows: signed out and loading. */
    getServerState: () => LOADING,
    signIn(session: Session) {
      storage().setItem(tokenKey, session.token)
      storage().setItem(userKey, JSON.stringify(session.user))
      change(session)
    },
    /** Updates the signed-in user; a no-op if the session changed meanwhile. */
    changeUser(user: User) {
      const { session } = store.getState()
      if (session?.user.id === user.id) store.signIn({ ...session, user })
    },
    signOut() {
      forget()
      change(null)
    },
    /** Signs out when the server no longer knows this token; other sessions stay. */
    end(token: string, isQuiet = false) {
      if (store.getState().session?.token !== token) return
      store.signOut()
      if (!isQuiet) ends.tell()
    },
    /** Calls back when the server ended the session, but not when the person signed out or expects it. */
    onEnd: ends.subscribe,
    /** Calls back, before other listeners, on a sign-in or sign-out, here or in another tab. */
    onPersonChange: persons.subscribe,
    /** Another tab signed in or out; `key` is null if it cleared everything. */
    storageChanged(key: string | null) {
      if (key === null || key === tokenKey || key === userKey) change(restore())
    },
  }
  return store
}

function parseUser(text: string): User | undefined {
  try {
    const user: User = JSON.parse(text)
    // By hand, because the schema's library is too large for the first page: what pages show and shorten is text. The
    // contract's schema checks the rest (stored-users.ts).
    const { username, email, role, firstName, lastName, phoneNumber } = user
    const texts = [username, email, role, firstName ?? '', lastName ?? '', phoneNumber ?? '']
    if (texts.every((one) => typeof one === 'string')) return user
  } catch {
    // What is no JSON is no user.
  }
  return undefined
}
