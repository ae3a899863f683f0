import { type BoatRules, spotsLeft } from '@arcadia/contract/availability'
import { addDays, type TripDate, venueDate, venueInstant, venueTime } from '@arcadia/contract/trip-date'
import { MINUTE_MS } from '../../clock.ts'

const OFFER_MS = 30 * MINUTE_MS
const NIGHT_STARTS = '21:00'
const MORNING = '07:00'
/** An offer made at night lasts until 8 AM, so that a sleeping customer does not miss it. */
const UNTIL_IN_THE_MORNING = '08:00'

/**
 * When an offer made now ends: after 30 minutes, or at 8 AM if made at night, and never past 9 PM on the evening before
 * the trip. Undefined if no time is left (docs/rules.md §2.10).
 */
export function offerEnd(now: Date, tripDate: TripDate): Date | undefined {
  const time = venueTime(now)
  const isNight = time >= NIGHT_STARTS || time < MORNING
  const morning = time >= NIGHT_STARTS ? addDays(venueDate(now), 1) : venueDate(now)
  const usual = isNight ? venueInstant(morning, UNTIL_IN_THE_MORNING) : new Date(now.getTime() + OFFER_MS)
  const latest = venueInstant(addDays(tripDate, -1), NIGHT_STARTS)
  const end = new Date(Math.min(usual.getTime(), latest.getTime()))
  return end > now ? end : undefined
}

/** Who gets offers on a day with these groups: first come, first served, among those who fit and stay within the limits. */
export function nextInLine<T extends { user_id: number; number_of_guests: number }>(
  line: readonly T[],
  rules: BoatRules,
  { groups, isPrivate }: { groups: ReadonlyMap<number, number>; isPrivate: boolean },
  mayBeOffered: (entry: T) => boolean = () => true,
): T[] {
  const served: T[] = []
  const anglers = new Map(groups)
  const privately = isPrivate ? 'BOOKED' : undefined
  for (const entry of line) {
    const own = anglers.get(entry.user_id) ?? 0
    const booked = [...anglers.values()].reduce((sum, one) => sum + one, 0)
    if (entry.number_of_guests > spotsLeft(rules, { booked, held: 0, own, privately })) continue
    if (!mayBeOffered(entry)) continue
    served.push(entry)
    anglers.set(entry.user_id, own + entry.number_of_guests)
  }
  return served
}
