/** Who hears that something happened. `subscribe` is what `useSyncExternalStore` takes: it listens until the function that it returns is called. */
export function createListeners<Told extends unknown[] = []>() {
  const listeners = new Set<(...told: Told) => void>()
  return {
    subscribe(listener: (...told: Told) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tell(...told: Told) {
      for (const listener of listeners) listener(...told)
    },
  }
}
