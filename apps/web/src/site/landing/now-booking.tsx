import type { ReactNode } from 'react'
import { NoOpenMorning, useOpening, useSoldOut } from '../../features/availability/no-open-morning.tsx'

/** That mornings are booked, while any can be. */
export function NowBooking({ children }: { children: ReactNode }) {
  const soldOut = useSoldOut()
  const opens = useOpening()
  return soldOut && !opens ? <NoOpenMorning /> : children
}
