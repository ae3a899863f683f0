import { afterEach, vi } from 'vitest'

// Files share a worker: each begins with our modules as they are when a page loads, and what one of them stubs is undone.
vi.resetModules()
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
