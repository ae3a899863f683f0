import type { DayState } from './day-look.ts'

const ENTRIES: { state: DayState; label: string }[] = [
  { state: 'open', label: 'Open' },
  { state: 'few', label: 'Few left' },
  { state: 'full', label: 'Full' },
  { state: 'closed', label: 'Closed' },
]

export function CalendarLegend() {
  return (
    <ul className="legend" aria-label="What the colors mean">
      {ENTRIES.map(({ state, label }) => (
        <li key={state}>
          <span className={`day day--${state}`} aria-hidden />
          {label}
        </li>
      ))}
    </ul>
  )
}
