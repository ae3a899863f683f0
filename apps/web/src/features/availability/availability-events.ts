import { streamAvailability } from '@arcadia/contract/availability'
import type { TripDate } from '@arcadia/contract/trip-date'
import { urlOf } from '../../api/call.ts'
import { followSharedFeed, REFUSED_PAUSE_MS } from '../../news/shared-feed.ts'

/** The dates that changed, or everything. */
export type AvailabilityChange = readonly TripDate[] | 'all'

type Tell = (change: AvailabilityChange) => void

/** Subscribes to availability changes. @returns unsubscribe */
export function followAvailability(tell: Tell): () => void {
  return followSharedFeed({ name: 'arcadia-availability', listen, tell, anything: 'all' })
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
      // Browsers reconnect after a lost connection but not after a refusal (too many streams, a proxy).
      if (source.readyState === EventSource.CLOSED) reopening = setTimeout(open, REFUSED_PAUSE_MS)
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
