import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { sendBeacon } from './beacon.ts'
import { collect } from './collect.ts'
import { type Collector, createCollector } from './collector.ts'
import { analyticsClientId, useConsent } from './consent.ts'
import { ConsentBar } from './consent-bar.tsx'

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
      // Somebody went to the portal; or withdrew, and then not even what was gathered is sent.
      if (analyticsClientId() === clientId) visit.flush()
      else visit.drop()
    }
  }, [clientId])

  useEffect(() => {
    if (clientId) collector.current?.add({ name: 'page_view', page: pathname })
  }, [clientId, pathname])

  return isAsking ? <ConsentBar /> : null
}
