import { useSyncExternalStore } from 'react'
import { attempt } from '../../api/attempt.ts'
import { createListeners } from '../../listeners.ts'

const KEY = 'arcadia.motion'
const { subscribe, tell } = createListeners()

/** Used if storage is blocked; lasts until the page is left. */
let isPausedHere = false

const readPause = (): boolean => attempt(() => window.localStorage.getItem(KEY) === 'paused') ?? isPausedHere

function setPaused(isPaused: boolean) {
  isPausedHere = isPaused
  attempt(() => (isPaused ? window.localStorage.setItem(KEY, 'paused') : window.localStorage.removeItem(KEY)))
  tell()
}

/** Whether the visitor paused moving pictures (gallery and hero), remembered for the next visit. */
export function useMotionPause() {
  const isPaused = useSyncExternalStore(subscribe, readPause, () => false)
  return { isPaused, setPaused }
}
