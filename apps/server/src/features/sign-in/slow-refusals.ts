import { setTimeout as delay } from 'node:timers/promises'

const AT_ONCE_PER_SECOND = 20
const PAUSE_MS = 2000

/**
 * Waits before a refusal once there were many in this second. A crowd that retries at once would otherwise keep the process
 * busy with refusals; a person, whose refusal is among the first, notices nothing.
 */
export function createSlowRefusals(): () => Promise<void> {
  let second = 0
  let refused = 0
  return async () => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) [second, refused] = [now, 0]
    refused += 1
    if (refused > AT_ONCE_PER_SECOND) await delay(PAUSE_MS)
  }
}
