import type { AdminBookingQuery } from '@arcadia/contract/booking-queries'

/** The asker's name, if there is one. */
export function askerOf({ userFirstName, userLastName, userEmail }: AdminBookingQuery): string {
  return [userFirstName, userLastName].filter(Boolean).join(' ') || userEmail
}
