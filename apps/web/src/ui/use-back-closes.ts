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
    pushDepth(depth)
    const onPopState = () => {
      if (currentDepth() < depth) answer(depth)
    }
    window.addEventListener('popstate', onPopState)
    return () => {
      window.removeEventListener('popstate', onPopState)
      // A turn later: a dialog that takes this one's place, or a page that was gone to, lies on the entry by then.
      setTimeout(() => {
        if (currentDepth() === depth) window.history.back()
      })
    }
  }, [])
}

const currentDepth = (): number => window.history.state?.dialogDepth ?? 0

/** What else is in the state is the router's, which must not think that somebody went elsewhere. */
function pushDepth(depth: number) {
  window.history.pushState({ ...window.history.state, dialogDepth: depth }, '')
}
