import { type ReactNode, useRef, useState } from 'react'
import { lazyFeature } from '../../lazy-feature.tsx'
import { useSiteData } from '../../prerender/site-data.ts'
import { BusinessText } from '../business-words.tsx'
import { useSiteFacts } from '../landing/use-site-facts.ts'
import { WhenNear } from '../landing/when-near.tsx'
import { ServerText } from '../server-text.tsx'
import { beginningOf, monthsOfSeason } from './season-calendar-months.ts'

const SeasonCalendar = lazyFeature(async () => (await import('./season-calendar.tsx')).SeasonCalendar)

/** The whole season at a glance. The calendar loads when nearly in view; until then its space is reserved. */
export function SeasonCalendarSection() {
  const section = useRef<HTMLElement>(null)
  const { facts } = useSiteFacts()
  const [instead, setInstead] = useState<ReactNode>()
  return (
    <section ref={section} className="season" id="season" aria-labelledby="season-title">
      <div className="wrap season__grid">
        <div className="season__head">
          <h2 className="display h2" id="season-title">
            Pick your morning
          </h2>
          <p className="lead muted">
            {instead ?? <ServerText name="pick-a-morning">{facts['pick-a-morning']}</ServerText>}
          </p>
          <NoteWithoutScripts />
        </div>
        <WhenNear section={section} waiting={<KeptPlace />}>
          <SeasonCalendar waiting={<KeptPlace />} onSoldOut={setInstead} />
        </WhenNear>
      </div>
    </section>
  )
}

/** The season shown on pages without the server's data. */
const FALLBACK_SEASON = { seasonStart: '2026-05-16', seasonEnd: '2026-09-05' }

function KeptPlace() {
  const { config } = useSiteData()
  const { seasonStart, seasonEnd } = config ?? FALLBACK_SEASON
  const first = config ? beginningOf(seasonStart, new Date().toISOString()) : seasonStart
  return (
    <>
      {monthsOfSeason(first, seasonEnd).map(({ month, weeks }) => (
        <div key={month} className="season__month" data-weeks={weeks} />
      ))}
      <div className="season__key" />
    </>
  )
}

function NoteWithoutScripts() {
  const { facts } = useSiteFacts()
  return (
    <noscript>
      <p className="season__note">
        The live calendar needs JavaScript, which is off in this browser. We fish{' '}
        <ServerText name="season">{facts.season}</ServerText>,{' '}
        <ServerText name="open-days">{facts['open-days']}</ServerText>, from <BusinessText name="hours" />.{' '}
        <a href="#contact">Ask us for a date</a>.
      </p>
    </noscript>
  )
}
