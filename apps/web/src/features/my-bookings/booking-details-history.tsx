import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TryAgainBanner } from '../../ui/try-again-banner.tsx'
import { EventList } from '../bookings/event-list.tsx'
import { bookingEventsQuery } from './booking-details.queries.ts'

export function BookingDetailsHistory({ bookingId }: { bookingId: number }) {
  const { data: events, error, refetch } = useQuery(bookingEventsQuery(bookingId))
  if (!events && error) return <TryAgainBanner error={error} onRetry={() => refetch()} />
  if (!events) return <Skeleton className="h-12 w-full" />
  return <EventList events={events} />
}
