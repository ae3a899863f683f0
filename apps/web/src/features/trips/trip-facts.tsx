import { PACKAGES } from '@arcadia/contract/packages'
import { groupInWords } from '@arcadia/contract/riders'
import type { Trip } from '@arcadia/contract/trips'
import type { ReactNode } from 'react'

/** What is booked, and its number for whose it is; `children` stand before. */
export const TripFacts = ({ trip, children }: { trip: Trip; children?: ReactNode }) => (
  <p className="trip__facts">
    {children}
    <span>
      <b>{PACKAGES[trip.packageType].name}</b>, {groupInWords(trip)}
    </span>
    {trip.own && <span className="num">{trip.own.confirmationNumber}</span>}
  </p>
)
