import { useSyncExternalStore } from 'react'

/** False while the device itself knows that it has no connection; true says little. */
export const useOnline = () => useSyncExternalStore(follow, () => navigator.onLine)

function follow(onChange: () => void) {
  for (const name of ['online', 'offline']) window.addEventListener(name, onChange)
  return () => {
    for (const name of ['online', 'offline']) window.removeEventListener(name, onChange)
  }
}
