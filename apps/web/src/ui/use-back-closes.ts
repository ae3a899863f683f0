import { useEffect, useEffectEvent } from 'react'

/**
 * Makes the browser's Back (a gesture on phones) go to the top dialog instead of leaving the page: `onBack` steps back
 * inside it and returns true, otherwise the dialog closes. Each open dialog has its own history entry, one deeper than
 * what it covers.
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
      // A dialog that just closed went back over this one's entry, which was pushed meanwhile.
      if (isOwnWayBack) pushDepth(depth)
      else answer(depth)
    }
    followOwnWaysBack()
    window.addEventListener('popstate', onPopState)
    return () => {
      window.removeEventListener('popstate', onPopState)
      openDepths.delete(depth)
      // In the next task: by then a replacing dialog or a new page owns the entry.
      leaveSoon()
    }
  }, [])
}

const openDepths = new Set<number>()

let toLeave = 0

function leaveSoon() {
  toLeave += 1
  setTimeout(() => {
    toLeave -= 1
    leaveEmptyEntry()
  })
}

/**
 * Leaves an entry that nothing covers anymore. The entry below may be empty too: of a dialog closed at the same time,
 * or before a reload.
 */
function leaveEmptyEntry() {
  const depth = currentDepth()
  if (depth > 0 && !openDepths.has(depth) && ownWaysBack === 0 && !isLeaving) goBack()
  else if (isPageAlone()) for (const run of waiting) run()
}

/**
 * Runs once no dialog is open and its entry is left, at once if so: until then a dialog keeps the focus, and going back would
 * restore the scroll position. Answers how to call it off.
 */
export function onceNoDialog(act: () => void): () => void {
  const run = () => {
    waiting.delete(run)
    act()
  }
  if (isPageAlone()) act()
  else waiting.add(run)
  return () => void waiting.delete(run)
}

const waiting = new Set<() => void>()

const isPageAlone = () => openDepths.size + toLeave + ownWaysBack === 0

/** Our history.back() calls still pending, since they are asynchronous. */
let ownWaysBack = 0
let isOwnWayBack = false
let isFollowing = false

function goBack() {
  ownWaysBack += 1
  window.history.back()
}

/** Runs before any dialog's listener: tells our own navigation from the person's. */
function followOwnWaysBack() {
  if (isFollowing) return
  isFollowing = true
  const tell = () => {
    isOwnWayBack = ownWaysBack > 0
    if (!isOwnWayBack) return
    ownWaysBack -= 1
    leaveSoon()
  }
  window.addEventListener('popstate', tell, { capture: true })
}

const currentDepth = (): number => window.history.state?.dialogDepth ?? 0

/** The browser is loading another document, which going back would cancel. */
let isLeaving = false

/** To another document, also from inside a dialog. Until its address is known the page stays; whoever has left it by then is let go. */
export async function leaveFor(address: Promise<string>): Promise<void> {
  isLeaving = true
  // Back may restore this page from the browser's cache.
  window.addEventListener('pageshow', () => (isLeaving = false), { once: true })
  const { pathname } = window.location
  let isUnloading = false
  window.addEventListener('beforeunload', () => (isUnloading = true), { once: true })
  const to = await address
  if (isUnloading) return
  isLeaving = window.location.pathname === pathname
  if (isLeaving) window.location.assign(to)
}

/** Goes to what was there before, past everything open on this page. */
export function leaveBack() {
  window.history.go(-1 - currentDepth())
}

/** Keeps the router's state, or the router would see a navigation. */
function pushDepth(depth: number) {
  window.history.pushState({ ...window.history.state, dialogDepth: depth }, '')
}
