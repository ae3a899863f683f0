import './consent-bar.css'
import type { AnalyticsEvent } from '@arcadia/contract/site/analytics'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { apiBase } from '../api/api-base.ts'
import { Button } from '../ui/button.tsx'
import { type Collector, createCollector } from './collector.ts'
import { accept, analyticsClientId, decline, useConsent } from './consent.ts'
import { listenToTracking } from './track.ts'

/** Asks for consent, and with it collects; loaded only where analytics is set up. Never in the portal. */
export function Analytics() {
  const { pathname } = useLocation()
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
      // The visitor went to the portal or withdrew consent; in the second case not even gathered events are sent.
      if (analyticsClientId() === clientId) visit.flush()
      else visit.drop()
    }
  }, [clientId])

  useEffect(() => {
    if (clientId) collector.current?.add({ name: 'page_view', page: pathname })
  }, [clientId, pathname])

  return isAsking ? <ConsentBar /> : null
}

/** Sends events on, also from a page that is being left. What does not arrive is not missed. */
function sendBeacon(clientId: string, events: AnalyticsEvent[]): void {
  fetch(`${apiBase(window.location.hostname)}/analytics`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, consent: 'granted', events }),
    keepalive: true,
  }).catch(() => {})
}

/** The bar does not block the page, and both answers look the same. */
function ConsentBar() {
  const { choice } = useConsent()
  const bar = useRef<HTMLElement>(null)
  const isWanted = choice !== 'undecided'
  useEffect(() => {
    // Asked for from the footer: the focus comes here, and goes back with the answer.
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
          <Link to="/privacy#analytics">How it works</Link>
        </p>
        <div className="consent__acts">
          <Button onClick={decline}>Decline</Button>
          <Button onClick={accept}>Accept</Button>
        </div>
      </div>
    </section>
  )
}

/** What can be pressed. `data-label` names it where its text is somebody's own; otherwise the text that shows does. */
const CONTROLS = 'button, a[href], summary, [role=button]'

/** Listens to clicks, scrolling and what the features track, until the returned function is called. */
function collect(collector: Collector): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const page = () => window.location.pathname
  const stopTracking = listenToTracking((happening) => collector.add({ ...happening, page: page() }))

  function onClick({ target }: Event) {
    const control = target instanceof Element && target.closest<HTMLElement>(CONTROLS)
    // A button that is busy does nothing.
    if (!control || control.matches('.btn[aria-disabled=true]')) return
    // biome-ignore lint/performance/useDomNodeTextContent: a button that can be busy has a second text, which does not show
    collector.click(page(), control.dataset.label ?? control.ariaLabel ?? control.innerText)
  }
  function onScroll() {
    if (page() === '/') collector.homeScroll('/', window.scrollY, window.innerHeight)
  }

  // Before anything that stops the click on its way.
  document.addEventListener('click', onClick, { signal, capture: true })
  document.addEventListener('scroll', onScroll, { signal, passive: true })
  document.addEventListener('visibilitychange', () => document.hidden && collector.flush(), { signal })
  onScroll()
  return () => {
    listening.abort()
    stopTracking()
  }
}
