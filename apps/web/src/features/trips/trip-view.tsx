import type { Trip } from '@arcadia/contract/trips'
import { type ReactNode, useEffect, useRef } from 'react'
import { useVenueToday } from '../../api/venue-today.ts'
import { isToCome, type ToDo } from '../bookings/trip-to-do.ts'
import { CalledOff, type CalledOffAnswer } from './called-off.tsx'
import { ForYourGroup, TripCalendar } from './for-your-group.tsx'
import { OnTheBoat, type Signers } from './on-the-boat.tsx'
import { TheGuide } from './the-guide.tsx'
import { TripHead } from './trip-head.tsx'
import { TripMoney } from './trip-money.tsx'
import './trip-page.css'
import { WhatToBring } from './what-to-bring.tsx'
import { WhereToMeet } from './where-to-meet.tsx'
import { YourMorning } from './your-morning.tsx'

export interface TripViewProps {
  trip: Trip
  loadCalendar: () => Promise<string>
  answer: CalledOffAnswer
  /** Something of it changed, here or elsewhere. */
  onChanged: () => void
  /** How this key pays, or tells the guide. */
  actOn: (what: ToDo['what'], label: string, isMain: boolean) => ReactNode
  /** Who of the group has signed, if this key reads names. */
  signers?: Signers | undefined
  /** What a canceled trip says first. */
  besideMoney?: ReactNode
  /** Asks how it was, once it took place. */
  review?: ReactNode
  /** Moving, asking, canceling and one's own details. */
  children?: ReactNode
}

/** The page of a trip, whatever it was opened with. */
export function TripView(props: TripViewProps) {
  const { trip, loadCalendar, answer, onChanged, actOn, signers, besideMoney, review, children } = props
  const today = useVenueToday()
  const isCalledOff = trip.outcome === 'CALLED_OFF'
  const became = `${trip.status} ${trip.outcome} ${trip.selectedDate}`
  const shown = useRef(became)
  useEffect(() => {
    if (shown.current === became) return
    shown.current = became
    // What came of a move or a cancellation stands at the top.
    scrollTo({ top: 0 })
  }, [became])
  const isBefore = isToCome(trip, today)
  const boat = trip.status !== 'CANCELLED' && <OnTheBoat {...{ trip, isBefore, signers }} />
  return (
    <main className="trip">
      <title>Your trip</title>
      {isCalledOff && trip.calledOff ? (
        <CalledOff trip={trip} calledOff={trip.calledOff} answer={answer} onChanged={onChanged} />
      ) : (
        <>
          <TripHead trip={trip} actOn={actOn} review={review} />
          <div className="wrap trip__two">
            <div>
              {isBefore && (
                <>
                  <WhereToMeet />
                  <YourMorning date={trip.selectedDate} />
                  <WhatToBring />
                  {trip.status === 'CONFIRMED' && <TripCalendar trip={trip} load={loadCalendar} />}
                </>
              )}
              {!isBefore && boat}
              {besideMoney}
              <TheGuide />
            </div>
            <div>
              {isBefore && boat}
              {trip.own && <TripMoney trip={trip} own={trip.own} />}
              {isBefore && trip.status === 'CONFIRMED' && <ForYourGroup trip={trip} />}
            </div>
          </div>
        </>
      )}
      {children && <div className="wrap">{children}</div>}
    </main>
  )
}
