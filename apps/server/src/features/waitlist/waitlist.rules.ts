import { type BoatRules, spotsLeft } from '@arcadia/contract/availability'
import { addDays, type TripDate, venueDate, venueHour } from '@arcadia/contract/trip-date'

const OFFER_MS = 30 * 60_000
const NIGHT_STARTS = 21
const MORNING = 7
/** An offer made at night lasts until eight in the morning, so that a sleeping customer does not miss it. */
const UNTIL_IN_THE_MORNING = 8

/**
 * When an offer made now ends: after 30 minutes, at eight in the morning when it is made at night, and never past nine of
 * the evening before the trip. Undefined when there would be no time left (docs/rules.md §2.10).
 */
export function offerEnd(now: Date, tripDate: TripDate): Date | undefined {
  const hour = venueHour(now)
  const isNight = hour >= NIGHT_STARTS || hour < MORNING
  const morning = hour >= NIGHT_STARTS ? addDays(venueDate(now), 1) : venueDate(now)
  const wished = isNight ? atVenue(morning, UNTIL_IN_THE_MORNING) : new Date(now.getTime() + OFFER_MS)
  const latest = atVenue(addDays(tripDate, -1), NIGHT_STARTS)
  const end = new Date(Math.min(wished.getTime(), latest.getTime()))
  return end > now ? end : undefined
}

/** Who is offered spots of a day with these groups on it: first come, first served, among those who fit. */
export function nextInLine<T extends { user_id: number; number_of_guests: number }>(
  line: readonly T[],
  rules: BoatRules,
  groups: ReadonlyMap<number, number>,
): T[] {
  const served: T[] = []
  const anglers = new Map(groups)
  for (const entry of line) {
    const own = anglers.get(entry.user_id) ?? 0
    const booked = [...anglers.values()].reduce((sum, one) => sum + one, 0)
    if (entry.number_of_guests > spotsLeft(rules, { booked, held: 0, own })) continue
    served.push(entry)
    anglers.set(entry.user_id, own + entry.number_of_guests)
  }
  return served
}

/** The instant at which the clock at the venue shows a full hour of a date. */
function atVenue(date: TripDate, hour: number): Date {
  const asIfUtc = new Date(`${date}T${String(hour).padStart(2, '0')}:00:00Z`)
  // The venue is four or five hours behind UTC; one of the two shows the hour.
  const summer = new Date(asIfUtc.getTime() + 4 * 3_600_000)
  return venueHour(summer) === hour ? summer : new Date(asIfUtc.getTime() + 5 * 3_600_000)
}
