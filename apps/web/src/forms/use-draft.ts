import { PORTAL } from '@arcadia/contract/addresses'
import { useRef, useState } from 'react'
import { attempt } from '../api/attempt.ts'
import { onPersonChange, type SessionName, sessionOf } from '../session/session.tsx'

type Typed = string | number | boolean | readonly (string | number)[]

/**
 * Keeps typed text in this tab until it is sent or discarded: through reloading lists, other tabs of the portal, a page
 * reload and an ended session, for the person who typed it only; what was typed before signing in is then theirs. Signing out
 * deletes it. Untouched fields follow the stored values.
 */
export function useDraft<Fields extends Record<string, Typed>>(name: string, stored: Fields) {
  // The one who opened the form: a form in which somebody signs in goes on.
  const [key] = useState(() => keyOf(name))
  const [typed, setTyped] = useState<Partial<Fields>>(() => readTyped(key))
  // Several changes may come between two renders.
  const latest = useRef(typed)

  function keep(next: Partial<Fields>) {
    latest.current = next
    setTyped(next)
    writeTyped(key, next)
  }
  /** Drops these fields, once sent or discarded. */
  function forget(names: readonly (keyof Fields)[] = Object.keys(latest.current)) {
    const left = Object.entries(latest.current).filter(([one]) => !names.includes(one))
    keep(Object.fromEntries(left) as Partial<Fields>)
  }

  const isTyped = (one: keyof Fields) => typed[one] !== undefined && typed[one] !== stored[one]
  return {
    draft: { ...stored, ...typed },
    change: (fields: Partial<Fields>) => keep({ ...latest.current, ...fields }),
    forget,
    /** Whether these fields, or any, differ from the stored values; not for lists. */
    isChanged: (...names: (keyof Fields)[]) => (names.length > 0 ? names : Object.keys(stored)).some(isTyped),
  }
}

/** Drops a draft whose form is not there, because its last step is another screen. */
export const forgetDraft = (name: string) => writeTyped(keyOf(name), {})

/** The key of this page's person: the customer, or in the portal the admin. */
function keyOf(name: string): string {
  const side = attempt(() => location.pathname.startsWith(PORTAL)) ? 'admin' : 'customer'
  const signedOut = `${draftsOf(side, 'nobody')}${name}`
  const id = attempt(() => sessionOf(side)?.user.id)
  if (id === undefined) return signedOut
  const key = `${draftsOf(side, id)}${name}`
  attempt(() => {
    const typed = sessionStorage.getItem(signedOut)
    if (typed === null) return
    sessionStorage.setItem(key, typed)
    sessionStorage.removeItem(signedOut)
  })
  return key
}

const draftsOf = (side: SessionName, id: number | 'nobody') => `arcadia.draft.${side}.${id}.`

/** Who is signed in, here or in another tab, ends what anybody else had typed signed in. An ended session ends nothing. */
function dropOthers(side: SessionName): void {
  attempt(() => {
    const id = sessionOf(side)?.user.id
    if (id === undefined) return
    const kept = [draftsOf(side, id), draftsOf(side, 'nobody')]
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(`arcadia.draft.${side}.`) && !kept.some((of) => key.startsWith(of)))
        sessionStorage.removeItem(key)
  })
}

onPersonChange(dropOthers)
dropOthers('customer')
dropOthers('admin')

function readTyped<Fields>(key: string): Partial<Fields> {
  const kept: unknown = attempt(() => JSON.parse(sessionStorage.getItem(key) ?? '{}'))
  return typeof kept === 'object' && kept ? kept : {}
}

/** If storage is blocked, the text lasts as long as the form. */
function writeTyped(key: string, typed: object): void {
  attempt(() => {
    if (Object.keys(typed).length > 0) sessionStorage.setItem(key, JSON.stringify(typed))
    else sessionStorage.removeItem(key)
  })
}
