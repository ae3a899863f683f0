/** The minimum delay after a refusal, even if the browser hides its status. */
export const REFUSED_PAUSE_MS = 30_000

/** Listens to the server until aborted and passes on what it hears. */
type Listen<Change> = (tell: (change: Change) => void, signal: AbortSignal) => Promise<void>

interface SharedFeed<Change> {
  /** Names the lock and channel shared by the browser's tabs. */
  name: string
  listen: Listen<Change>
  tell: (change: Change) => void
  /** Sent when a change may have been missed. */
  anything: Change
}

/**
 * Subscribes to changes. One tab per browser listens to the server and broadcasts, so many tabs cost one connection; a
 * hidden tab hands over to another (docs/rules.md §7.6). @returns unsubscribe
 */
export function followSharedFeed<Change>({ name, listen, tell, anything }: SharedFeed<Change>): () => void {
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<Change>) => tell(data))
  let turn: AbortController | undefined

  function takePart() {
    turn = new AbortController()
    const { signal } = turn
    const pass = (change: Change) => {
      // After its turn, the next listening tab broadcasts.
      if (signal.aborted) return
      tell(change)
      channel.postMessage(change)
    }
    alone(name, () => listen(pass, signal), signal).catch(() => {})
  }

  function onVisibilityChange() {
    if (document.hidden) {
      turn?.abort()
      turn = undefined
    } else if (!turn) {
      // This tab missed everything while hidden.
      tell(anything)
      takePart()
    }
  }

  document.addEventListener('visibilitychange', onVisibilityChange)
  if (!document.hidden) takePart()
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange)
    turn?.abort()
    channel.close()
  }
}

/** Runs `work` in one tab at a time; the others wait. Plain http has no locks, so there each tab runs it. */
function alone(name: string, work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  return navigator.locks ? navigator.locks.request(name, { signal }, work) : work()
}
