import { type BoatRules, type DayClaims, spots, spotsLeft } from './availability.ts'
import type { BookingConfig, PrivateMorning } from './configuration.ts'
import { formatDayInWords, type TripDate } from './trip-date.ts'

/**
 * What a group can buy with its spots: those that another group could still book, at the owner's price (docs/rules.md §2.22).
 * Undefined where that isn't offered, the morning is private already, another group is on the boat, or nobody else could book anyway.
 */
export function privateMorningFor(
  { privateSpotPrice, ...rules }: BoatRules & Pick<BookingConfig, 'privateSpotPrice'>,
  { booked, held, own = 0, privately }: DayClaims,
  numberOfGuests: number,
): PrivateMorning | undefined {
  if (!privateSpotPrice || privately || booked + held > own) return undefined
  const emptySpots = spotsLeft(rules, { booked: own + numberOfGuests, held: 0 })
  return emptySpots > 0 ? { spots: numberOfGuests + emptySpots, spotPrice: privateSpotPrice } : undefined
}

/** Why a morning can't be one group's alone. */
export const notPrivate = (date: TripDate): string =>
  `Another group has spots on ${formatDayInWords(date)}, so that morning can't be private.`

/** `2 empty spots` */
export const emptyInWords = (emptySpots: number): string => spots(emptySpots).replace(' ', ' empty ')

/** `Private morning, 2 empty spots` */
export const privateInWords = (emptySpots: number): string =>
  ['Private morning', emptySpots > 0 && emptyInWords(emptySpots)].filter(Boolean).join(', ')
