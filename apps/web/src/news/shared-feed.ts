/** A server that refuses a listener is asked again no sooner, also where the browser hides what it says. */
export const REFUSED_PAUSE_MS = 30_000

/** Listens to the server until the signal, and tells what it hears. */
type Listen<Change> = (tell: (change: Change) => void, signal: AbortSignal) => Promise<void>

interface SharedFeed<Change> {
  /** Names the lock and the channel that the tabs of one browser share. */
  name: string
  listen: Listen<Change>
  tell: (change: Change) => void
  /** Told when something may have been missed. */
  anything: Change
}

/**
 * Tells of every change until the returned function is called. One tab of a browser listens to the server and passes on
 * what it hears, so that many tabs cost one connection; a hidden tab leaves that to another (docs/rules.md §7.6).
 */
export function followSharedFeed<Change>({ name, listen, tell, anything }: SharedFeed<Change>): () => void {
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<Change>) => tell(data))
  let turn: AbortController | undefined

  function takePart() {
    turn = new AbortController()
    const { signal } = turn
    const pass = (change: Change) => {
      // The next listening tab passes on what this one heard after its turn.
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
      // This tab missed whatever happened while it was hidden.
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

/** Runs `work` in one tab at a time; the others wait for their turn. Plain http has no locks: each tab for itself then. */
function alone(name: string, work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  return navigator.locks ? navigator.locks.request(name, { signal }, work) : work()
}
