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
  const [kept, setKept] = useState<Kept<Fields>>(() => readKept(key))
  // Several changes may come between two renders.
  const latest = useRef(kept)
  const { typed } = kept

  function keep(next: Kept<Fields>) {
    latest.current = next
    setKept(next)
    writeKept(key, next)
  }
  function change(fields: Partial<Fields>) {
    const { typed, was } = latest.current
    const firstTyped = Object.keys(fields).filter((one) => !(one in typed))
    const showed = Object.fromEntries(firstTyped.map((one) => [one, stored[one]]))
    keep({ typed: { ...typed, ...fields }, was: { ...was, ...showed } })
  }
  /** Drops these fields, once sent or discarded. @returns what brings them back */
  function forget(names: readonly (keyof Fields)[] = Object.keys(latest.current.typed)) {
    const before = latest.current
    const without = (fields: Partial<Fields>) =>
      Object.fromEntries(Object.entries(fields).filter(([one]) => !names.includes(one))) as Partial<Fields>
    keep({ typed: without(before.typed), was: without(before.was) })
    return () => keep(before)
  }

  const isTyped = (one: keyof Fields) => typed[one] !== undefined && typed[one] !== stored[one]
  return {
    draft: { ...stored, ...typed },
    change,
    forget,
    /** What the typed fields showed before. */
    was: kept.was,
    /** Whether these fields, or any, differ from the stored values; not for lists. */
    isChanged: (...names: (keyof Fields)[]) => (names.length > 0 ? names : Object.keys(stored)).some(isTyped),
  }
}

/** Drops a draft whose form is not there, because its last step is another screen. */
export const forgetDraft = (name: string) => writeKept(keyOf(name), { typed: {}, was: {} })

/** Whether this tab still keeps what was typed into a form that is not there. */
export const hasDraft = (name: string) => Object.keys(readKept(keyOf(name)).typed).length > 0

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

interface Kept<Fields> {
  typed: Partial<Fields>
  was: Partial<Fields>
}

function readKept<Fields>(key: string): Kept<Fields> {
  const kept: unknown = attempt(() => JSON.parse(sessionStorage.getItem(key) ?? '{}'))
  const { was = {}, ...typed } = (typeof kept === 'object' && kept ? kept : {}) as { was?: object }
  return { typed, was }
}

/** If storage is blocked, the text lasts as long as the form. */
function writeKept(key: string, { typed, was }: Kept<object>): void {
  attempt(() => {
    if (Object.keys(typed).length > 0) sessionStorage.setItem(key, JSON.stringify({ ...typed, was }))
    else sessionStorage.removeItem(key)
  })
}
