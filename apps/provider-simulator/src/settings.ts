import type { Store } from './state.ts'

/** How long the provider remembers a Request-Id; the README explains the modes. */
export const requestMemories = ['forever', '24h', 'voids-only', 'none'] as const
export type RequestMemory = (typeof requestMemories)[number]

export interface Settings {
  requestMemory: RequestMemory
  /** Two overlapping refreshes of one connection revoke it. */
  strictRefresh: boolean
  clockOffsetMs: number
}

export const defaultSettings: Settings = { requestMemory: 'forever', strictRefresh: false, clockOffsetMs: 0 }

export function getSettings(store: Store): Settings {
  return store.get('settings', 'all') ?? defaultSettings
}

/** Updates only the given settings. */
export function changeSettings(store: Store, change: Partial<Settings>): void {
  store.commit([['settings', 'all', { ...getSettings(store), ...change }]])
}
