import { TRIPS } from '@arcadia/contract/addresses'
import type { OwnTrip, Trip } from '@arcadia/contract/trips'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMinute } from '../../api/venue-today.ts'
import moonset from '../../assets/plates/plate-28-moonset.svg'
import { useSiteData } from '../../prerender/site-data.ts'
import { classNames } from '../../ui/class-names.ts'
import { onceNoDialog } from '../../ui/use-back-closes.ts'
import { startWorker } from '../../worker/start-worker.ts'
import { isToCome, type ToDo } from '../bookings/trip-to-do.ts'
import { DepositBackDialog } from '../day-moves/deposit-back-dialog.tsx'
import { type ShareActions, TripShares } from '../shares/trip-shares.tsx'
import { YourShare } from '../shares/your-share.tsx'
import { TipGuide } from '../tips/tip-guide.tsx'
import { CalledOff, type CalledOffAnswer } from './called-off.tsx'
import { ForYourGroup, TripCalendar } from './for-your-group.tsx'
import { GoAgain } from './go-again.tsx'
import { type Moved, MovedTrip } from './moved-trip.tsx'
import { NoSignal } from './no-signal.tsx'
import { OnTheBoat, type Signers } from './on-the-boat.tsx'
import { TheGuide } from './the-guide.tsx'
import { TripHead } from './trip-head.tsx'
import { TripMoney } from './trip-money.tsx'
import './trip-page.css'
import { isBeforeDawn, isKeptByUs, stateOf } from './trip-state.ts'
import { useFreshFacts } from './use-fresh-facts.ts'
import { WhatToBring } from './what-to-bring.tsx'
import { WhereToMeet } from './where-to-meet.tsx'
import { YourMorning } from './your-morning.tsx'

export interface TripViewProps {
  trip: Trip
  /** When it was read. */
  readAt: number
  /** Whether what it shows could not be read again. */
  isLost: boolean
  loadCalendar: () => Promise<string>
  answer: CalledOffAnswer
  /** Something of it changed, here or elsewhere. */
  onChanged: () => void
  /** How this key pays, or tells the guide. */
  actOn: (toDo: Pick<ToDo, 'what' | 'act' | 'to'>, variant?: 'cta' | 'line' | 'text') => ReactNode
  /** Who of the group has signed, if this key reads names. */
  signers?: Signers | undefined
  /** How this key adds an angler, given whether the boat has room and the way to split the bill again. */
  addAngler?: (hasRoom: boolean, onChangeSplit: () => void) => ReactNode
  /** How this key takes back the open request for a refund of a canceled trip. */
  withdrawRefund?: ReactNode
  /** That a question of its guest was answered, for this key. */
  answered?: ReactNode
  /** Asks how it was, once it took place. */
  review?: ReactNode
  /** How this key asks for a refund of a canceled trip, and prints what was paid. */
  askRefund?: ReactNode
  receipt?: ReactNode
  /** The way to what was paid of a share. */
  shareReceipt?: ReactNode
  /** How this key splits the bill. */
  shares?: ShareActions | undefined
  /** Moving, asking, canceling and one's own details. */
  children?: ReactNode
}

/** What is asked about: the trip itself changes under the open dialog. */
type Refunding = OwnTrip & Pick<Trip, 'selectedDate' | 'numberOfGuests' | 'privateMorning'>

