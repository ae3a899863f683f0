import { type BoatRules, type DayClaims, spotsLeft } from '@arcadia/contract/availability'
import type { PackageType } from '@arcadia/contract/configuration'
import { formatCents } from '@arcadia/contract/money'
import { PACKAGES } from '@arcadia/contract/packages'
import { anglers, type Tackle } from '@arcadia/contract/riders'
import { describeRidersAndTackle } from './bookings.rules.ts'

/** The fields a correction can change, and the resulting amounts in cents. */
export interface Corrected {
  numberOfGuests: number
  packageType: PackageType
  riders: number
  tackle: Tackle
  firstName: string
  lastName: string
  phone: string
  totalAmount: number
  depositAmount: number
}

/** Why a group can't grow by `more`, as a sentence; undefined if it can. */
export function refuseMoreAnglers(more: number, rules: BoatRules, claims: DayClaims, day: string): string | undefined {
  const free = spotsLeft(rules, claims)
  if (more <= free) return undefined
  if (more <= spotsLeft({ ...rules, sharing: 'OPEN' }, claims))
    return `Another group is on the boat on ${day}, and your sharing rule doesn't allow a group this size.`
  if (free <= 0) return `${day} has no spot left for another angler.`
  return `Only ${free} more ${free === 1 ? 'spot is' : 'spots are'} left on ${day}.`
}

/** The line for the history. It contains no names, because the history outlives them. */
export function describeCorrection(before: Corrected, after: Corrected): string {
  const parts = [
    after.numberOfGuests !== before.numberOfGuests &&
      `${anglers(after.numberOfGuests)} instead of ${before.numberOfGuests}`,
    after.packageType !== before.packageType &&
      `${PACKAGES[after.packageType].name} instead of ${PACKAGES[before.packageType].name}`,
    ...describeRidersAndTackle(before, after),
    (after.firstName !== before.firstName || after.lastName !== before.lastName) && 'the name',
    after.phone !== before.phone && 'the phone number',
  ].filter((part) => part !== false)
  const total = after.totalAmount !== before.totalAmount && ` The total is ${formatCents(after.totalAmount)}.`
  return `Updated: ${parts.join(', ')}.${total || ''}`
}
