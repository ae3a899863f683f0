import { getMoonIllumination, getTimes } from 'suncalc'
import type { TripDate } from '../trip-date.ts'

const ARCADIA = { latitude: 27.2159, longitude: -81.8584 }

const PHASES = [
  'New moon',
  'Waxing crescent',
  'First quarter',
  'Waxing gibbous',
  'Full moon',
  'Waning gibbous',
  'Last quarter',
  'Waning crescent',
] as const

export interface TripSky {
  sunrise: Date
  sunset: Date
  moon: { phase: (typeof PHASES)[number]; litPercent: number }
}

const LUNAR_MONTH_DAYS = 29.53

/** New, full or a quarter for a day before and after; `phase` runs from 0, new, to 1, new again. */
function phaseOf(phase: number): (typeof PHASES)[number] {
  const quarter = Math.round(phase * 4)
  const isNear = Math.abs(phase - quarter / 4) * LUNAR_MONTH_DAYS < 1
  return isNear ? PHASES[(quarter * 2) % PHASES.length]! : PHASES[Math.floor(phase * 4) * 2 + 1]!
}

/** The sun and the moon over a place on a date, computed locally. */
export function skyOf(date: TripDate, { latitude, longitude } = ARCADIA): TripSky {
  // Around noon at the venue, to get that date's sun and moon.
  const noon = new Date(`${date}T17:00:00Z`)
  const { sunrise, sunset } = getTimes(noon, latitude, longitude)
  const { phase, fraction } = getMoonIllumination(noon)
  return {
    // Missing near the poles only.
    sunrise: sunrise!,
    sunset: sunset!,
    moon: { phase: phaseOf(phase), litPercent: Math.round(fraction * 100) },
  }
}
