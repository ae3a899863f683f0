import { afterEach, vi } from 'vitest'

// Files share a worker, so reset our modules to their state at page load and undo stubs.
vi.resetModules()
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
