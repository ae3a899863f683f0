import { useSyncExternalStore } from 'react'
import { createListeners } from '../../listeners.ts'

const KEY = 'arcadia.motion'
const { subscribe, tell } = createListeners()

/** Holds until the page is left where the browser keeps nothing for us. */
let isPausedHere = false

function readPause(): boolean {
  try {
    return window.localStorage.getItem(KEY) === 'paused'
  } catch {
    return isPausedHere
  }
}

function setPaused(isPaused: boolean) {
  isPausedHere = isPaused
  try {
    if (isPaused) window.localStorage.setItem(KEY, 'paused')
    else window.localStorage.removeItem(KEY)
  } catch {
    // Storage is blocked: the choice holds for this visit.
  }
  tell()
}

/** Whether the visitor stopped what moves by itself (gallery and hero), remembered for the next visit. */
export function useMotionPause() {
  const isPaused = useSyncExternalStore(subscribe, readPause, () => false)
  return { isPaused, setPaused }
}
