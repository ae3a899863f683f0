import { BookingData } from '@arcadia/contract/booking-data'
import type { TripDate } from '@arcadia/contract/trip-date'
import * as z from 'zod/mini'
import type { TripDetails } from './trip-details.ts'

export type DetailErrors = Partial<Record<keyof TripDetails, string>>

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
