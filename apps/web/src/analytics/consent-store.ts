import { attempt } from '../api/attempt.ts'
import { createListeners } from '../listeners.ts'

/** Until the visitor chooses, nothing is collected, as if they had declined. */
export type Choice = 'undecided' | 'granted' | 'denied'

export interface Consent {
  choice: Choice
  /** Random, and only kept while consent is given. */
  clientId: string | undefined
  /** True on the first visit and when the visitor reopens the choice. */
  isAsking: boolean
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

const CHOICE_KEY = 'arcadia.analytics'
const CLIENT_KEY = 'arcadia.analytics.client'

/** The visitor's analytics choice, kept in browser storage and published to subscribers. */
export function createConsentStore(storage: () => Storage, newId: () => string) {
  let consent: Consent | undefined
  const { subscribe, tell } = createListeners()

  function change(next: Consent) {
    consent = next
    tell()
  }

  const store = {
    subscribe,
    get(): Consent {
      consent ??= read(storage)
      return consent
    },
    // Where storage is blocked a choice holds until the page is left.
    accept() {
      const clientId = newId()
      attempt(() => {
        storage().setItem(CHOICE_KEY, 'granted')
        storage().setItem(CLIENT_KEY, clientId)
      })
      change({ choice: 'granted', clientId, isAsking: false })
    },
    /** Also withdraws consent: the id is deleted. */
    decline() {
      attempt(() => {
        storage().setItem(CHOICE_KEY, 'denied')
        storage().removeItem(CLIENT_KEY)
      })
      change({ choice: 'denied', clientId: undefined, isAsking: false })
    },
    askAgain: () => change({ ...store.get(), isAsking: true }),
    /** Another tab made a choice. */
    readAgain: () => change(read(storage)),
  }
  return store
}

function read(storage: () => Storage): Consent {
  const stored = attempt(() => storage().getItem(CHOICE_KEY))
  const clientId = attempt(() => storage().getItem(CLIENT_KEY))
  if (stored === 'granted' && clientId) return { choice: 'granted', clientId, isAsking: false }
  if (stored === 'denied') return { choice: 'denied', clientId: undefined, isAsking: false }
  return { choice: 'undecided', clientId: undefined, isAsking: true }
}
