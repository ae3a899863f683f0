import type { Trip } from '@arcadia/contract/trips'
import { useVenueToday } from '../../api/venue-today.ts'
import { StatusTag } from '../../ui/tag.tsx'
import { stateOf } from './trip-state.ts'

const LABELS: Partial<Record<ReturnType<typeof stateOf>, string>> = {
  AWAITS_DEPOSIT: 'Waiting for your deposit',
  CONFIRMING: 'Confirming your payment',
  AWAITS_GUIDE: 'Waiting for the guide',
}

/** The status, said as in Manage Bookings. */
export function TripStatusTag({ trip }: { trip: Trip }) {
  const state = stateOf(trip, useVenueToday())
  if (state === 'NO_SHOW') return <StatusTag status="CLOSED" label="Missed trip" />
  const label = LABELS[state]
  return <StatusTag status={trip.status} {...(label && { label })} />
}
