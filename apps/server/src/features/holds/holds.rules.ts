import { type PackageType, quote } from '@arcadia/contract/configuration'
import { toPrivateMorning } from './current-hold.ts'

interface FrozenPrices {
  deposit_per_guest_cents: number
  standard_package_price_cents: number
  trophy_package_price_cents: number
  rider_price_cents: number
  private_spots: number | null
  private_spot_price_cents: number | null
}

/** The deposit and total at a hold's frozen prices, in cents. */
export function quoteOfHold(hold: FrozenPrices, packageType: PackageType, numberOfGuests: number, riders = 0) {
  const prices = {
    depositPerGuest: hold.deposit_per_guest_cents,
    standardPackagePrice: hold.standard_package_price_cents,
    trophyPackagePrice: hold.trophy_package_price_cents,
    riderPrice: hold.rider_price_cents,
    privateMorning: toPrivateMorning(hold.private_spots, hold.private_spot_price_cents),
  }
  return quote(prices, packageType, numberOfGuests, riders)
}

export interface IdleHold {
  id: string
  guests: number
  expiresAt: Date
  isOffer: boolean
}

/**
 * Which holds a phone booking takes, the latest first and only as many as needed: none if it fits anyway, undefined if it
 * doesn't fit without all of them either.
 * @param latestFirst the day's idle holds
 * @param fits whether the booking fits once this many spots are free again
 */
export function chooseHolds(
  latestFirst: readonly IdleHold[],
  fits: (freed: number) => boolean,
): IdleHold[] | undefined {
  const freedBy = (holds: readonly IdleHold[]) => holds.reduce((sum, { guests }) => sum + guests, 0)
  const enough = [...Array(latestFirst.length + 1).keys()]
    .map((count) => latestFirst.slice(0, count))
    .find((taken) => fits(freedBy(taken)))
  // A larger, earlier hold may make a later one unnecessary.
  return enough?.reduceRight((taken, hold) => {
    const others = taken.filter((other) => other !== hold)
    return fits(freedBy(others)) ? others : taken
  }, enough)
}
