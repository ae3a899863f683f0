import { type RefObject, useContext, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router'
import { createListeners } from '../listeners.ts'
import { sessionOf } from '../session/session.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { leaveBack, useBackCloses } from '../ui/use-back-closes.ts'

/** Forms on the screen with unsaved changes. */
const unsaved = new Set<string>()
const { subscribe, tell } = createListeners()

/** For forms: while `isChanged`, leaving the screen asks first. */
export function useUnsaved(isChanged: boolean) {
  const id = useId()
  useEffect(() => {
    if (!isChanged) return
    unsaved.add(id)
    tell()
    return () => {
      unsaved.delete(id)
      tell()
    }
  }, [id, isChanged])
}

/** Asks before leaving a screen of the portal with unsaved changes: by a link, a tab, Back or a reload. */
export function LeaveGuard() {
  // Our router can't block navigation, so intercept its push.
  const { navigator } = useContext(NavigationContext)
  const isUnsaved = useSyncExternalStore(subscribe, () => unsaved.size > 0)
  const [leave, setLeave] = useState<() => void>()
  const isLeaving = useRef(false)
  useEffect(() => {
    if (!isUnsaved) return
    const onUnload = (event: BeforeUnloadEvent) => !isLeaving.current && event.preventDefault()
    window.addEventListener('beforeunload', onUnload)
    const { push } = navigator
    navigator.push = (...where: Parameters<typeof push>) => {
      const go = () => push.apply(navigator, where)
      if (staysHere(where[0]) || !sessionOf('admin')) go()
      else setLeave(() => go)
    }
    return () => {
      window.removeEventListener('beforeunload', onUnload)
      navigator.push = push
    }
  }, [navigator, isUnsaved])
  return (
    <>
      {isUnsaved && <BackGuard isLeaving={isLeaving} onBack={(go) => setLeave(() => go)} />}
      {leave && (
        <ConfirmDialog
          title="Leave without saving?"
          confirmLabel="Leave without saving"
          isDanger
          onClose={() => setLeave(undefined)}
          onConfirm={leave}
        >
          <p>Your changes here aren't saved yet.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface BackGuardProps {
  /** Set once confirmed, so that Back doesn't ask again. */
  isLeaving: RefObject<boolean>
  onBack: (go: () => void) => void
}

function BackGuard({ isLeaving, onBack }: BackGuardProps) {
  useBackCloses(
    () => {},
    () => {
      if (isLeaving.current) return false
      onBack(() => {
        isLeaving.current = true
        leaveBack()
      })
      return true
    },
  )
  return null
}

function staysHere(to: string | { pathname?: string; search?: string }): boolean {
  const { pathname, search } = typeof to === 'string' ? new URL(to, window.location.href) : to
  const tabOf = (address = '') => new URLSearchParams(address).get('tab')
  return pathname === window.location.pathname && tabOf(search) === tabOf(window.location.search)
}
