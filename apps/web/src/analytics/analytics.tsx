import { addresses } from '@arcadia/contract/addresses'
import './consent-bar.css'
import type { AnalyticsEvent } from '@arcadia/contract/site/analytics'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { apiBase } from '../api/api-base.ts'
import { Button } from '../ui/button.tsx'
import { type Collector, createCollector } from './collector.ts'
import { accept, analyticsClientId, decline, useConsent } from './consent.ts'
import { listenToTracking } from './track.ts'

/** Asks for consent and collects once given. Loaded only where analytics is set up, never in the portal. */
export function Analytics() {
  const page = pageOf(useLocation().pathname)
  const { clientId, isAsking } = useConsent()
  const collector = useRef<Collector>(null)

  useEffect(() => {
    if (!clientId) return
    const visit = createCollector({ send: (events) => sendBeacon(clientId, events) })
    collector.current = visit
    const stop = collect(visit)
    return () => {
      collector.current = null
      stop()
      // The visitor opened the portal or withdrew consent; after withdrawal even gathered events are dropped.
      if (analyticsClientId() === clientId) visit.flush()
      else visit.drop()
    }
  }, [clientId])

  useEffect(() => {
    if (clientId) collector.current?.add({ name: 'page_view', page })
  }, [clientId, page])

  return isAsking ? <ConsentBar /> : null
}

/** The page of an address, without what names a link or a booking. */
const pageOf = (pathname: string) => pathname.replace(/^(\/[^/]+)\/.*/, '$1')

/** Sends events, even from a page that is closing. Losses are ignored. */
function sendBeacon(clientId: string, events: AnalyticsEvent[]): void {
  fetch(`${apiBase(window.location.hostname)}/analytics`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, consent: 'granted', events }),
    keepalive: true,
  }).catch(() => {})
}

/** The bar doesn't block the page, and both buttons look alike. */
function ConsentBar() {
  const { choice } = useConsent()
  const bar = useRef<HTMLElement>(null)
  const isWanted = choice !== 'undecided'
  useEffect(() => {
    // Opened from the footer: focus moves here, and back after the answer.
    if (!isWanted) return
    const opener = document.activeElement
    bar.current?.focus()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [isWanted])
  return (
    <section ref={bar} className="consent dark" aria-label="Privacy choices" tabIndex={-1}>
      <div className="wrap">
        <p>
          Can we count which pages and buttons get used? Never your name.{' '}
          <Link to={addresses.privacy.analytics.href()}>How it works</Link>
        </p>
        <div className="consent__acts">
          <Button onClick={decline}>Decline</Button>
          <Button onClick={accept}>Accept</Button>
        </div>
      </div>
    </section>
  )
}

/** Clickable controls. `data-label` replaces the visible text where that text is personal. */
const CONTROLS = 'button, a[href], summary, [role=button]'

/** Listens to clicks, scrolling and what the features track, until the returned function is called. */
function collect(collector: Collector): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const page = () => pageOf(window.location.pathname)
  const stopTracking = listenToTracking((happening) => collector.add({ ...happening, page: page() }))

  function onClick({ target }: Event) {
    const control = target instanceof Element && target.closest<HTMLElement>(CONTROLS)
    // A button that is busy does nothing.
    if (!control || control.matches(':is(.btn, .link)[aria-disabled=true]')) return
    // biome-ignore lint/performance/useDomNodeTextContent: a button that can be busy has a second, hidden text
    collector.click(page(), control.dataset.label ?? control.ariaLabel ?? control.innerText)
  }
  function onScroll() {
    if (page() === '/') collector.homeScroll('/', window.scrollY, window.innerHeight)
  }

  // Capture phase, before anything stops the click.
  document.addEventListener('click', onClick, { signal, capture: true })
  document.addEventListener('scroll', onScroll, { signal, passive: true })
  document.addEventListener('visibilitychange', () => document.hidden && collector.flush(), { signal })
  onScroll()
  return () => {
    listening.abort()
    stopTracking()
  }
}