/** The page of a trip, whatever it was opened with. */
export function TripView(props: TripViewProps) {
  const { trip, readAt, isLost, loadCalendar, answer, onChanged, actOn, signers, addAngler } = props
  const { withdrawRefund, answered, review, askRefund, receipt, shareReceipt, shares, children } = props
  const now = useMinute()
  const { business } = useSiteData()
  const isCalledOff = trip.outcome === 'CALLED_OFF'
  const became = `${trip.status} ${trip.outcome} ${trip.selectedDate}`
  const shown = useRef(became)
  const page = useRef<HTMLElement>(null)
  const [refunding, setRefunding] = useState<Refunding>()
  const [moved, setMoved] = useState<Moved>()
  const [isSplitting, setSplitting] = useState(false)
  const state = isCalledOff ? undefined : stateOf(trip, business, now)
  const isToday = state === 'TODAY'
  const isDark = isToday && isBeforeDawn(trip, business, now)
  useEffect(() => {
    if (shown.current === became) return
    return onceNoDialog(() => {
      shown.current = became
      // What came of a move or a cancellation stands at the top.
      scrollTo({ top: 0 })
      page.current?.querySelector('h1')?.focus({ preventScroll: true })
    })
  }, [became])
  useFreshFacts(isLost)
  useEffect(() => void startWorker('/trip-worker.js', TRIPS), [])
  const isBefore = isToCome(trip, business, now)
  const money = trip.own && (
    <TripMoney
      {...{ trip, receipt }}
      own={trip.own}
      split={
        shares && (
          <TripShares
            {...{ trip, onChanged, isSplitting, setSplitting }}
            own={trip.own}
            actions={shares}
            names={signers?.signed}
            payAll={(act) => actOn({ what: 'balance', act }, 'text')}
          />
        )
      }
    />
  )
  const again = state === 'OVER' && <GoAgain title="Go again" />
  const boat = trip.status !== 'CANCELLED' && (
    <OnTheBoat
      {...{ trip, isBefore, signers }}
      addAngler={addAngler && ((hasRoom) => addAngler(hasRoom, () => setSplitting(true)))}
    />
  )
  // Without a guide, or beside shares of the bill, the left column would end early beside the money.
  const hasShortLeft = !business.guideName && trip.own !== null
  const hasShares = trip.own !== null && trip.own.split.shares.length > 0
  // What friends read on the right is short.
  const isGuideRight = isBefore && trip.own === null && !business.guidePhoto
  const isOn = isBefore && trip.status === 'CONFIRMED'
  const group = isOn && !trip.share && <ForYourGroup trip={trip} />
  const calendar = isOn && !isToday && <TripCalendar trip={trip} load={loadCalendar} />
  return (
    <main
      ref={page}
      className={classNames(
        'trip',
        (isBefore || isCalledOff) && 'trip--ahead',
        isToday && 'trip--today',
        isDark && 'dark',
      )}
    >
      <title>Your trip</title>
      <NoSignal {...{ readAt, isLost }} />
      {isCalledOff && trip.calledOff ? (
        <CalledOff
          {...{ trip, onChanged, answered }}
          calledOff={trip.calledOff}
          answer={{
            ...answer,
            async move(date) {
              await answer.move(date)
              setMoved({ oldDate: trip.selectedDate, date })
            },
          }}
          onRefund={() => trip.own && setRefunding({ ...trip, ...trip.own })}
        />
      ) : (
        <>
          <TripHead {...{ trip, actOn, signers, answered, review, askRefund, withdrawRefund }} />
          <div className="wrap">
            <div className="trip__two">
              <div>
                {isBefore && (
                  <>
                    {!isToday && <WhereToMeet />}
                    <YourMorning date={trip.selectedDate} isToday={isToday} />
                    <WhatToBring />
                  </>
                )}
                {state === 'OVER' && trip.tip && (
                  <TipGuide tip={trip.tip} isMain={(trip.own?.pendingAmount ?? trip.share?.asks ?? 0) === 0} />
                )}
                {!isBefore && boat}
                {state === 'CANCELED' ? money : !isGuideRight && <TheGuide />}
                {hasShortLeft && group}
                {(hasShortLeft || hasShares) && calendar}
              </div>
              <div>
                {trip.share && (
                  <YourShare
                    trip={trip}
                    share={trip.share}
                    pay={(act) => actOn({ what: 'balance', act })}
                    receipt={shareReceipt}
                  />
                )}
                {isBefore && boat}
                {state === 'CANCELED' ? trip.own && !isKeptByUs(trip) && <GoAgain title="Another day" /> : money}
                {!hasShortLeft && group}
                {!(hasShortLeft || hasShares) && calendar}
                {isGuideRight && <TheGuide />}
                {!money && again}
              </div>
            </div>
            {money && again}
          </div>
        </>
      )}
      {children && <div className="wrap">{children}</div>}
      {isDark && (
        <div className="trip__end grain">
          <img src={moonset} alt="" loading="lazy" />
        </div>
      )}
      {moved && <MovedTrip {...{ trip, loadCalendar }} {...moved} onClose={() => setMoved(undefined)} />}
      {refunding && (
        <DepositBackDialog
          booking={{ ...refunding, status: trip.status }}
          refund={answer.refund}
          onChooseDate={() => setRefunding(undefined)}
          onClose={() => {
            setRefunding(undefined)
            onChanged()
          }}
        />
      )}
    </main>
  )
}
