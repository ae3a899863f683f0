import { MORNING_HOUR } from '@arcadia/contract/morning'
import { venueHour } from '@arcadia/contract/trip-date'

export const isMorning = (now: Date): boolean => venueHour(now) >= MORNING_HOUR
