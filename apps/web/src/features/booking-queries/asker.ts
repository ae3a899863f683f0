import type { AdminBookingQuery } from '@arcadia/contract/booking-queries'

/** Who asked, by name where there is one. */
export function askerOf({ userFirstName, userLastName, userEmail }: AdminBookingQuery): string {
  return [userFirstName, userLastName].filter(Boolean).join(' ') || userEmail
}
