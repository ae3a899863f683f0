import type { User } from '@arcadia/contract/accounts'
import { BookingData } from '@arcadia/contract/bookings'
import type { PackageType } from '@arcadia/contract/configuration'
import type { Tackle } from '@arcadia/contract/riders'
import type { TripDate } from '@arcadia/contract/trip-date'
import * as z from 'zod/mini'

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

export type DetailErrors = Partial<Record<keyof TripDetails, string>>

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

const NAMED = { firstName: 'first name', lastName: 'last name', email: 'email' }

/** British English omits the comma before `and`, as the specified message does (docs/rules.md §6.2). */
const listed = new Intl.ListFormat('en-US')

/** What is missing or wrong in the details: one sentence naming missing fields, and a message for each wrong field. */
export function checkDetails(
  details: TripDetails,
  selectedDate: TripDate,
): { message: string | null; errors: DetailErrors } {
  const { acceptsTerms, ...data } = details
  const errors: DetailErrors = {}
  for (const { path, message } of z.safeParse(BookingData, { ...data, selectedDate }).error?.issues ?? [])
    errors[path[0] as keyof TripDetails] ??= message
  if (!acceptsTerms) errors.acceptsTerms = 'Please agree to the terms to continue.'

  const lacking = (Object.keys(NAMED) as (keyof typeof NAMED)[]).filter((field) => !details[field].trim())
  const names = lacking.map((field) => NAMED[field])
  return { message: names.length > 0 ? `Please fill in your ${listed.format(names)}.` : null, errors }
}
