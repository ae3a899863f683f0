import { formatUntil } from '@arcadia/contract/bookings'
import { addDays, type TripDate, venueDate, venueInstant } from '@arcadia/contract/trip-date'

const HOUR_MS = 3_600_000

export const waitingUntil = (until: Date): string => `Waiting for the deposit until ${formatUntil(until)}`

/** How long spots can be kept, in everyday terms; leaves out times that have passed. */
export function untilChoices(now: Date): { value: string; label: string; at: Date }[] {
  const today = venueDate(now)
  return [
    { value: 'hour', label: 'For 1 hour', at: new Date(now.getTime() + HOUR_MS) },
    { value: 'evening', label: 'Until today, 8 PM', at: venueInstant(today, '20:00') },
    { value: 'noon', label: 'Until tomorrow, noon', at: venueInstant(addDays(today, 1), '12:00') },
  ].filter(({ at }) => at > now)
}

/** The chosen time, or one typed as the browser writes it (`2027-05-20T18:30`), in venue time. */
export function readUntil(choice: string, typed: string, now: Date): Date | undefined {
  if (choice !== 'own') return untilChoices(now).find(({ value }) => value === choice)?.at
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(typed) ?? []
  return date && time ? venueInstant(date as TripDate, time) : undefined
}
