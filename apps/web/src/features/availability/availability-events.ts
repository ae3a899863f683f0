import { streamAvailability } from '@arcadia/contract/availability'
import type { TripDate } from '@arcadia/contract/trip-date'
import { urlOf } from '../../api.ts'

/** The dates whose figures changed, or anything. */
export type AvailabilityChange = readonly TripDate[] | 'all'

type Tell = (change: AvailabilityChange) => void

/** The lock and the channel that the tabs of one browser share. */
const SHARED_NAME = 'arcadia-availability'
const REOPEN_MS = 3000

/**
 * Tells of every change of availability until the returned function is called. One tab of a browser listens to the
 * server and passes on what it hears, so that many tabs cost one connection; a hidden tab leaves that to another.
 */
export function followAvailability(tell: Tell): () => void {
  const channel = new BroadcastChannel(SHARED_NAME)
  channel.addEventListener('message', ({ data }: MessageEvent<AvailabilityChange>) => tell(data))
  let turn: AbortController | undefined

  function takePart() {
    turn = new AbortController()
    const { signal } = turn
    const pass: Tell = (change) => {
      tell(change)
      channel.postMessage(change)
    }
    alone(() => listen(pass, signal), signal).catch(() => {})
  }

  function onVisibilityChange() {
    if (document.hidden) {
      turn?.abort()
      turn = undefined
    } else if (!turn) {
      // Whatever happened while this tab was hidden passed it by.
      tell('all')
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
function alone(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  return navigator.locks ? navigator.locks.request(SHARED_NAME, { signal }, work) : work()
}

function listen(tell: Tell, signal: AbortSignal): Promise<void> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let source: EventSource
  let reopening: ReturnType<typeof setTimeout> | undefined

  function open() {
    source = new EventSource(urlOf(streamAvailability, {}))
    source.addEventListener('all', () => tell('all'))
    source.addEventListener('dates', ({ data }: MessageEvent<string>) => {
      tell((JSON.parse(data) as { dates: TripDate[] }).dates)
    })
    source.addEventListener('error', () => {
      // The browser itself reconnects after a lost connection, but not after a refusal (a restart, a proxy).
      if (source.readyState === EventSource.CLOSED) reopening = setTimeout(open, REOPEN_MS)
    })
  }

  open()
  signal.addEventListener('abort', () => {
    clearTimeout(reopening)
    source.close()
    end()
  })
  return ended
}
