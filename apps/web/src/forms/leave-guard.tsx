import { useContext, useEffect, useId, useState } from 'react'
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router'
import { sessionOf } from '../session/session.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** The forms on the screen that hold something which is not saved. */
const unsaved = new Set<string>()

/** For a form: the screen around it asks before it is left while `isChanged`. */
export function useUnsaved(isChanged: boolean) {
  const id = useId()
  useEffect(() => {
    if (!isChanged) return
    unsaved.add(id)
    return () => void unsaved.delete(id)
  }, [id, isChanged])
}

/**
 * Asks before a screen of the portal is left by a link, a tab or a reload while one of its forms is not saved. The router that
 * we use can only be asked where it is told to go.
 */
export function LeaveGuard() {
  const { navigator } = useContext(NavigationContext)
  const [leave, setLeave] = useState<() => void>()
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => unsaved.size > 0 && event.preventDefault()
    window.addEventListener('beforeunload', onUnload)
    const { push } = navigator
    navigator.push = (...where: Parameters<typeof push>) => {
      const go = () => push.apply(navigator, where)
      if (unsaved.size === 0 || staysHere(where[0]) || !sessionOf('admin')) go()
      else setLeave(() => go)
    }
    return () => {
      window.removeEventListener('beforeunload', onUnload)
      navigator.push = push
    }
  }, [navigator])
  if (!leave) return null
  return (
    <ConfirmDialog
      title="Leave without saving?"
      confirmLabel="Leave without saving"
      isDanger
      onClose={() => setLeave(undefined)}
      onConfirm={leave}
    >
      <p>What you changed here isn't saved yet.</p>
    </ConfirmDialog>
  )
}

function staysHere(to: string | { pathname?: string; search?: string }): boolean {
  const { pathname, search } = typeof to === 'string' ? new URL(to, window.location.href) : to
  const tabOf = (address = '') => new URLSearchParams(address).get('tab')
  return pathname === window.location.pathname && tabOf(search) === tabOf(window.location.search)
}
