import { type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router'
import { sessionOf } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { leaveBack, useBackCloses } from '../ui/use-back-closes.ts'

/**
 * Inside a form of the portal: while `isChanged`, asks before leaving its page by a link, a tab, Back or a reload. Save
 * sends the form and leaves once nothing is unsaved anymore.
 */
export function LeaveGuard({ isChanged }: { isChanged: boolean }) {
  // Our router can't block navigation, so intercept its push.
  const { navigator } = useContext(NavigationContext)
  const inside = useRef<HTMLInputElement>(null)
  const [leave, setLeave] = useState<() => void>()
  /** Where to go once the form is saved. */
  const [leaveSaved, setLeaveSaved] = useState<() => void>()
  const isLeaving = useRef(false)
  const isUnsaved = isChanged || leaveSaved !== undefined
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
  useEffect(() => {
    if (!leaveSaved) return
    if (!isChanged) {
      leaveSaved()
      setLeaveSaved(undefined)
      return
    }
    // Whoever goes on in the form stays.
    const stay = () => setLeaveSaved(undefined)
    const { form } = inside.current!
    form?.addEventListener('input', stay)
    form?.addEventListener('pointerdown', stay)
    return () => {
      form?.removeEventListener('input', stay)
      form?.removeEventListener('pointerdown', stay)
    }
  }, [leaveSaved, isChanged])
  function save() {
    setLeaveSaved(() => leave)
    setLeave(undefined)
    inside.current?.form?.requestSubmit()
  }
  return (
    <>
      <input ref={inside} type="hidden" />
      {isUnsaved && <BackGuard isLeaving={isLeaving} onBack={(go) => setLeave(() => go)} />}
      {leave && (
        <ConfirmDialog
          title="Leave without saving?"
          confirmLabel="Save"
          other={
            <Button variant="danger" onClick={leave}>
              Leave without saving
            </Button>
          }
          onClose={() => setLeave(undefined)}
          onConfirm={save}
        >
          <p>Your changes here aren't saved yet. If you leave, they stay here as a draft.</p>
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
  const pageOf = (address = '') => {
    const params = new URLSearchParams(address)
    return `${params.get('tab')} ${params.get('view')}`
  }
  return pathname === window.location.pathname && pageOf(search) === pageOf(window.location.search)
}
