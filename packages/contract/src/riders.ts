import * as z from 'zod/mini'

/** The most riders on a booking; riders come along and don't fish (docs/rules.md §3.23). */
export const MAX_RIDERS = 2

const WRONG = `Riders must be a whole number from 0 to ${MAX_RIDERS}.`
export const Riders = z.int(WRONG).check(z.gte(0, WRONG), z.lte(MAX_RIDERS, WRONG))

/** The rods a group wants on the boat (docs/rules.md §2.15). */
export const Tackle = z.enum(
  ['DECIDE_LATER', 'CONVENTIONAL', 'FLY'],
  'The tackle must be CONVENTIONAL, FLY or DECIDE_LATER.',
)
export type Tackle = z.infer<typeof Tackle>

export const TACKLE_NAMES: Record<Tackle, string> = {
  DECIDE_LATER: 'Decide later',
  CONVENTIONAL: 'Conventional',
  FLY: 'Fly',
}

/** As staff reads it: `not decided`, `fly`. */
export const tackleInWords = (tackle: Tackle) =>
  tackle === 'DECIDE_LATER' ? 'not decided' : TACKLE_NAMES[tackle].toLowerCase()

/** `2 riders` */
export const ridersInWords = (count: number) => `${count} ${count === 1 ? 'rider' : 'riders'}`

/** `2 anglers` */
export const anglers = (count: number) => `${count} ${count === 1 ? 'angler' : 'anglers'}`

export interface Group {
  numberOfGuests: number
  riders: number
  privateMorning?: unknown
}

/** `2 anglers, 1 rider, private morning` */
export function groupInWords({ numberOfGuests, riders, privateMorning }: Group): string {
  const parts = [anglers(numberOfGuests), riders > 0 && ridersInWords(riders), privateMorning && 'private morning']
  return parts.filter(Boolean).join(', ')
}
