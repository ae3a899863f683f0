import type { Booking } from '@arcadia/contract/bookings'
import { useMinute } from '../../api/venue-today.ts'
import { useSiteData } from '../../prerender/site-data.ts'
import { isToCome } from '../bookings/trip-to-do.ts'
import { isUpcoming } from './manage-bookings.rules.ts'

/** Whether a trip is still ahead, by the hour. */
export function useUpcoming(): (booking: Booking) => boolean {
  const { business } = useSiteData()
  const now = useMinute()
  return (booking) => isUpcoming(booking, business, now)
}

/** Whether what comes before a trip is told: it is still on, as on its page. */
export function useToCome(): (booking: Pick<Booking, 'outcome' | 'selectedDate'>) => boolean {
  const { business } = useSiteData()
  const now = useMinute()
  return (booking) => isToCome(booking, business, now)
}
