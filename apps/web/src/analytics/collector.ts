import type { AnalyticsEvent } from '@arcadia/contract/site/analytics'

/** The contract's limits, copied because importing them would pull in the schemas. */
export const MAX_LABEL = 80
export const MAX_SCREEN = 5
const MAX_EVENTS = 20
const MAX_PAGE = 200

/** Repeats of a label within this time are one click (docs/rules.md §11.4): a label and its control both report. */
const SAME_CLICK_MS = 400
/** Events this close together are sent as one batch. */
const GATHER_MS = 2000

interface CollectorOptions {
  send: (events: AnalyticsEvent[]) => void
  /** A monotonic clock, in milliseconds. */
  now?: () => number
}

/** Gathers the events of a visit and sends them in small batches. */
export function createCollector({ send, now = () => performance.now() }: CollectorOptions) {
  let waiting: AnalyticsEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let deepestScreen = -1
  const lastClicks = new Map<string, number>()

  function flush() {
    clearTimeout(timer)
    timer = undefined
    while (waiting.length > 0) send(waiting.splice(0, MAX_EVENTS))
  }

  function add(event: AnalyticsEvent) {
    const label = event.label === undefined ? {} : { label: cutLabel(event.label) }
    waiting.push({ ...event, ...label, page: event.page.slice(0, MAX_PAGE) })
    timer ??= setTimeout(flush, GATHER_MS)
  }

  return {
    add,
    click(page: string, text: string) {
      const label = cutLabel(text)
      if (!label || namesSomebody(text)) return
      const last = lastClicks.get(label)
      lastClicks.set(label, now())
      if (last === undefined || now() - last >= SAME_CLICK_MS) add({ name: 'click', page, label })
    },
    /** Each screen from 0 to 5 counts once per visit, even when jumped over. */
    homeScroll(page: string, scrollY: number, screenHeight: number) {
      const reached = screensDown(scrollY, screenHeight)
      while (deepestScreen < reached) add({ name: 'home_scroll', page, screen: ++deepestScreen })
    },
    flush,
    /** Consent was withdrawn: drop unsent events. */
    drop() {
      clearTimeout(timer)
      timer = undefined
      waiting = []
    },
  }
}

export type Collector = ReturnType<typeof createCollector>

/** An amount reveals what someone buys and splits one button into many labels. */
const AMOUNT = /\$[\d,]*\d(\.\d+)?( USD)?/g

const cutLabel = (text: string) => text.replace(AMOUNT, '').replace(/\s+/g, ' ').trim().slice(0, MAX_LABEL)

/** Email addresses and long numbers (phones, bookings) are personal. */
const namesSomebody = (text: string) => /@|\d[\d ().-]{5,}\d/.test(text)

/** Scroll depth in whole screens. */
export function screensDown(scrollY: number, screenHeight: number): number {
  if (screenHeight <= 0) return 0
  return Math.min(MAX_SCREEN, Math.max(0, Math.floor(scrollY / screenHeight)))
}
