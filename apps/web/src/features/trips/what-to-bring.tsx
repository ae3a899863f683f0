import { Check } from 'lucide-react'
import { useSiteData } from '../../prerender/site-data.ts'
import { ON_US, thingsToBring } from '../bookings/to-bring.ts'

/** What to bring, and what is included. */
export function WhatToBring() {
  const { words } = useSiteData()
  return (
    <section>
      <h2 className="display h3">What to bring</h2>
      <ul className="bring">
        {thingsToBring(words).map((thing) => (
          <li key={thing}>
            <Check className="icon" aria-hidden />
            <span className="min-w-0 wrap-anywhere">{thing}</span>
          </li>
        ))}
      </ul>
      <p className="trip__note">{ON_US}</p>
    </section>
  )
}
