import { useEffect, useEffectEvent } from 'react'

/**
 * The browser's Back, which on a phone is a gesture, is answered by the dialog on top instead of leaving the page: `onBack`
 * steps back inside it and answers true, otherwise the dialog closes. Each open dialog has an entry of its own in the
 * history, one deeper than what it lies on.
 */
export function useBackCloses(onClose: () => void, onBack?: () => boolean) {
  const answer = useEffectEvent((depth: number) => {
    if (onBack?.()) pushDepth(depth)
    else onClose()
  })
  useEffect(() => {
    const depth = currentDepth() + 1
    openDepths.add(depth)
    pushDepth(depth)
    const onPopState = () => {
      if (currentDepth() >= depth) return
      // The way back of a dialog that closed a moment ago took the entry of this one, which opened meanwhile.
      if (isOwnWayBack) pushDepth(depth)
      else answer(depth)
    }
    followOwnWaysBack()
    window.addEventListener('popstate', onPopState)
    return () => {
      window.removeEventListener('popstate', onPopState)
      openDepths.delete(depth)
      // A turn later: a dialog that takes this one's place, or a page that was gone to, lies on the entry by then.
      setTimeout(leaveEmptyEntry)
    }
  }, [])
}

const openDepths = new Set<number>()

/** Out of an entry that nothing lies on any more. The one below may be empty too: of what closed at the same time, or before a reload. */
function leaveEmptyEntry() {
  const depth = currentDepth()
  if (depth > 0 && !openDepths.has(depth) && ownWaysBack === 0 && !isLeaving) goBack()
}

/** Ways back that were begun and are not done: the browser takes its time. */
let ownWaysBack = 0
let isOwnWayBack = false
let isFollowing = false

function goBack() {
  ownWaysBack += 1
  window.history.back()
}

/** Before any dialog hears of it: whether a way back is our own or the person's. */
function followOwnWaysBack() {
  if (isFollowing) return
  isFollowing = true
  const tell = () => {
    isOwnWayBack = ownWaysBack > 0
    if (!isOwnWayBack) return
    ownWaysBack -= 1
    setTimeout(leaveEmptyEntry)
  }
  window.addEventListener('popstate', tell, { capture: true })
}

const currentDepth = (): number => window.history.state?.dialogDepth ?? 0

/** Whether the browser is on its way to another document: a way back would call that off. */
let isLeaving = false

/** To another document, also from inside a dialog. Until its address is known the page stays; whoever has left it by then is let go. */
export async function leaveFor(address: Promise<string>): Promise<void> {
  isLeaving = true
  // Back may bring the page here again as it was left.
  window.addEventListener('pageshow', () => (isLeaving = false), { once: true })
  const { pathname } = window.location
  let isUnloading = false
  window.addEventListener('beforeunload', () => (isUnloading = true), { once: true })
  const to = await address
  if (isUnloading) return
  isLeaving = window.location.pathname === pathname
  if (isLeaving) window.location.assign(to)
}

/** To what was there before, past everything that lies on this page. */
export function leaveBack() {
  window.history.go(-1 - currentDepth())
}

/** What else is in the state is the router's, which must not think that somebody went elsewhere. */
function pushDepth(depth: number) {
  window.history.pushState({ ...window.history.state, dialogDepth: depth }, '')
}
