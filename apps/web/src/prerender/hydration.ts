import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** False while prerendered HTML is hydrating; anything that depends on the browser waits for true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
