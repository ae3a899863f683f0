import type { TripDate } from '@arcadia/contract/trip-date'
import { getMoonIllumination, getTimes } from 'suncalc'

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

/** The sun and the moon over Arcadia on a date: computed, nothing is asked for. */
export function skyOf(date: TripDate): TripSky {
  // About the middle of the day at the venue, so that it is that day's sun and moon.
  const noon = new Date(`${date}T17:00:00Z`)
  const { sunrise, sunset } = getTimes(noon, ARCADIA.latitude, ARCADIA.longitude)
  const { phase, fraction } = getMoonIllumination(noon)
  return {
    // Missing near the poles only.
    sunrise: sunrise!,
    sunset: sunset!,
    moon: { phase: PHASES[Math.round(phase * PHASES.length) % PHASES.length]!, litPercent: Math.round(fraction * 100) },
  }
}
