import type { User } from '@arcadia/contract/accounts'
import type { PackageType } from '@arcadia/contract/configuration'
import type { Tackle } from '@arcadia/contract/riders'

/** The input of step 2. */
export interface TripDetails {
  packageType: PackageType
  numberOfGuests: number
  riders: number
  tackle: Tackle
  /** Asked for; what was sold is in the hold. */
  isPrivate: boolean
  firstName: string
  lastName: string
  email: string
  phone: string
  acceptsTerms: boolean
}

export function newDetails(packageType: PackageType = 'TROPHY', numberOfGuests = 1): TripDetails {
  const who = { firstName: '', lastName: '', email: '', phone: '' }
  return {
    packageType,
    numberOfGuests,
    riders: 0,
    tackle: 'DECIDE_LATER',
    isPrivate: false,
    ...who,
    acceptsTerms: false,
  }
}

/** Fills empty fields from the account. */
export function fillFromAccount(details: TripDetails, user: User): TripDetails {
  return {
    ...details,
    firstName: details.firstName || (user.firstName ?? ''),
    lastName: details.lastName || (user.lastName ?? ''),
    email: details.email || user.email,
    phone: details.phone || (user.phoneNumber ?? ''),
  }
}
